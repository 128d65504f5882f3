import { Dexie } from 'dexie';
import type { CalendarEntry } from '#server/calendar/calendar.schema.ts';
import {
  type CalendarReason,
  calendarDays,
  calendarMinutes,
} from '#server/calendar/calendar-rules.schema.ts';
import type { PostView } from '#server/posts/posts.schema.ts';
import { now } from '#src/lib/server-clock.ts';
import { defineCollection } from '../engine/collection.ts';
import { applyPending } from '../engine/optimistic.ts';
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

/** How pending mutations change why a post stands in the user's own calendar. */
export const reasonUpdates = {
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
export function entryOf(post: PostView): CalendarEntry[] {
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
