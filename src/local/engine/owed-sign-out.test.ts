import { TRPCClientError } from '@trpc/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '#src/app/session.ts';
import { alice, bob } from '../testing/people.ts';
import { owedSignOut, tellOwedSignOuts } from './owed-sign-out.ts';

const server = vi.hoisted(() => ({
  answers: [] as (() => Promise<null>)[],
  asked: [] as { signal: AbortSignal; context: { actor: string } }[],
}));
vi.mock('#src/app/api.ts', () => ({
  api: {
    accounts: {
      signOut: {
        mutate: (_: undefined, options: { signal: AbortSignal; context: { actor: string } }) => {
          server.asked.push(options);
          return (server.answers.shift() ?? silence)();
        },
      },
    },
  },
}));

const silence = () => Promise.reject(new TypeError('Failed to fetch'));
const told = async () => null;
const refusal = (reason: string) => () =>
  Promise.reject(
    new TRPCClientError('No.', {
      result: { error: { code: -32000, message: 'No.', data: { code: '', httpStatus: 401, reason } } },
    }),
  );

const isOwed = () => localStorage.getItem('gatherwell.owed-sign-out') !== null;

let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  owedSignOut.note(alice._id);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  session.end();
  localStorage.clear();
  server.answers = [];
  server.asked = [];
});

/** Lets this much time pass, and what follows from it. */
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('a sign-out that the server has not heard of', () => {
  it('is sent with growing pauses until the server responds, without an event of the browser', async () => {
    server.answers = [silence, silence, silence, told];
    stop = tellOwedSignOuts();
    await pass(0);
    expect(server.asked).toHaveLength(1);
    await pass(1_000);
    expect(server.asked).toHaveLength(2);
    await pass(15_000);
    expect(server.asked).toHaveLength(4);
    expect(isOwed()).toBe(false);
    await pass(600_000);
    expect(server.asked).toHaveLength(4);
  });

  it('is sent for as long as it takes, at least every 30 seconds', async () => {
    stop = tellOwedSignOuts();
    await pass(3_600_000);
    expect(server.asked.length).toBeGreaterThan(120);
    server.answers = [told];
    await pass(30_000);
    expect(isOwed()).toBe(false);
  });

  it('is sent at once when the device comes online', async () => {
    stop = tellOwedSignOuts();
    await pass(300_000);
    server.answers = [told];
    dispatchEvent(new Event('online'));
    await pass(0);
    expect(isOwed()).toBe(false);
  });

  it('is sent by a tab in which the user had been signed in, too', async () => {
    owedSignOut.forget();
    session.begin(alice);
    stop = tellOwedSignOuts();
    owedSignOut.note(alice._id);
    server.answers = [told];
    session.end();
    await pass(0);
    expect(isOwed()).toBe(false);
  });

  it.each(['not-signed-in', 'another-user'])('is over where the server returns %s', async (reason) => {
    server.answers = [refusal(reason)];
    stop = tellOwedSignOuts();
    await pass(0);
    expect(isOwed()).toBe(false);
  });

  it('stays where the server fails', async () => {
    server.answers = [refusal('internal')];
    stop = tellOwedSignOuts();
    await pass(0);
    expect(isOwed()).toBe(true);
  });

  it('names the user who signed out, so that nobody else is', async () => {
    stop = tellOwedSignOuts();
    await pass(0);
    expect(server.asked[0]?.context.actor).toBe(alice._id);
  });

  it('is forgotten once a user signs in, and what was under way is cut short', async () => {
    server.answers = [() => new Promise(() => {})];
    stop = tellOwedSignOuts();
    await pass(0);
    session.begin(bob);
    expect(server.asked[0]?.signal.aborted).toBe(true);
    expect(isOwed()).toBe(false);
    session.end();
    await pass(600_000);
    expect(server.asked).toHaveLength(1);
  });
});
