import { Dexie } from 'dexie';
import type { CalendarEntry } from '#server/calendar/calendar.schema.ts';
import type { CalendarReason } from '#server/calendar/calendar-rules.schema.ts';
import { api } from '#src/app/api.ts';
import { now } from '#src/lib/server-clock.ts';
import { currentRevision } from '../engine/database.ts';
import { pendingMutations } from '../engine/outbox.ts';
import { changeReplica } from '../engine/quota.ts';
import type { LocalDatabase } from '../engine/types.ts';
import {
  applyToReasons,
  calendarEntryRows,
  calendarRows,
  entryOf,
  isKept,
  keptRange,
  type Range,
  reasonUpdates,
} from './calendar.ts';
import { postRows } from './posts.ts';

/** A calendar as it is kept on this device. */
export interface KeptCalendar {
  /** In the order of time. */
  entries: CalendarEntry[];
  /** When the days around today were last fetched; undefined where they never were. */
  savedAt: Date | undefined;
}

/** Returns a range of a calendar, as far as it is on this device; of one's own with pending mutations. */
export function readCalendar(db: LocalDatabase, ownerId: string, { from, to }: Range): Promise<KeptCalendar> {
  const tables = [calendarRows.in(db), calendarEntryRows.in(db), postRows.in(db), db.outbox];
  return db.transaction('r', tables, async () => {
    const rows = await calendarEntryRows
      .in(db)
      .where('[owner+ends]')
      .between([ownerId, from], [ownerId, Dexie.maxKey])
      .toArray();
    const kept = rows.map(({ entry }) => entry);
    const entries = ownerId === db.userId ? await withPending(db, kept) : kept;
    return {
      entries: entries
        .filter(({ starts, ends }) => starts < to && ends >= from)
        .toSorted((a, b) => compare(a.starts, b.starts) || compare(a._id, b._id)),
      savedAt: (await calendarRows.in(db).get(ownerId))?.savedAt,
    };
  });
}

/** Returns whether the days around today of a calendar are on this device. */
export const isCalendarKept = async (db: LocalDatabase, ownerId: string): Promise<boolean> =>
  (await calendarRows.in(db).get(ownerId)) !== undefined;

const compare = (a: string, b: string) => Number(a > b) - Number(a < b);

/** Returns the user's own calendar with pending mutations. */
async function withPending(db: LocalDatabase, entries: readonly CalendarEntry[]): Promise<CalendarEntry[]> {
  const pending = await pendingMutations(db);
  const changed = pending.flatMap(({ name, input }) =>
    name in reasonUpdates ? [(input as { postId: string }).postId] : [],
  );
  const known = new Set(entries.map(({ _id }) => _id));
  const missing = [...new Set(changed)].filter((id) => !known.has(id));
  const others = (await postRows.in(db).bulkGet(missing)).flatMap((row) =>
    row?.view ? entryOf(row.view) : [],
  );
  return [...entries, ...others].flatMap((entry) => {
    const because = applyToReasons(entry.because, pending, { id: entry._id, userId: db.userId });
    return because.length === 0 ? [] : [{ ...entry, because }];
  });
}

/** Returns why a post stands in the user's own calendar, with pending mutations; empty where it does not. */
export function readReasons(db: LocalDatabase, postId: string): Promise<CalendarReason[]> {
  return db.transaction('r', [calendarEntryRows.in(db), db.outbox], async () => {
    const row = await calendarEntryRows.in(db).get([db.userId, postId]);
    const pending = await pendingMutations(db);
    return applyToReasons(row?.entry.because ?? [], pending, { id: postId, userId: db.userId });
  });
}

/** Fetches a range of a calendar into the database. Rejects where the server rejects it or cannot be reached. */
export async function pullCalendar(
  db: LocalDatabase,
  ownerId: string,
  range: Range,
  isOwn: boolean,
): Promise<void> {
  const revision = await currentRevision(db);
  const entries = await fetchCalendar(ownerId, range, isOwn);
  const kept = keptRange();
  const fetchedAt = now();
  await changeReplica(db, [calendarRows.in(db), calendarEntryRows.in(db)], async () => {
    await calendarEntryRows
      .in(db)
      .where('[owner+ends]')
      .between([ownerId, range.from], [ownerId, Dexie.maxKey])
      .filter((row) => row.entry.starts <= range.to && row.revision <= revision)
      .delete();
    // What changed since it was asked for stays as it is.
    const newer = await calendarEntryRows.in(db).bulkGet(entries.map(({ _id }) => [ownerId, _id]));
    await calendarEntryRows
      .in(db)
      .bulkPut(
        entries
          .filter((_, index) => (newer[index]?.revision ?? 0) <= revision)
          .map((entry) => ({ owner: ownerId, _id: entry._id, ends: entry.ends, fetchedAt, revision, entry })),
      );
    if (isKept(kept, range)) await calendarRows.in(db).put({ owner: ownerId, savedAt: fetchedAt });
  });
}

/** Everything that stands in a calendar in a range of time, however many pages that takes. */
export async function fetchCalendar(
  ownerId: string,
  { from: startDate, to: endDate }: Range,
  isOwn: boolean,
): Promise<CalendarEntry[]> {
  const filters = { startDate, endDate, scheduledPublish: isOwn };
  const entries: CalendarEntry[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await api.calendar.ofUser.query({ id: ownerId, filters, cursor });
    entries.push(...page.items);
    cursor = page.cursor;
  } while (cursor);
  return entries;
}
