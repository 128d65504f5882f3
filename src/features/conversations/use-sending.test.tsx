import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestRoot } from '#src/lib/test-root.ts';
import type { Price } from './use-price.ts';
import { useSending } from './use-sending.tsx';

vi.mock('#src/app/session.ts', () => ({ useUser: () => ({ _id: 'maria' }) }));
vi.mock('#src/app/api.ts', () => ({ api: {}, trpc: {} }));
vi.mock('#src/local/engine/current-database.ts', () => ({ localDatabase: () => undefined }));
vi.mock('#src/local/engine/outbox.ts', () => ({ retry: vi.fn() }));
vi.mock('#src/local/collections/relations.ts', () => ({ friendshipsAt: {} }));
vi.mock('#src/local/engine/use-refetch-on.ts', () => ({ useRefetchOn: () => undefined }));
const tryMutate = vi.hoisted(() => vi.fn(async () => async () => 'done'));
vi.mock('#src/local/mutate.ts', () => ({ tryMutate }));

const { render } = createTestRoot();
const hello = { text: 'Hello', images: [], attachments: [] };

const onRender = vi.fn<(sending: ReturnType<typeof useSending>) => void>();
function Sender() {
  const sending = useSending('noor', 'Noor');
  onRender(sending);
  return sending.question;
}
/** Returns what the hook returned last. */
function last(): ReturnType<typeof useSending> {
  const [sending] = onRender.mock.lastCall ?? [];
  if (!sending) throw new Error('Nothing is rendered.');
  return sending;
}

/** A price that is still loaded, and what loads it. */
function loadingPrice() {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const price: Pick<Price, 'cost' | 'readCost'> = { cost: undefined, readCost: () => promise };
  return { price, resolve, reject };
}

const sent = () => tryMutate.mock.calls.map(([mutation]: unknown[]) => mutation);
const costing = (cost: number) => expect.objectContaining({ input: expect.objectContaining({ cost }) });
const question = () => document.querySelector('[role=alertdialog], [role=dialog]')?.textContent;

beforeEach(() => render(<Sender />));

describe('useSending', () => {
  it('sends at once what costs nothing', async () => {
    await act(async () => last().send(hello, { cost: 0, readCost: async () => 1 }, {}));
    expect(sent()).toEqual([costing(0)]);
  });

  it('asks before something is paid for', async () => {
    await act(async () => last().send(hello, { cost: 1, readCost: async () => 0 }, {}));
    expect([sent(), question()]).toEqual([[], expect.stringContaining('This will cost you a coin')]);
  });

  it('waits for the price while it is loaded, and sends one message', async () => {
    const { price, resolve } = loadingPrice();
    const onBegin = vi.fn();
    await act(async () => last().send(hello, price, { onBegin }));
    await act(async () => last().send(hello, price, { onBegin }));
    expect([last().isWaiting, question(), onBegin.mock.calls.length]).toEqual([true, undefined, 0]);
    await act(async () => resolve(0));
    expect([sent(), question()]).toEqual([[costing(0)], undefined]);
    expect([last().isWaiting, onBegin.mock.calls.length]).toEqual([false, 1]);
  });

  it.each(['stays unknown', 'cannot be loaded'])('asks about the highest price where it %s', async (why) => {
    const { price, resolve, reject } = loadingPrice();
    await act(async () => last().send(hello, price, {}));
    await act(async () => (why === 'stays unknown' ? resolve(undefined) : reject(new Error('503'))));
    expect([sent(), question()]).toEqual([[], expect.stringContaining('This will cost you a coin')]);
  });
});
