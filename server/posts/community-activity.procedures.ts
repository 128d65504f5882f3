import { hydratePosts } from '../hydrate/posts.ts';
import { findPage } from '../search/search.queries.ts';
import { mostPoints } from '../search/search.schema.ts';
import { publicProcedure } from '../trpc.ts';
import { findPostPoints, postSearch } from './community-activity.queries.ts';
import {
  postPointsInput,
  postPointsOutput,
  postSearchInput,
  postSearchOutput,
} from './community-activity.schema.ts';

/** What goes on in the community: published posts by filters, in pages and on a map. */
export const communityActivityProcedures = {
  search: publicProcedure
    .meta({ summary: 'A page of the published posts that a filter lets through, those made last first' })
    .input(postSearchInput)
    .output(postSearchOutput)
    .query(async ({ ctx, input: { filters, page, cursor } }) => {
      const search = postSearch({ ...filters, isActive: true });
      const { ids, ...found } = await findPage(ctx.db, search, { page, cursor: cursor ?? undefined });
      return { ...found, items: await hydratePosts(ctx.db, ids, ctx.viewer?.userId) };
    }),

  points: publicProcedure
    .meta({ summary: 'Published posts that a filter lets through and that have a place, for a map' })
    .input(postPointsInput)
    .output(postPointsOutput)
    .query(async ({ ctx, input: { filters } }) => {
      const points = await findPostPoints(ctx.db, { ...filters, isActive: true });
      return { points: points.slice(0, mostPoints), isComplete: points.length <= mostPoints };
    }),
};
