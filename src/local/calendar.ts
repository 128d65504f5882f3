import { Dexie } from 'dexie';
import { type CalendarEntry, calendarDays, calendarMinutes } from '#server/calendar/calendar.schema.ts';
import type { PostView } from '#server/posts/posts.schema.ts';
import { api } from '#src/app/api.ts';
import type { LocalDatabase } from './database.ts';
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
  userId: string,
  ownerId: string,
  { from, to }: Stretch,
): Promise<KeptCalendar> {
  return db.transaction('r', [db.calendars, db.calendarEntries, db.posts, db.outbox], async () => {
    const rows = await db.calendarEntries
      .where('[owner+ends]')
      .between([ownerId, from], [ownerId, Dexie.maxKey])
      .toArray();
    const kept = rows.map(({ entry }) => entry);
    const entries = ownerId === userId ? await withActs(db, kept, userId) : kept;
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
async function withActs(
  db: LocalDatabase,
  entries: readonly CalendarEntry[],
  userId: string,
): Promise<CalendarEntry[]> {
  const acts = await shownActs(db);
  const changed = new Set(acts.flatMap(({ input }) => ('postId' in input ? [input.postId] : [])));
  if (changed.size === 0) return [...entries];
  const known = new Set(entries.map(({ _id }) => _id));
  const others = (await db.posts.bulkGet([...changed].filter((id) => !known.has(id)))).flatMap((row) =>
    row?.view ? entryOf(row.view) : [],
  );
  return [...entries, ...others].flatMap((entry) => {
    const because = layOver('because', entry.because, acts, { id: entry._id, userId });
    return because.length === 0 ? [] : [{ ...entry, because }];
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
  const entries = await fetchCalendar(ownerId, stretch, isOwn);
  const kept = keptStretch();
  const fetchedAt = new Date();
  await changeCopy(db, [db.calendars, db.calendarEntries], async () => {
    await db.calendarEntries
      .where('[owner+ends]')
      .between([ownerId, stretch.from], [ownerId, Dexie.maxKey])
      .filter(({ entry }) => entry.starts <= stretch.to)
      .delete();
    await db.calendarEntries.bulkPut(
      entries.map((entry) => ({ owner: ownerId, _id: entry._id, ends: entry.ends, fetchedAt, entry })),
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
