import type { Db } from '#db/database.ts';
import { requireSelf } from '../access.ts';
import { readCursor } from '../cursor.ts';
import { notFound } from '../errors.ts';
import { hydratePosts } from '../hydrate/posts.ts';
import { publicProcedure, router, signedInProcedure } from '../trpc.ts';
import { write } from '../write.ts';
import { addPost } from './add-post.ts';
import { deleteEntry, findCalendarOwner, findEntries, hasEntry } from './schedulers.queries.ts';
import {
  checkIfAddedInput,
  schedulerInput,
  schedulerListInput,
  schedulerPage,
  schedulerState,
} from './schedulers.schema.ts';

/** An entry as the list returns it may be sent whole. */
const documentedEntry = {
  actors: ['userId'],
  ignores: ['createdAt', 'post', 'isAdded'],
  references: ['postId'],
};

export const schedulersRouter = router({
  checkIfAdded: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/schedulers/check-if-added/{a}/{b}', operationId: 'checkIfPostAdded' },
      summary: 'Whether the caller has added a post to the personal calendar',
    })
    .input(checkIfAddedInput)
    .output(schedulerState)
    .query(async ({ ctx, input: { a: userId, b: postId } }) => {
      requireSelf(ctx.viewer, userId);
      return { postId, isAdded: await hasEntry(ctx.db, { userId, postId }) };
    }),

  add: signedInProcedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/schedulers/user/{id}/add-post',
        operationId: 'addPostToCalendar',
        ...documentedEntry,
      },
      errors: ['in-calendar', 'not-addable'],
      summary: 'Add a post to the personal calendar',
      description:
        'Only of types that can be added, and of organizations that the caller does not follow: the posts of those are in the calendar anyway (409). Adding twice is adding once.',
    })
    .input(schedulerInput)
    .output(schedulerState)
    .mutation(({ ctx, input: { id: userId, postId } }) => {
      requireSelf(ctx.viewer, userId);
      return addPost(ctx, postId);
    }),

  remove: signedInProcedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/schedulers/user/{id}/remove-post',
        operationId: 'removePostFromCalendar',
        ...documentedEntry,
      },
      summary: 'Take a post out of the personal calendar',
      description:
        'Where it was not added, nothing changes. It stays in the calendar for as long as the caller follows its organization or goes there.',
    })
    .input(schedulerInput)
    .output(schedulerState)
    .mutation(({ ctx, input: { id: userId, postId } }) => {
      requireSelf(ctx.viewer, userId);
      return write(ctx, async (trx, effects) => {
        const state = { postId, isAdded: false };
        if (await deleteEntry(trx, { userId, postId }))
          effects.event(userId, { type: 'scheduler-changed', payload: state });
        return state;
      });
    }),

  list: publicProcedure
    .meta({
      rest: { method: 'GET', path: '/schedulers/user/{id}', operationId: 'listCalendarPosts' },
      summary: 'The posts that somebody has added to the calendar, the last added first',
      description: 'Of individuals only where their calendar is public, or for themselves.',
    })
    .input(schedulerListInput)
    .output(schedulerPage)
    .query(async ({ ctx, input: { id: userId, limit, cursor } }) => {
      const viewerId = ctx.viewer?.userId;
      const owner = await findCalendarOwner(ctx.db, userId, viewerId);
      // Others see of an organization's calendar what it plans itself, not what it takes note of.
      if (!owner || (owner.user_type === 'organization' && userId !== viewerId)) throw notFound();
      const found = await findEntries(ctx.db, { userId, limit, cursor: readCursor(cursor) });
      const items = await presentEntries(ctx.db, userId, found.page, viewerId);
      return { items, cursor: found.cursor };
    }),
});

/** Entries with their posts as the viewer sees them; entries of posts that are not to be seen are left out. */
async function presentEntries(
  db: Db,
  userId: string,
  rows: Awaited<ReturnType<typeof findEntries>>['page'],
  viewerId: string | undefined,
) {
  const ids = rows.map((row) => row.post_id);
  const posts = new Map((await hydratePosts(db, ids, viewerId)).map((post) => [post._id, post]));
  return rows.flatMap((row) => {
    const post = posts.get(row.post_id);
    return post ? [{ userId, postId: post._id, createdAt: row.created_at.toISOString(), post }] : [];
  });
}
