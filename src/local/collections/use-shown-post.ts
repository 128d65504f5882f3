import { useMemo } from 'react';
import type { PostView } from '#server/posts/posts.schema.ts';
import { useUser } from '#src/app/session.ts';
import { overlay } from '../engine/optimistic.ts';
import { useRecentActs } from '../engine/recent-mutations.ts';
import { lanes } from '../lanes.ts';

/** A post with what the user said to it a moment ago. */
export function useShownPost(post: PostView): PostView {
  const userId = useUser()?._id;
  const acts = useRecentActs(lanes.post(post._id));
  return useMemo(
    () => (userId === undefined ? post : overlay.post(post, acts, userId)),
    [post, acts, userId],
  );
}
