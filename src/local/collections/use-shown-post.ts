import { useMemo } from 'react';
import type { PostView } from '#server/posts/posts.schema.ts';
import { useUser } from '#src/app/session.ts';
import { useRecentMutations } from '../engine/recent-mutations.ts';
import { applyToPost, postLane } from './posts.ts';

/** Returns a post with the user's mutations of the last moment. */
export function useShownPost(post: PostView): PostView {
  const userId = useUser()?._id;
  const recent = useRecentMutations(postLane(post._id));
  return useMemo(
    () => (userId === undefined ? post : applyToPost(post, recent, userId)),
    [post, recent, userId],
  );
}
