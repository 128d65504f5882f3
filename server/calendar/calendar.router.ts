import { readCursor } from '../cursor.ts';
import { badField, notFound } from '../errors.ts';
import { circleOf, postsAround } from '../near.ts';
import { publicProcedure, router } from '../trpc.ts';
import { addressProcedures } from './addresses.procedures.ts';
import { presentEntry } from './calendar.present.ts';
import { findCalendar } from './calendar.queries.ts';
import { calendarInput, calendarPage } from './calendar.schema.ts';
import { calendarDays } from './calendar-rules.schema.ts';
import { findCalendarOwner } from './schedulers.queries.ts';

const day = 24 * 60 * 60 * 1000;

export const calendarRouter = router({
  ofUser: publicProcedure
    .meta({
      rest: { method: 'GET', path: '/posts/calendar/user/{id}', operationId: 'listCalendarEntries' },
      summary: 'The posts in somebody’s calendar, in the order of time',
      description:
        'Of an individual: published posts with dates of the organizations followed, those added, and those gone to; only for themselves, unless their calendar is public. Of an organization: its published posts with dates; for itself also what an individual’s holds.',
      example: { filters: { postTypes: ['event'], topNeed: false } },
    })
    .input(calendarInput)
    .output(calendarPage)
    .query(async ({ ctx, input: { id: userId, filters, limit, ...input } }) => {
      const { startDate, endDate, near, ...filter } = filters;
      const { from, to } = rangeOf(startDate, endDate, ctx.ports.clock.now());
      const viewerId = ctx.viewer?.userId;
      const owner = await findCalendarOwner(ctx.db, userId, viewerId);
      if (!owner) throw notFound();
      const cursor = readCursor(input.cursor);
      const circle = await circleOf(ctx.db, near, viewerId);
      const around = circle && postsAround(circle);
      const found = await findCalendar(ctx.db, { owner, viewerId, filter, around, from, to, limit, cursor });
      const ownerId = userId === viewerId ? userId : undefined;
      return { items: found.page.map((row) => presentEntry(row, ownerId)), cursor: found.cursor };
    }),

  ...addressProcedures,
});

/** Returns the requested range. A missing bound is so many days from the given one, or else from now. */
function rangeOf(startDate: string | undefined, endDate: string | undefined, now: Date) {
  const whole = (calendarDays.before + calendarDays.after) * day;
  const end = endDate === undefined ? now.getTime() + calendarDays.after * day : Date.parse(endDate);
  const from = startDate === undefined ? end - whole : Date.parse(startDate);
  const to = endDate === undefined ? from + whole : end;
  if (to < from) throw badField('filters.endDate', 'The end must not lie before the start');
  if (to - from > calendarDays.most * day)
    throw badField('filters.endDate', `Ask for at most ${calendarDays.most} days`);
  return { from: new Date(from), to: new Date(to) };
}
