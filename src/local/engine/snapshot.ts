import type { EventHead } from '#server/events/events.schema.ts';
import { api } from '#src/app/api.ts';
import { earlyAnswers } from '#src/app/early-answers.ts';
import { currentRevision, forgetRows, writeMeta } from './database.ts';
import { changeReplica } from './quota.ts';
import { noteSnapshot } from './refresh.ts';
import type { LocalDatabase } from './types.ts';

const firstSnapshots = new WeakMap<LocalDatabase, Promise<EventHead>>();

/** Takes the snapshot that a new database begins with. Calls while it is being taken wait for the same one. */
export function takeFirstSnapshot(db: LocalDatabase): Promise<EventHead> {
  const underWay = firstSnapshots.get(db);
  if (underWay) return underWay;
  const snapshot = earlyAnswers
    .during(() => takeSnapshot(db))
    .then((head) => {
      noteSnapshot(db);
      return head;
    })
    .finally(() => firstSnapshots.delete(db));
  firstSnapshots.set(db, snapshot);
  return snapshot;
}

/**
 * Replaces all rows by what the server has, and resolves to the cursor from which the event log goes on. The head of
 * the log is read first: what happens while the data is fetched comes again as an event, and nothing is missed. All
 * earlier rows go, because their age is not known; screens see one change, not a gap. Saved views stay, and mutations,
 * except for those whose result the snapshot contains.
 */
export async function takeSnapshot(db: LocalDatabase): Promise<EventHead> {
  // The response to these is older than the snapshot, which contains them; their events may be gone.
  const contained = await db.outbox.filter(({ state }) => state === 'done').primaryKeys();
  const head = await api.events.head.query();
  const writes = await Promise.all(db.collections.list.map(async ({ snapshot }) => snapshot?.()));
  return changeReplica(db, db.tables, async () => {
    const revision = (await currentRevision(db)) + 1;
    await forgetRows(db, true);
    await db.outbox.bulkDelete(contained);
    await writeMeta(db, { cursor: head, revision });
    for (const write of writes) await write?.(db, { revision, head });
    // What they concern may have changed in events that the snapshot passes over.
    for (const { signals = [] } of db.collections.list)
      for (const signal of signals) await signal.write(db, head.seq);
    return head;
  });
}
