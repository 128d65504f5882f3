import { Dexie } from 'dexie';
import type { CalendarEntry } from '#server/calendar/calendar.schema.ts';
import {
  type CalendarReason,
  calendarDays,
  calendarMinutes,
} from '#server/calendar/calendar-rules.schema.ts';
import type { PostView } from '#server/posts/posts.schema.ts';
import { api } from '#src/app/api.ts';
import { now } from '#src/lib/server-clock.ts';
import { defineCollection } from '../engine/collection.ts';
import { currentRevision } from '../engine/database.ts';
import { applyPending } from '../engine/optimistic.ts';
import { pendingMutations } from '../engine/outbox.ts';
import { changeReplica } from '../engine/quota.ts';
import { defineFact, defineStore } from '../engine/store.ts';
import type { Dated, LocalDatabase, RowChange } from '../engine/types.ts';
import { type PostMutations, postRows } from './posts.ts';

/** The days around today are stored of a user's calendar. */
interface CalendarRow {
  owner: string;
  /** When they were fetched. */
  savedAt: Date;
}

/** A post at its time in a user's calendar. One without a reason is not shown in one's own. */
interface CalendarEntryRow extends Dated {
  owner: string;
  /** The post. */
  _id: string;
  /** Until when it stands there: a UTC instant, ISO 8601. */
  ends: string;
  fetchedAt: Date;
  entry: CalendarEntry;
}

export const calendarRows = defineStore<CalendarRow>('calendars', 'owner, savedAt');
export const calendarEntryRows = defineStore<CalendarEntryRow, [owner: string, postId: string]>(
  'calendarEntries',
  '[owner+_id], [owner+ends]',
);

/** The number of the last event by which the user's calendar, or the organization's that the user is, may differ. */
export const calendarAt = defineFact<number>('calendarAt');

/**
 * How many calendars are kept, and for how many hours the days that are far from today: they may be on the screen. The
 * second line is for a full device.
 */
const limits = { usual: { calendars: 20, hours: 24 }, full: { calendars: 1, hours: 0 } };

/** Calendars: what stands in them around today, for a few users, and why it stands in one's own. */
export const calendar = defineCollection({
  stores: [calendarRows, calendarEntryRows],
  events: {
    'post-upserted': ({ seq }) => [calendarAt.to(seq)],
    'post-removed': ({ seq }) => [calendarAt.to(seq)],
    'follow-changed': ({ seq }) => [calendarAt.to(seq)],
    'feed-newer': ({ seq }) => [calendarAt.to(seq)],
    // What was just added must not disappear until the calendar is fetched again.
    'scheduler-changed': (event, userId) => [
      calendarAt.to(event.seq),
      changeReason(userId, event.payload.postId, 'added', event.payload.isAdded, event),
    ],
    'post-interest': (event, userId) => {
      const { postId, interests } = event.payload;
      const isGoing = interests.some((one) => one.going && one.userId === userId);
      return [calendarAt.to(event.seq), changeReason(userId, postId, 'going', isGoing, event)];
    },
  },
  // A screen that shows a part of a calendar which the snapshot lacks fetches it again.
  signals: [calendarAt],
  trim: (db, isFull) => trimCalendars(db, isFull ? limits.full : limits.usual),
});

const reasonUpdates = {
  say: (reasons, { postId, interest, on }, { id }) =>
    postId === id && interest === 'going' ? withReason(reasons, 'going', on) : reasons,
  schedule: (reasons, { postId, isAdded }, { id }) =>
    postId === id ? withReason(reasons, 'added', isAdded) : reasons,
} satisfies Parameters<typeof applyPending<CalendarReason[], PostMutations>>[0];

/** Returns why a post stands in the user's own calendar, with pending mutations; empty where it does not. */
export const applyToReasons = applyPending<CalendarReason[], PostMutations>(reasonUpdates);

/** A range between two UTC instants, ISO 8601. */
export interface Range {
  from: string;
  to: string;
}

/** A calendar as it is kept on this device. */
export interface KeptCalendar {
  /** In the order of time. */
  entries: CalendarEntry[];
  /** When the days around today were last fetched; undefined where they never were. */
  savedAt: Date | undefined;
}

const day = 24 * 60 * 60 * 1000;

/** The days of a calendar that are kept on the device: those around today. Begins at midnight UTC. */
export function keptRange(at = now()): Range {
  const today = Math.floor(at.getTime() / day) * day;
  return {
    from: new Date(today - calendarDays.before * day).toISOString(),
    to: new Date(today + calendarDays.after * day).toISOString(),
  };
}

/** Whether all of a range is kept on the device. */
export const isKept = (range: Range, kept = keptRange()): boolean =>
  kept.from <= range.from && range.to <= kept.to;

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

/** Returns the change by which a reason holds, or holds no longer, for a post in the user's own calendar. */
function changeReason(
  owner: string,
  postId: string,
  reason: CalendarReason,
  holds: boolean,
  { createdAt }: { createdAt: string },
): RowChange {
  return calendarEntryRows.update(
    [owner, postId],
    (row, read) => {
      const post = holds && !row ? read(postRows, postId)?.view : undefined;
      const entry = row?.entry ?? (post && entryOf(post)[0]);
      if (!entry) return undefined;
      return {
        owner,
        _id: postId,
        ends: entry.ends,
        fetchedAt: row?.fetchedAt ?? new Date(createdAt),
        entry: { ...entry, because: withReason(entry.because, reason, holds) },
      };
    },
    [{ store: postRows.name, key: postId }],
  );
}

function withReason(
  reasons: readonly CalendarReason[],
  reason: CalendarReason,
  holds: boolean,
): CalendarReason[] {
  const others = reasons.filter((one) => one !== reason);
  return holds ? [...others, reason] : others;
}

/** A post that the server has not put into the calendar yet, as it will stand there; none where it has no date. */
function entryOf(post: PostView): CalendarEntry[] {
  const { startDateTime, endDateTime, isActive } = post;
  if (!isActive || startDateTime === null) return [];
  return [
    {
      _id: post._id,
      postType: post.postType,
      title: post.title,
      startDateTime,
      endDateTime,
      timeZone: post.timeZone,
      address: post.address,
      creatorId: post.creatorId,
      organizationName: post.organizationName,
      isActive,
      topNeed: post.topNeed,
      scheduledPublish: post.scheduledPublish,
      scheduledPublishDateTime: post.scheduledPublishDateTime,
      impactAreas: post.impactAreas.map(({ _id }) => _id),
      skills: post.skills.map(({ _id }) => _id),
      starts: startDateTime,
      ends: endDateTime ?? minutesLater(startDateTime, calendarMinutes.withoutEnd),
      because: [],
    },
  ];
}

const minutesLater = (instant: string, minutes: number) =>
  new Date(Date.parse(instant) + minutes * 60_000).toISOString();

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

/** Keeps the days around today, of the calendars that were fetched last. */
export async function trimCalendars(db: LocalDatabase, { calendars, hours } = limits.usual): Promise<void> {
  const { from, to } = keptRange();
  const since = now().getTime() - hours * 60 * 60 * 1000;
  const entries = calendarEntryRows.in(db);
  await entries
    .filter(({ ends, entry, fetchedAt }) => (ends < from || entry.starts > to) && fetchedAt.getTime() < since)
    .delete();
  const extra = await calendarRows.in(db).orderBy('savedAt').reverse().offset(calendars).primaryKeys();
  await calendarRows.in(db).bulkDelete(extra);
  for (const owner of extra)
    await entries.where('[owner+ends]').between([owner, Dexie.minKey], [owner, Dexie.maxKey]).delete();
}
