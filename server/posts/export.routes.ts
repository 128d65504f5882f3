import { stringify } from 'csv-stringify/browser/esm/sync';
import { Hono } from 'hono';
import type { Db } from '#db/database.ts';
import { limit } from '../limit.ts';
import { failure, type RestBindings } from '../rest/rest.ts';
import { countOwnPosts, findOwnPosts } from './export.queries.ts';
import { postTypeLabels } from './post-rules.schema.ts';

/** How many posts are read at a time. */
const batchSize = 500;

const columns = ['Post Type', 'Post Title', 'Created At', 'Published'];

/**
 * `GET /api/posts/all-posts.csv`: all posts of the organization that asks, drafts included, the newest first, as a
 * file. It is sent while it is read, so that it may be long; `x-total-count` says how many posts there are, for who
 * wants to show how far it has come. Creation times are UTC instants, ISO 8601.
 */
export function postExportRoutes(): Hono<RestBindings> {
  return new Hono<RestBindings>().get('/posts/all-posts.csv', async (c) => {
    const ctx = c.get('context');
    const session = await ctx.session();
    if (!session) return failure('Please sign in first.', 401);
    if (session.userType !== 'organization') return failure('This is for organizations only.', 403);
    await limit(ctx, 'request', session.userId);
    return c.body(streamOf(csvOf(ctx.db, session.userId)), 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="all-posts.csv"',
      'x-content-type-options': 'nosniff',
      'x-total-count': String(await countOwnPosts(ctx.db, session.userId)),
    });
  });
}

async function* csvOf(db: Db, organizationId: string): AsyncGenerator<string> {
  // Spreadsheets take a file for UTF-8 only where it begins so.
  yield `\uFEFF${toCsv([columns])}`;
  let posts = await findOwnPosts(db, { organizationId, limit: batchSize });
  while (posts.length > 0) {
    yield toCsv(
      posts.map((post) => [
        postTypeLabels[post.post_type],
        post.title,
        post.created_at.toISOString(),
        post.is_active ? 'Yes' : 'No',
      ]),
    );
    const last = posts.at(-1);
    if (!last || posts.length < batchSize) return;
    const cursor = { at: last.created_at, id: last.id };
    posts = await findOwnPosts(db, { organizationId, limit: batchSize, cursor });
  }
}

/** Rows as RFC 4180 says. A cell that a spreadsheet would take for a formula gets an apostrophe before it. */
const toCsv = (rows: readonly string[][]): string =>
  stringify([...rows], { escape_formulas: true, record_delimiter: 'windows' });

/** Texts as bytes, made as fast as they are taken. */
function streamOf(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await texts.return(undefined);
    },
  });
}
