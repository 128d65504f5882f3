import { notFound, notYours } from '../errors.ts';
import type { findPostState } from './posts.queries.ts';

type PostState = Awaited<ReturnType<typeof findPostState>>;

/** The one sentence for what is not there and for what may not be seen. */
export const notAvailable = () => notFound('Post is not available');

/** The state of a post that the caller may see. Drafts and scheduled posts exist only for their creator. */
export function requireVisible(state: PostState, callerId: string): NonNullable<PostState> {
  if (!state || (state.creator_id !== callerId && !state.is_active)) throw notAvailable();
  return state;
}

/** The state of a post that is the caller's to change. What the caller may not see is not there. */
export function requireOwn(state: PostState, callerId: string): NonNullable<PostState> {
  const visible = requireVisible(state, callerId);
  if (visible.creator_id !== callerId) throw notYours('Only its organization can do this with a post.');
  return visible;
}
