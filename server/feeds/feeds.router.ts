import { readCursor } from '../cursor.ts';
import { feedInput, postPage } from '../posts/posts.schema.ts';
import { router, signedInProcedure } from '../trpc.ts';
import { findFeed } from './feeds.queries.ts';

export const feedsRouter = router({
  home: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/posts/feed', operationId: 'listFeed' },
      summary: 'The feed of the signed-in user, newest first',
      description:
        'Posts of the organizations followed, posts that friends shared (with who did and when), and posts of the caller’s impact areas, each once. A shared post stands where it was last shared. An organization finds its own posts, too.',
      example: { limit: 30 },
    })
    .input(feedInput)
    .output(postPage)
    .query(({ ctx, input }) =>
      findFeed(ctx.db, {
        readerId: ctx.viewer.userId,
        limit: input.limit,
        cursor: readCursor(input.cursor),
      }),
    ),
});
