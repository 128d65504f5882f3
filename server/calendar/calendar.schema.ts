import { z } from 'zod';
import { nearInput } from '../near.schema.ts';
import { postFilter, postView } from '../posts/posts.schema.ts';
import { id, pageInput, pageOf } from '../validation.schema.ts';
import { calendarDays, calendarMinutes, calendarReasons } from './calendar-rules.schema.ts';

const { creatorId, title, postTypes, impactAreas, skills, keyword, topNeed, fullAddress } = postFilter.shape;

export const calendarFilter = z.strictObject({
  creatorId,
  title,
  postTypes,
  impactAreas,
  skills,
  keyword,
  topNeed,
  fullAddress,
  near: nearInput.optional(),
  isActive: postFilter.shape.isActive.describe(
    "True: published. False: the viewer's own scheduled posts. Null: both.",
  ),
  startDate: postFilter.shape.startDate.describe(
    `From this instant on; ${calendarDays.before} days ago unless given.`,
  ),
  endDate: postFilter.shape.endDate.describe(
    `Until this instant, at most ${calendarDays.most} days after the start; in ${calendarDays.after} days unless given.`,
  ),
  scheduledPublish: z
    .boolean()
    .default(false)
    .describe("True: with the caller's own scheduled posts, at the time at which they go out."),
});
export type CalendarFilter = z.output<typeof calendarFilter>;

export const calendarInput = z.strictObject({
  id: id.describe('Whose calendar.'),
  filters: calendarFilter.default({ isActive: true, scheduledPublish: false }).describe('As a JSON object.'),
  cursor: pageInput.shape.cursor,
  limit: z.int().min(1).max(1000).default(1000).describe('At most how many posts.'),
});

/** A post at its time in a calendar: what is needed to draw it and to filter by. */
export const calendarEntry = postView
  .pick({
    _id: true,
    postType: true,
    title: true,
    startDateTime: true,
    endDateTime: true,
    timeZone: true,
    address: true,
    creatorId: true,
    organizationName: true,
    isActive: true,
    topNeed: true,
    scheduledPublish: true,
    scheduledPublishDateTime: true,
  })
  .extend({
    impactAreas: z.array(z.string()).describe('Ids.'),
    skills: z.array(z.string()).describe('Ids.'),
    starts: z
      .string()
      .describe('Where it stands: a UTC instant. When it begins, or when it goes out where it is scheduled.'),
    ends: z
      .string()
      .describe(
        `Until when: ${calendarMinutes.withoutEnd} minutes later where it has no end, ${calendarMinutes.scheduled} where it is scheduled.`,
      ),
    because: z
      .array(z.enum(calendarReasons))
      .describe('Why it stands there. Empty in calendars of others: that is theirs to know.'),
  });
export type CalendarEntry = z.infer<typeof calendarEntry>;

export const calendarPage = pageOf(calendarEntry);
