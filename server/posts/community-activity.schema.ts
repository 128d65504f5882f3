import { z } from 'zod';
import { mostPoints, organizationsInput, searchOutput, searchPageSize } from '../search/search.schema.ts';
import { postFilter, postView } from './posts.schema.ts';

const filters = postFilter
  .omit({ isActive: true, scheduledPublish: true, creatorId: true })
  .default({})
  .describe('As a JSON object.');

export const postSearchInput = organizationsInput.extend({ filters });

export const postSearchOutput = searchOutput.extend({
  items: z.array(postView).describe(`At most ${searchPageSize}.`),
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
    .describe(`At most ${mostPoints}, those made last.`),
  isComplete: z.boolean().describe('Whether these are all that have a place.'),
});
