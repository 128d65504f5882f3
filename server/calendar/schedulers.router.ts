import { requireSelf } from '../access.ts';
import { readCursor } from '../cursor.ts';
import { conflict, notFound, Refusal } from '../errors.ts';
import { hydratePosts } from '../hydrate/posts.ts';
import { notAvailable } from '../posts/post-access.ts';
import { postRules } from '../posts/post-rules.schema.ts';
import { keepPost } from '../posts/posts.queries.ts';
import { publicProcedure, router, signedInProcedure } from '../trpc.ts';
import { write } from '../write.ts';
import {
  deleteEntry,
  findCalendarOwner,
  findEntries,
  hasEntry,
  insertEntry,
  isFollowing,
} from './schedulers.queries.ts';
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
      rest: { method: 'GET', path: '/schedulers/check-if-added/{a}/{b}' },
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
      rest: { method: 'PUT', path: '/schedulers/user/{id}/add-post', ...documentedEntry },
      summary: 'Add a post to the personal calendar',
      description:
        'Only of types that can be added, and of organizations that the caller does not follow: the posts of those are in the calendar anyway (409). Adding twice is adding once.',
    })
    .input(schedulerInput)
    .output(schedulerState)
    .mutation(({ ctx, input: { id: userId, postId } }) => {
      requireSelf(ctx.viewer, userId);
      return write(ctx, async (trx, effects) => {
        const post = await keepPost(trx, postId);
        if (!post?.is_active) throw notAvailable();
        if (!postRules[post.post_type].addable)
          throw new Refusal(
            'BAD_REQUEST',
            'not-addable',
            'Posts of this type cannot be added to a calendar.',
          );
        if (post.creator_id === userId || (await isFollowing(trx, userId, post.creator_id)))
          throw conflict('in-calendar', 'Posts of this organization are in your calendar already.');
        const state = { postId, isAdded: true };
        if (await insertEntry(trx, { userId, postId, createdAt: ctx.ports.clock.now() }))
          effects.event(userId, { type: 'scheduler-changed', payload: state });
        return state;
      });
    }),

  remove: signedInProcedure
    .meta({
      rest: { method: 'PUT', path: '/schedulers/user/{id}/remove-post', ...documentedEntry },
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
      rest: { method: 'GET', path: '/schedulers/user/{id}' },
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
      const posts = await hydratePosts(
        ctx.db,
        found.page.map((row) => row.post_id),
        viewerId,
      );
      const byId = new Map(posts.map((post) => [post._id, post]));
      const items = found.page.flatMap((row) => {
        const post = byId.get(row.post_id);
        return post ? [{ userId, postId: post._id, createdAt: row.created_at.toISOString(), post }] : [];
      });
      return { items, cursor: found.cursor };
    }),
});
