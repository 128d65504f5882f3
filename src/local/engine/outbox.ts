import { v7 as uuid } from 'uuid';
import { coalesce } from './coalesce.ts';
import { readMeta, writeMeta } from './database.ts';
import { withinQuota } from './quota.ts';
import type { LocalDatabase, OutboxRow, Proceed, StoredMutation } from './types.ts';

/** How many opIds are remembered as taken: more than all tabs can have written ahead at the same time. */
const takenLimit = 300;

/**
 * Keeps a mutation on the device, from where it is sent until the server has done it, coalesced with those before it.
 * An opId is taken once, also when its row has gone since: two tabs may bring the same entry. Rejects where the device
 * keeps nothing: full even without the replica, or switched off.
 */
export async function enqueue(
  db: LocalDatabase,
  mutation: StoredMutation,
  opId: string = uuid(),
): Promise<void> {
  const kind = db.collections.kindOf(mutation);
  const files = kind?.files?.(mutation.input) ?? [];
  const lane = kind?.lane(mutation.input) ?? '';
  let proceed: Proceed | undefined;
  let first: OutboxRow | undefined;
  try {
    first = await withinQuota(db, () =>
      db.transaction('rw', [db.outbox, db.meta, ...(files.length > 0 ? [db.files] : [])], async () => {
        const [taken = [], others, order] = await Promise.all([
          readMeta(db, 'taken'),
          db.outbox.where('lane').equals(lane).sortBy('order'),
          nextOrder(db),
        ]);
        if (taken.includes(opId)) return undefined;
        const { drops, isNeeded } = coalesce(db.collections, others, mutation);
        // What has files is sent once they are uploaded.
        const isFirst = isNeeded && files.length === 0 && !others.some(isUnsettled);
        if (isFirst) proceed ??= db.reserveLane?.(lane);
        const row: OutboxRow = { ...mutation, opId, order, lane, state: 'waiting' };
        const marked = isFirst && proceed ? markedSent(row) : undefined;
        await Promise.all([
          writeMeta(db, { taken: [...taken, opId].slice(-takenLimit) }),
          // They go with it from now on.
          ...files.map((fileId) => db.files.update(fileId, { isClaimed: true })),
          db.outbox.bulkDelete(drops),
          isNeeded && db.outbox.add(marked ?? row),
        ]);
        return marked;
      }),
    );
  } finally {
    proceed?.(first);
  }
}

/** Returns the mutations that are shown as optimistic updates, in their order. */
export async function pendingMutations(db: LocalDatabase): Promise<OutboxRow[]> {
  const rows = await db.outbox.orderBy('order').toArray();
  return rows.filter(({ state }) => state !== 'failed');
}

/** Returns the mutations that the server has not done: waiting, on their way, or rejected. */
export async function unsentMutations(db: LocalDatabase): Promise<OutboxRow[]> {
  const rows = await db.outbox.orderBy('order').toArray();
  return rows.filter(({ state }) => state !== 'done');
}

/** Counts the mutations of a lane that the server has neither done nor rejected. */
export function countWaiting(db: LocalDatabase, lane: string): Promise<number> {
  return db.outbox.where('lane').equals(lane).and(isUnsettled).count();
}

/** Returns what can be sent, by lane: the first mutation of each that the server has neither done nor rejected. */
export async function heads(db: LocalDatabase): Promise<Map<string, OutboxRow>> {
  const found = new Map<string, OutboxRow>();
  for (const row of await db.outbox.orderBy('order').toArray())
    if (isUnsettled(row) && !found.has(row.lane)) found.set(row.lane, row);
  return found;
}

/** Notes, before a mutation is sent, that it may reach the server; resolves to undefined where it is gone. */
export function markSent(db: LocalDatabase, opId: string): Promise<OutboxRow | undefined> {
  return db.transaction('rw', db.outbox, async () => {
    const row = await db.outbox.get(opId);
    if (row?.state === 'waiting') await db.outbox.put(markedSent(row));
    return row;
  });
}

const markedSent = (row: OutboxRow): OutboxRow => ({ ...row, state: 'sent', sentAt: new Date() });

/** Whether the server has neither done nor rejected a mutation. */
const isUnsettled = ({ state }: OutboxRow) => state === 'waiting' || state === 'sent';

/** Notes that the server did it. The event that confirms it may have come before its response. */
export async function markDone(db: LocalDatabase, opId: string): Promise<void> {
  await db.outbox.update(opId, { state: 'done' });
}

/** Notes that the server rejected it, and why: a sentence for people, and a word for programs. */
export async function markFailed(
  db: LocalDatabase,
  opId: string,
  problem: string,
  reason = 'unknown',
): Promise<void> {
  await db.outbox.update(opId, { state: 'failed', problem, reason });
}

/** Enqueues what the server rejected once more, behind everything that was done since. */
export async function retry(db: LocalDatabase, opId: string): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const row = await db.outbox.get(opId);
    if (row?.state !== 'failed') return;
    const { problem, reason, ...mutation } = row;
    await db.outbox.put({ ...mutation, state: 'waiting', order: await nextOrder(db) });
  });
}

/** Removes what has had no effect: what was never sent, or was rejected. What may be on its way stays. */
export async function discard(db: LocalDatabase, opId: string): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const row = await db.outbox.get(opId);
    if (row?.state === 'waiting' || row?.state === 'failed') await db.outbox.delete(opId);
  });
}

/** Returns a place behind all others. */
async function nextOrder(db: LocalDatabase): Promise<number> {
  return ((await db.outbox.orderBy('order').last())?.order ?? 0) + 1;
}
