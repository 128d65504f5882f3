import { Dexie } from 'dexie';
import type { CalendarEntry } from '#server/calendar/calendar.schema.ts';
import {
  type CalendarReason,
  calendarDays,
  calendarMinutes,
} from '#server/calendar/calendar-rules.schema.ts';
import type { LoggedEvent } from '#server/events/events.schema.ts';
import type { PostView } from '#server/posts/posts.schema.ts';
import { api } from '#src/app/api.ts';
import { withReason } from './acts.ts';
import { type LocalDatabase, readMeta } from './database.ts';
import { shownActs } from './outbox.ts';
import { layOver } from './overlay.ts';
import { changeCopy } from './room.ts';

/** A stretch of time between two UTC instants, ISO 8601. */
export interface Stretch {
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
export function keptStretch(now = new Date()): Stretch {
  const today = Math.floor(now.getTime() / day) * day;
  return {
    from: new Date(today - calendarDays.before * day).toISOString(),
    to: new Date(today + calendarDays.after * day).toISOString(),
  };
}

/** Whether all of a stretch is kept on the device. */
export const isKept = (stretch: Stretch, kept = keptStretch()): boolean =>
  kept.from <= stretch.from && stretch.to <= kept.to;

/**
 * What stands in a calendar in a stretch of time, as far as it is kept on this device; in one's own with what one did
 * a moment ago.
 */
export function readCalendar(
  db: LocalDatabase,
  ownerId: string,
  { from, to }: Stretch,
): Promise<KeptCalendar> {
  return db.transaction('r', [db.calendars, db.calendarEntries, db.posts, db.outbox], async () => {
    const rows = await db.calendarEntries
      .where('[owner+ends]')
      .between([ownerId, from], [ownerId, Dexie.maxKey])
      .toArray();
    const kept = rows.map(({ entry }) => entry);
    const entries = ownerId === db.userId ? await withActs(db, kept) : kept;
    return {
      entries: entries
        .filter(({ starts, ends }) => starts < to && ends >= from)
        .toSorted((a, b) => compare(a.starts, b.starts) || compare(a._id, b._id)),
      savedAt: (await db.calendars.get(ownerId))?.savedAt,
    };
  });
}

const compare = (a: string, b: string) => Number(a > b) - Number(a < b);

/** The user's own calendar with what was added, taken out and promised a moment ago. */
async function withActs(db: LocalDatabase, entries: readonly CalendarEntry[]): Promise<CalendarEntry[]> {
  const acts = await shownActs(db);
  const changed = new Set(acts.flatMap(({ input }) => ('postId' in input ? [input.postId] : [])));
  const known = new Set(entries.map(({ _id }) => _id));
  const others = (await db.posts.bulkGet([...changed].filter((id) => !known.has(id)))).flatMap((row) =>
    row?.view ? entryOf(row.view) : [],
  );
  return [...entries, ...others].flatMap((entry) => {
    const because = layOver('because', entry.because, acts, { id: entry._id, userId: db.userId });
    return because.length === 0 ? [] : [{ ...entry, because }];
  });
}

/** Why a post stands in the user's own calendar, with what the user did a moment ago; empty where it does not. */
export function readReasons(db: LocalDatabase, postId: string): Promise<CalendarReason[]> {
  return db.transaction('r', [db.calendarEntries, db.outbox], async () => {
    const row = await db.calendarEntries.get([db.userId, postId]);
    const acts = await shownActs(db);
    return layOver('because', row?.entry.because ?? [], acts, { id: postId, userId: db.userId });
  });
}

/**
 * Brings the user's own calendar up with an event, as a part of the transaction in which its rows are written: what
 * was just added must not go until the calendar is fetched again.
 * @param revision of the change that the event is
 */
export async function noteInCalendar(db: LocalDatabase, event: LoggedEvent, revision: number): Promise<void> {
  if (event.type === 'scheduler-changed') {
    const { postId, isAdded } = event.payload;
    return noteReason(db, event, { postId, reason: 'added', holds: isAdded }, revision);
  }
  if (event.type === 'post-interest') {
    const { postId, interests } = event.payload;
    const isGoing = interests.some(({ userId, going }) => going && userId === db.userId);
    return noteReason(db, event, { postId, reason: 'going', holds: isGoing }, revision);
  }
  return undefined;
}

async function noteReason(
  db: LocalDatabase,
  { createdAt }: LoggedEvent,
  { postId, reason, holds }: { postId: string; reason: CalendarReason; holds: boolean },
  revision: number,
): Promise<void> {
  const owner = db.userId;
  const row = await db.calendarEntries.get([owner, postId]);
  const post = row ? undefined : (await db.posts.get(postId))?.view;
  const entry = row?.entry ?? (post && entryOf(post)[0]);
  if (!entry || (row && row.revision > revision)) return;
  await db.calendarEntries.put({
    owner,
    _id: postId,
    ends: entry.ends,
    fetchedAt: row?.fetchedAt ?? new Date(createdAt),
    revision,
    entry: { ...entry, because: withReason(entry.because, reason, holds) },
  });
}

/** A post that the server has not put into the calendar yet, as it will stand there; none where it has no date. */
function entryOf(post: PostView): CalendarEntry[] {
  if (!post.isActive || post.startDateTime === null) return [];
  return [
    {
      ...post,
      impactAreas: post.impactAreas.map(({ _id }) => _id),
      skills: post.skills.map(({ _id }) => _id),
      starts: post.startDateTime,
      ends: post.endDateTime ?? minutesLater(post.startDateTime, calendarMinutes.withoutEnd),
      because: [],
    },
  ];
}

const minutesLater = (instant: string, minutes: number) =>
  new Date(Date.parse(instant) + minutes * 60_000).toISOString();

/** Fetches a stretch of a calendar into the copy. Rejects where the server refuses or cannot be reached. */
export async function pullCalendar(
  db: LocalDatabase,
  ownerId: string,
  stretch: Stretch,
  isOwn: boolean,
): Promise<void> {
  const revision = (await readMeta(db, 'revision')) ?? 0;
  const entries = await fetchCalendar(ownerId, stretch, isOwn);
  const kept = keptStretch();
  const fetchedAt = new Date();
  await changeCopy(db, [db.calendars, db.calendarEntries], async () => {
    await db.calendarEntries
      .where('[owner+ends]')
      .between([ownerId, stretch.from], [ownerId, Dexie.maxKey])
      .filter((row) => row.entry.starts <= stretch.to && row.revision <= revision)
      .delete();
    // What changed since it was asked for stays as it is.
    const newer = await db.calendarEntries.bulkGet(entries.map(({ _id }) => [ownerId, _id]));
    await db.calendarEntries.bulkPut(
      entries
        .filter((_, index) => (newer[index]?.revision ?? 0) <= revision)
        .map((entry) => ({ owner: ownerId, _id: entry._id, ends: entry.ends, fetchedAt, revision, entry })),
    );
    if (isKept(kept, stretch)) await db.calendars.put({ owner: ownerId, savedAt: fetchedAt });
  });
}

/** Everything that stands in a calendar in a stretch of time, however many pages that takes. */
export async function fetchCalendar(
  ownerId: string,
  { from: startDate, to: endDate }: Stretch,
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
