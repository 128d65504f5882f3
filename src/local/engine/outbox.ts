import { v7 as uuid } from 'uuid';
import { type Act, kindOf } from '../acts.ts';
import { join } from './coalesce.ts';
import { type LocalDatabase, type OutboxRow, readMeta, writeMeta } from './database.ts';
import { withRoom } from './quota.ts';

/** How many opIds are remembered as taken: more than all tabs can have written ahead at the same time. */
const takenLimit = 300;

/**
 * Keeps an act on the device, from where it is sent until the server has done it. It is joined to those that were
 * kept before it. An opId is taken once, also when its row has gone since: two tabs may bring the same entry. Rejects
 * where the device keeps nothing: full even without the copy, or switched off.
 */
export async function keep(db: LocalDatabase, act: Act, opId: string = uuid()): Promise<void> {
  await withRoom(db, () =>
    db.transaction('rw', db.outbox, db.meta, async () => {
      const taken = (await readMeta(db, 'taken')) ?? [];
      if (taken.includes(opId)) return;
      await writeMeta(db, { taken: [...taken, opId].slice(-takenLimit) });
      const lane = kindOf(act)?.lane(act.input) ?? '';
      const { drops, isNeeded } = join(await db.outbox.where('lane').equals(lane).sortBy('order'), act);
      await db.outbox.bulkDelete(drops);
      if (isNeeded) await db.outbox.add({ ...act, opId, order: await nextOrder(db), lane, state: 'waiting' });
    }),
  );
}

/** The acts that are shown although the server may not have done them, in their order. */
export async function shownActs(db: LocalDatabase): Promise<OutboxRow[]> {
  const rows = await db.outbox.orderBy('order').toArray();
  return rows.filter(({ state }) => state !== 'failed');
}

/** The acts that the server has not done: those that wait, those that are on their way, those that it refused. */
export async function unsentActs(db: LocalDatabase): Promise<OutboxRow[]> {
  const rows = await db.outbox.orderBy('order').toArray();
  return rows.filter(({ state }) => state !== 'done');
}

/** How many acts of a lane the server has neither done nor refused. */
export function waitingIn(db: LocalDatabase, lane: string): Promise<number> {
  return db.outbox
    .where('lane')
    .equals(lane)
    .and(({ state }) => state === 'waiting' || state === 'sent')
    .count();
}

/** What can be sent, by lane: the first act of each that the server has neither done nor refused. */
export async function heads(db: LocalDatabase): Promise<Map<string, OutboxRow>> {
  const found = new Map<string, OutboxRow>();
  for (const row of await db.outbox.orderBy('order').toArray())
    if ((row.state === 'waiting' || row.state === 'sent') && !found.has(row.lane)) found.set(row.lane, row);
  return found;
}

/** Notes, before an act is sent, that it may reach the server; undefined where it was taken back meanwhile. */
export function noteSending(db: LocalDatabase, opId: string): Promise<OutboxRow | undefined> {
  return db.transaction('rw', db.outbox, async () => {
    const row = await db.outbox.get(opId);
    if (row?.state === 'waiting') await db.outbox.put({ ...row, state: 'sent', sentAt: new Date() });
    return row;
  });
}

/** Notes that the server did it. The event that says so may have come before its answer. */
export async function noteDone(db: LocalDatabase, opId: string): Promise<void> {
  await db.outbox.update(opId, { state: 'done' });
}

/** Notes that the server refused it, and why. */
export async function noteRefusal(db: LocalDatabase, opId: string, problem: string): Promise<void> {
  await db.outbox.update(opId, { state: 'failed', problem });
}

/** Sends what the server refused once more, behind everything that was done since. */
export async function tryAgain(db: LocalDatabase, opId: string): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const row = await db.outbox.get(opId);
    if (row?.state !== 'failed') return;
    const { problem, ...act } = row;
    await db.outbox.put({ ...act, state: 'waiting', order: await nextOrder(db) });
  });
}

/** Takes back what has had no effect: what was never sent, or was refused. What may be on its way stays. */
export async function discard(db: LocalDatabase, opId: string): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const row = await db.outbox.get(opId);
    if (row?.state === 'waiting' || row?.state === 'failed') await db.outbox.delete(opId);
  });
}

/** A place behind all others. */
async function nextOrder(db: LocalDatabase): Promise<number> {
  return ((await db.outbox.orderBy('order').last())?.order ?? 0) + 1;
}
