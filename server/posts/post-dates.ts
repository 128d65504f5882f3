import { type CalendarDate, parseDate, toZoned } from '@internationalized/date';
import { executeAlone } from '#db/batch.ts';
import { badField } from '../errors.ts';
import { timeZoneAt } from '../places/time-zone.ts';
import type { SignedInContext } from '../trpc.ts';
import { isDay } from '../validation.schema.ts';
import { selectWhereabouts, type Whereabouts } from './posts.queries.ts';
import { endBeforeStart, type PostEntry } from './posts.schema.ts';

/**
 * Returns an entry whose dates are instants and whose time zone is known: the one that was sent, else the one that the
 * post has, else the organization's. A start day means its begin in that zone, an end day its end.
 */
export async function resolveDates<Entry extends PostEntry>(
  ctx: SignedInContext,
  entry: Entry,
  postTimeZone: string | null,
): Promise<Entry> {
  const { startDateTime: start, endDateTime: end, scheduledPublishDateTime: scheduled } = entry;
  const hasDay = [start, end, scheduled].some((date) => date && isDay(date));
  if ((!start || entry.timeZone) && !hasDay) return entry;
  const timeZone = entry.timeZone ?? postTimeZone ?? (await findTimeZone(ctx));
  const resolved = {
    ...entry,
    ...(start && { timeZone, startDateTime: beginOf(start, timeZone) }),
    ...(end && { endDateTime: endOf(end, timeZone) }),
    ...(scheduled && { scheduledPublishDateTime: beginOf(scheduled, timeZone) }),
  };
  if (resolved.startDateTime && resolved.endDateTime && resolved.endDateTime < resolved.startDateTime)
    throw badField('endDateTime', endBeforeStart);
  return resolved;
}

/** The time zone of the caller's organization. */
export async function findTimeZone(
  ctx: Pick<SignedInContext, 'db'> & { viewer: { userId: string } },
): Promise<string> {
  const [found] = await executeAlone(ctx.db, selectWhereabouts(ctx.db, ctx.viewer.userId));
  return timeZoneOf(found);
}

/** An organization's time zone: of its address, else of its newest post with dates, else UTC. */
export function timeZoneOf(found: Whereabouts | undefined): string {
  const { latitude, longitude } = found?.address ?? {};
  if (latitude !== undefined && longitude !== undefined) return timeZoneAt({ latitude, longitude });
  return found?.newest_time_zone ?? 'UTC';
}

const beginOf = (date: string, timeZone: string): string =>
  isDay(date) ? beginOfDay(parseDate(date), timeZone).toISOString() : date;

const endOf = (date: string, timeZone: string): string =>
  isDay(date)
    ? new Date(beginOfDay(parseDate(date).add({ days: 1 }), timeZone).getTime() - 1).toISOString()
    : date;

const beginOfDay = (day: CalendarDate, timeZone: string): Date => toZoned(day, timeZone).toDate();
