import { conflict, Refusal } from '../errors.ts';
import { notAvailable } from '../posts/post-access.ts';
import { postRules } from '../posts/post-rules.schema.ts';
import { keepPost } from '../posts/posts.queries.ts';
import type { SignedInContext } from '../trpc.ts';
import { write } from '../write.ts';
import { insertEntry, isFollowing } from './schedulers.queries.ts';

/** Adds a post to the viewer's calendar. Throws where posts of its type cannot be added, or it is there anyway. */
export function addPost(ctx: SignedInContext, postId: string) {
  const { userId } = ctx.viewer;
  return write(ctx, async (trx, effects) => {
    const post = await keepPost(trx, postId);
    if (!post?.is_active) throw notAvailable();
    if (!postRules[post.post_type].addable)
      throw new Refusal('BAD_REQUEST', 'not-addable', 'Posts of this type cannot be added to a calendar.');
    if (post.creator_id === userId || (await isFollowing(trx, userId, post.creator_id)))
      throw conflict('in-calendar', 'Posts of this organization are in your calendar already.');
    const state = { postId, isAdded: true };
    if (await insertEntry(trx, { userId, postId, createdAt: ctx.ports.clock.now() }))
      effects.event(userId, { type: 'scheduler-changed', payload: state });
    return state;
  });
}
