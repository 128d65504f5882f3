import { beforeEach, describe, expect, it, vi } from 'vitest';
import { claimArrival } from './open-conversations.ts';

const held: { name: string }[] = [];
let queue: Promise<unknown> = Promise.resolve();

beforeEach(() => {
  localStorage.clear();
  held.length = 0;
  vi.stubGlobal('navigator', {
    userActivation: { hasBeenActive: true },
    locks: {
      // One holder after the other, as with the browser's.
      request: <T>(_name: string, work: () => Promise<T>) => {
        const done = queue.then(work);
        queue = done.catch(() => undefined);
        return done;
      },
      query: async () => ({ held }),
    },
  });
  return () => vi.unstubAllGlobals();
});

describe('claimArrival', () => {
  it('lets one tab of several announce a message', async () => {
    const claims = await Promise.all([1, 2, 3].map(() => claimArrival('message', 'conversation')));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  it('lets each message be announced', async () => {
    expect(await claimArrival('first', 'conversation')).toBe(true);
    expect(await claimArrival('second', 'conversation')).toBe(true);
  });

  it('announces nothing of a conversation that is on the screen of another tab', async () => {
    held.push({ name: 'gatherwell-conversation-open' });
    expect(await claimArrival('message', 'open')).toBe(false);
    expect(await claimArrival('other message', 'closed')).toBe(true);
  });

  it('leaves a message to other tabs where nobody has touched this one', async () => {
    Object.assign(navigator, { userActivation: { hasBeenActive: false } });
    expect(await claimArrival('message', 'conversation')).toBe(false);
    Object.assign(navigator, { userActivation: { hasBeenActive: true } });
    expect(await claimArrival('message', 'conversation')).toBe(true);
  });
});
