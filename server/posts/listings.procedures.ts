import { readCursor } from '../cursor.ts';
import { hydratePosts } from '../hydrate/posts.ts';
import { organizationProcedure, publicProcedure, signedInProcedure } from '../trpc.ts';
import { findGallery, findRecentlyEnded, findUpcoming } from './listings.queries.ts';
import { galleryInput, galleryPage, recentlyEndedInput, upcomingInput } from './listings.schema.ts';
import { loadWithDistances, postQueryOf } from './post-search.procedures.ts';
import { nearPostPage, postPage } from './posts.schema.ts';

/** Posts, and pictures of posts, in other orders than the newest first. */
export const listingProcedures = {
  gallery: publicProcedure
    .meta({
      rest: { method: 'GET', path: '/posts/gallery/user/{id}', operationId: 'listPictures' },
      summary: 'The pictures of an organization’s published posts, newest post first',
    })
    .input(galleryInput)
    .output(galleryPage)
    .query(async ({ ctx, input: { id: organizationId, limit, ...input } }) => {
      const cursor = readCursor(input.cursor);
      const found = await findGallery(ctx.db, { organizationId, limit, cursor });
      const items = found.rows.map(({ post, image }) => ({
        path: image.path,
        width: image.width,
        height: image.height,
        description: image.description,
        createdAt: image.created_at.toISOString(),
        postId: post.id,
        postType: post.post_type,
        title: post.title,
      }));
      return { items, cursor: found.cursor };
    }),

  upcoming: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/posts/upcoming', operationId: 'listUpcomingPosts' },
      summary: 'Posts that are still to begin, the next one first',
      description: 'Near a place: of the nearest 1,000.',
      example: { filters: { postTypes: ['event'] } },
    })
    .input(upcomingInput)
    .output(nearPostPage)
    .query(async ({ ctx, input: { filters, limit, ...input } }) => {
      const query = await postQueryOf(ctx, filters);
      const [from, cursor] = [ctx.ports.clock.now(), readCursor(input.cursor)];
      const found = await findUpcoming(ctx.db, { ...query, from, limit, cursor });
      return { items: await loadWithDistances(ctx.db, query.viewerId, found.rows), cursor: found.cursor };
    }),

  recentlyEnded: organizationProcedure
    .meta({
      rest: { method: 'GET', path: '/posts/recently-ended', operationId: 'listRecentlyEndedPosts' },
      summary: 'The caller’s published posts that are over, the latest end first',
    })
    .input(recentlyEndedInput)
    .output(postPage)
    .query(async ({ ctx, input: { limit, ...input } }) => {
      const organizationId = ctx.viewer.userId;
      const [until, cursor] = [ctx.ports.clock.now(), readCursor(input.cursor)];
      const found = await findRecentlyEnded(ctx.db, { organizationId, until, limit, cursor });
      return { items: await hydratePosts(ctx.db, found.ids, organizationId), cursor: found.cursor };
    }),
};
