import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reachability } from '#src/lib/reachability.ts';
import { openTestDatabase } from '../testing/databases.ts';
import { idOf } from '../testing/views.ts';
import { enqueue, markDone, markFailed, markSent } from './outbox.ts';
import { outcomeOf } from './outcome.ts';
import type { LocalDatabase } from './types.ts';

const opId = idOf(11);
let db: LocalDatabase;
beforeEach(async () => {
  db = openTestDatabase();
  await enqueue(db, { name: 'mark-all', input: { isRead: true } }, opId);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the outcome of a mutation', () => {
  it.each([
    ['done', 'the server did it', () => markDone(db, opId)],
    ['done', 'its event came before its response', () => db.outbox.delete(opId)],
    ['failed', 'the server rejected it', () => markFailed(db, opId, 'No.')],
  ] as const)('is %s once %s, and not before', async (expected, _, happen) => {
    const settled = vi.fn();
    const outcome = outcomeOf(db, opId).then((found) => (settled(found), found));
    await markSent(db, opId);
    expect(settled).not.toHaveBeenCalled();
    await happen();
    expect(await outcome).toBe(expected);
  });

  it('is `later` at once where the server cannot be reached', async () => {
    vi.spyOn(reachability, 'isReachable').mockReturnValue(false);
    expect(await outcomeOf(db, opId)).toBe('later');
  });

  it('is `later` where nothing is known after ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const outcome = outcomeOf(db, opId);
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
    vi.advanceTimersByTime(10_000);
    expect(await outcome).toBe('later');
  });

  it('is `later` where it was coalesced with an earlier one', async () => {
    await enqueue(db, { name: 'mark-all', input: { isRead: true } }, idOf(12));
    expect(await outcomeOf(db, idOf(12))).toBe('later');
  });
});
