import { readCursor } from '../cursor.ts';
import { hydratePosts } from '../hydrate/posts.ts';
import { feedInput, postPage } from '../posts/posts.schema.ts';
import { router, signedInProcedure } from '../trpc.ts';
import { findFeed } from './feeds.queries.ts';

export const feedsRouter = router({
  home: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/posts/feed' },
      summary: 'The feed of the signed-in user, newest first',
      description:
        'Posts of the organizations followed, posts that friends shared (with who did and when), and posts of the caller’s impact areas, each once. A shared post stands where it was last shared. An organization finds its own posts, too.',
      example: { limit: 30 },
    })
    .input(feedInput)
    .output(postPage)
    .query(async ({ ctx, input }) => {
      const readerId = ctx.viewer.userId;
      const { entries, cursor } = await findFeed(ctx.db, {
        readerId,
        limit: input.limit,
        cursor: readCursor(input.cursor),
      });
      const ids = entries.map((entry) => entry.postId);
      const posts = await hydratePosts(ctx.db, ids, readerId);
      const places = new Map(entries.map((entry) => [entry.postId, entry]));
      const items = posts.map((post) => {
        const place = places.get(post._id);
        if (!place?.sharedBy) return post;
        const { sharedBy, sharedByName, at } = place;
        return { ...post, sharedBy, sharedByName, sharedAt: at.toISOString() };
      });
      return { items, cursor };
    }),
});
