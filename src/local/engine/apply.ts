import type { LoggedEvent } from '#server/events/events.schema.ts';
import { currentRevision, readMeta, writeFacts } from './database.ts';
import { changeReplica } from './quota.ts';
import { isOfRow, tablesOf, writeRows } from './rows.ts';
import type { Change, Cleanup, LocalDatabase } from './types.ts';

/** How many events that found no row are kept: more than come while a request is under way. */
const mostMissed = 50;

/**
 * Applies events and moves the cursor in one transaction, which also removes the mutations that the events confirm.
 * Events that the database contains are skipped, so a batch may come twice, overlap another, or come to several tabs
 * at once.
 * @returns false, with nothing changed, where an event is missing between the cursor and the batch, or the cursor
 * belongs to another log: the caller reads the cursor and subscribes again from there
 */
export async function applyEvents(
  db: LocalDatabase,
  epoch: string,
  events: readonly LoggedEvent[],
): Promise<boolean> {
  const changes = new Map(events.map((event) => [event, db.collections.changesOf(event, db.userId)]));
  const all = [...changes.values()].flat();
  const cleanups = all.filter(isCleanup);
  const cleaned = cleanups.flatMap(({ cleans }) => cleans).map((name) => db.table(name));
  const tables = new Set([...tablesOf(db, all.filter(isOfRow)), ...cleaned, db.outbox]);
  return changeReplica(db, [...tables], async () => {
    const [cursor, before] = await Promise.all([readMeta(db, 'cursor'), currentRevision(db)]);
    if (cursor?.epoch !== epoch) return false;
    const fresh = events.filter((event) => event.seq > cursor.seq);
    const last = fresh.at(-1);
    if (!last) return true;
    if (last.seq !== cursor.seq + fresh.length) return false;
    const facts: Record<string, unknown> = {
      revision: before + fresh.length,
      cursor: { epoch, seq: last.seq },
    };
    const rows = fresh.flatMap((event, index) =>
      (changes.get(event) ?? []).flatMap((change) => {
        if (isOfRow(change)) return { change, revision: before + index + 1 };
        if (!isCleanup(change)) facts[change.fact] = change.value;
        return [];
      }),
    );
    const absent = new Set<Change>(await writeRows(db, rows));
    if (absent.size > 0) {
      const missed = fresh.flatMap((event, index) =>
        changes.get(event)?.some((change) => absent.has(change))
          ? { event, revision: before + index + 1 }
          : [],
      );
      facts['missed'] = [...((await readMeta(db, 'missed')) ?? []), ...missed].slice(-mostMissed);
    }
    for (const { clean } of cleanups) await clean(db);
    const confirmed = fresh.flatMap(({ type, opId }) =>
      type === 'operation-done' && opId !== null ? [opId] : [],
    );
    await Promise.all([writeFacts(db, facts), db.outbox.bulkDelete(confirmed)]);
    return true;
  });
}

const isCleanup = (change: Change): change is Cleanup => 'clean' in change;
