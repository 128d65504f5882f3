import { z } from 'zod';
import { personView } from '../profiles/profiles.schema.ts';
import { listOfInput, searchedList, summaryInput } from '../relations/relations.schema.ts';
import { id, pageOf } from '../validation.schema.ts';
import { postIdInput } from './posts.schema.ts';

export const postViews = z.object({ views: z.int().describe('How many have looked at it, each once.') });

export const postViewersInput = listOfInput.extend(postIdInput.shape);
export const organizationViewersInput = listOfInput.extend(searchedList);
export const viewerSummaryInput = summaryInput;

export const viewerPage = pageOf(
  z.object({
    viewer: personView,
    viewedAt: z.string().describe('When it was the first time: a UTC instant.'),
  }),
);

export const viewerSummary = z.object({
  totalViewers: z.int(),
  totalNewViewers: z.int().describe('Those whose first time was in the last 7 days.'),
});

export const statisticsInput = z.strictObject({
  id: id.describe('The organization, for all its posts together, or one of its posts.'),
});

const label = z.string().describe('The month: `Nov 2026`.');

/** Six months up to the present one, oldest first. */
export const statistics = z.object({
  viewerStatisticsOfLastSixMonths: z.array(
    z.object({ label, views: z.int().describe('First views of a post.') }),
  ),
  interactionStatisticsOfLastSixMonths: z.array(
    z.object({ label, liked: z.int(), interested: z.int(), going: z.int() }),
  ),
  timeZone: z.string().describe('IANA name of the organization’s time zone: its months are counted.'),
});

/** Those who reacted to a post. */
export const postFollowerPage = pageOf(
  z.object({
    user: personView,
    liked: z.boolean(),
    interested: z.boolean(),
    going: z.boolean(),
  }),
);
