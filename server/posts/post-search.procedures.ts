import type { z } from 'zod';
import type { Db } from '#db/database.ts';
import type { Context } from '../context.ts';
import { hydratePosts } from '../hydrate/posts.ts';
import {
  type Around,
  circleOf,
  type FoundNear,
  findNearestPage,
  postsAround,
  type Told,
  walkNearest,
  withDistances,
} from '../near.ts';
import { findPage, type Walk } from '../pages.ts';
import type { Session } from '../ports.ts';
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
import { findNearestPosts, type PostQuery } from './posts.queries.ts';
import type { nearPostFilter, nearPostPage } from './posts.schema.ts';

/** Posts by filters, in pages with links to the pages around, and on a map. */
export const postSearchProcedures = {
  search: publicProcedure
    .meta({
      summary:
        'A page of the posts that a filter finds, newest or nearest first, those that have ended last, with links to the pages around',
    })
    .input(postSearchInput)
    .output(postSearchOutput)
    .query(async ({ ctx, input: { filters, page, cursor } }) => {
      const query = await postQueryOf(ctx, filters);
      const { walk, tell } = walkOf(ctx.db, query, cursor);
      const { ids, ...found } = await findPage(walk, { page, cursor: cursor ?? undefined });
      const posts = await hydratePosts(ctx.db, ids, query.viewerId);
      return { ...found, items: posts.map((post) => ({ ...post, ...tell(post._id) })) };
    }),

  points: publicProcedure
    .meta({ summary: 'The newest or nearest posts that a filter finds and that have a place, for a map' })
    .input(postPointsInput)
    .output(postPointsOutput)
    .query(async ({ ctx, input: { filters } }) => {
      const query = await postQueryOf(ctx, filters);
      const points = await findPostPoints(ctx.db, query);
      return {
        points: points.slice(0, mostPoints),
        isComplete: points.length <= mostPoints,
        around: query.around?.circle ?? null,
      };
    }),
};

/** The pages of posts, and the distances of the posts on them. */
function walkOf(
  db: Db,
  query: PostQuery,
  cursor: string | null | undefined,
): { walk: Walk; tell: (id: string) => Told } {
  const { around } = query;
  if (around) return walkNearest((wanted) => findNearestPosts(db, { ...query, around }, wanted), around);
  // Throws a 400 where it is invalid.
  readPostPlace(cursor);
  return { walk: walkPosts(db, query), tell: () => ({}) };
}

/** A page of the nearest posts that a filter finds. */
export async function loadNearestPosts(
  db: Db,
  query: PostQuery & { around: Around },
  page: { limit: number; cursor: string | null | undefined },
): Promise<z.output<typeof nearPostPage>> {
  const { rows, cursor } = await findNearestPage(
    (wanted) => findNearestPosts(db, query, wanted),
    query.around,
    page,
  );
  return { items: await loadWithDistances(db, query.viewerId, rows), cursor };
}

/** Posts that were found, with how far away they are where that was asked for. */
export async function loadWithDistances(
  db: Db,
  viewerId: string | undefined,
  found: readonly FoundNear[],
): Promise<z.output<typeof nearPostPage>['items']> {
  const ids = found.map(({ id }) => id);
  return withDistances(await hydratePosts(db, ids, viewerId), found);
}

/** Which posts a filter means, for the caller. */
export async function postQueryOf(
  { db, viewer }: Pick<Context, 'db'> & { viewer?: Session | undefined },
  { near, ...filter }: z.output<typeof nearPostFilter>,
): Promise<PostQuery> {
  const viewerId = viewer?.userId;
  const circle = await circleOf(db, near, viewerId);
  return { filter, viewerId, around: circle && postsAround(circle) };
}
