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
import { now } from '#src/lib/server-clock.ts';
import { withReason } from '../acts.ts';
import { currentRevision, type LocalDatabase } from '../engine/database.ts';
import { layOver } from '../engine/optimistic.ts';
import { shownActs } from '../engine/outbox.ts';
import { changeCopy } from '../engine/quota.ts';

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
export function keptStretch(at = now()): Stretch {
  const today = Math.floor(at.getTime() / day) * day;
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
 * Brings the user's own calendar up with events, as a part of the transaction in which their rows are written, and
 * before that: what was just added must not go until the calendar is fetched again.
 * @param before the revision before the events, each of which is the next
 */
export async function noteInCalendar(
  db: LocalDatabase,
  events: readonly LoggedEvent[],
  before: number,
): Promise<void> {
  const ids = [...new Set(events.flatMap((event) => reasonIn(event, db.userId)?.postId ?? []))];
  const stored = await db.posts.bulkGet(ids);
  // Each event meets the posts as they are at its place in the log, however many come at once.
  const posts = new Map(stored.flatMap((row) => (row?.view ? [[row._id, row.view]] : [])));
  for (const [index, event] of events.entries()) {
    if (event.type === 'post-upserted') posts.set(event.payload.post._id, event.payload.post);
    if (event.type === 'post-removed') posts.delete(event.payload.postId);
    const reason = reasonIn(event, db.userId);
    if (reason)
      await noteReason(db, { ...reason, post: posts.get(reason.postId) }, event, before + index + 1);
  }
}

/** What an event says of why a post stands in the user's own calendar. */
interface ReasonChange {
  postId: string;
  reason: CalendarReason;
  holds: boolean;
}

function reasonIn(event: LoggedEvent, ownId: string): ReasonChange | undefined {
  if (event.type === 'scheduler-changed') {
    const { postId, isAdded } = event.payload;
    return { postId, reason: 'added', holds: isAdded };
  }
  if (event.type === 'post-interest') {
    const { postId, interests } = event.payload;
    const isGoing = interests.some(({ userId, going }) => going && userId === ownId);
    return { postId, reason: 'going', holds: isGoing };
  }
  return undefined;
}

async function noteReason(
  db: LocalDatabase,
  { postId, reason, holds, post }: ReasonChange & { post: PostView | undefined },
  { createdAt }: LoggedEvent,
  revision: number,
): Promise<void> {
  const owner = db.userId;
  const row = await db.calendarEntries.get([owner, postId]);
  const entry = row?.entry ?? (holds && post ? entryOf(post)[0] : undefined);
  if (!entry) return;
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

/** Fetches a stretch of a calendar into the copy. Rejects where the server refuses or cannot be reached. */
export async function pullCalendar(
  db: LocalDatabase,
  ownerId: string,
  stretch: Stretch,
  isOwn: boolean,
): Promise<void> {
  const revision = await currentRevision(db);
  const entries = await fetchCalendar(ownerId, stretch, isOwn);
  const kept = keptStretch();
  const fetchedAt = now();
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
