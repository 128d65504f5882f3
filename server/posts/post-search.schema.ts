import { z } from 'zod';
import { aroundView } from '../near.schema.ts';
import { cursorMeaning, pageNumber, pageOutput, pageSize } from '../pages.schema.ts';
import { mostPoints } from '../search/search.schema.ts';
import { nearPostFilter, nearPostView, postView } from './posts.schema.ts';

const filters = nearPostFilter.prefault({}).describe('As a JSON object.');

export const postSearchInput = z.strictObject({
  filters,
  page: pageNumber,
  cursor: z.string().nullish().describe(cursorMeaning),
});

export const postSearchOutput = z.object({
  items: z.array(nearPostView).describe(`At most ${pageSize}.`),
  ...pageOutput,
});

export const postPointsInput = z.strictObject({ filters });

export const postPointsOutput = z.object({
  points: z
    .array(
      postView.pick({ _id: true, postType: true, title: true, organizationName: true }).extend({
        fullAddress: z.string(),
        latitude: z.number().describe('Degrees north.'),
        longitude: z.number().describe('Degrees east.'),
      }),
    )
    .describe(`At most ${mostPoints}, the nearest or else the newest.`),
  isComplete: z.boolean().describe('Whether these are all that have a place.'),
  around: aroundView,
});
