import { Hono } from 'hono';
import type { Db } from '#db/database.ts';
import { csvResponse } from '../csv.ts';
import { limitRequest } from '../limit.ts';
import { failure, type RestBindings } from '../rest/rest.ts';
import { countOwnPosts, findOwnPosts } from './export.queries.ts';
import { postTypeLabels } from './post-rules.schema.ts';

/** How many posts are read at a time. */
const batchSize = 500;

const columns = ['Post Type', 'Post Title', 'Created At', 'Published'];

/**
 * `GET /api/posts/all-posts.csv`: all posts of the organization that asks, drafts included, the newest first, as a
 * file. It is sent while it is read, so that it may be long; `x-total-count` is how many posts there are, for who
 * wants to show how far it has come. Creation times are UTC instants, ISO 8601.
 */
export function postExportRoutes(): Hono<RestBindings> {
  return new Hono<RestBindings>().get('/posts/all-posts.csv', async (c) => {
    const ctx = c.get('context');
    const session = await ctx.session(['read']);
    if (!session) return failure('Please sign in first.', 401);
    if (session.userType !== 'organization') return failure('This is for organizations only.', 403);
    await limitRequest(ctx, session);
    const total = await countOwnPosts(ctx.db, session.userId);
    return csvResponse('all-posts.csv', columns, rowsOf(ctx.db, session.userId), total);
  });
}

async function* rowsOf(db: Db, organizationId: string): AsyncGenerator<string[][]> {
  let posts = await findOwnPosts(db, { organizationId, limit: batchSize });
  while (posts.length > 0) {
    yield posts.map((post) => [
      postTypeLabels[post.post_type],
      post.title,
      post.created_at.toISOString(),
      post.is_active ? 'Yes' : 'No',
    ]);
    const last = posts.at(-1);
    if (!last || posts.length < batchSize) return;
    const cursor = { at: last.created_at, id: last.id };
    posts = await findOwnPosts(db, { organizationId, limit: batchSize, cursor });
  }
}
