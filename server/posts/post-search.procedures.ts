import { hydratePosts } from '../hydrate/posts.ts';
import { findPage } from '../pages.ts';
import { mostPoints } from '../search/search.schema.ts';
import { publicProcedure } from '../trpc.ts';
import { readPostPlace } from './post-order.ts';
import { findPostPoints, walkPosts } from './post-search.queries.ts';
import {
  postPointsInput,
  postPointsOutput,
  postSearchInput,
  postSearchOutput,
} from './post-search.schema.ts';

/** Posts by filters, in pages with links to the pages around, and on a map. */
export const postSearchProcedures = {
  search: publicProcedure
    .meta({
      summary:
        'A page of the posts that a filter finds, newest first, those that have ended last, with links to the pages around',
    })
    .input(postSearchInput)
    .output(postSearchOutput)
    .query(async ({ ctx, input: { filters: filter, page, cursor } }) => {
      const viewerId = ctx.viewer?.userId;
      // Throws a 400 where it is invalid.
      readPostPlace(cursor);
      const walk = walkPosts(ctx.db, { filter, viewerId });
      const { ids, ...found } = await findPage(walk, { page, cursor: cursor ?? undefined });
      return { ...found, items: await hydratePosts(ctx.db, ids, viewerId) };
    }),

  points: publicProcedure
    .meta({ summary: 'The newest posts that a filter finds and that have a place, for a map' })
    .input(postPointsInput)
    .output(postPointsOutput)
    .query(async ({ ctx, input: { filters: filter } }) => {
      const points = await findPostPoints(ctx.db, { filter, viewerId: ctx.viewer?.userId });
      return { points: points.slice(0, mostPoints), isComplete: points.length <= mostPoints };
    }),
};
