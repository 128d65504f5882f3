import { useMemo } from 'react';
import type { PostView } from '#server/posts/posts.schema.ts';
import { useUser } from '#src/app/session.ts';
import { lanes } from './lanes.ts';
import { overlay } from './overlay.ts';
import { useRecentActs } from './recent-acts.ts';

/** A post with what the user said to it a moment ago. */
export function useShownPost(post: PostView): PostView {
  const userId = useUser()?._id;
  const acts = useRecentActs(lanes.post(post._id));
  return useMemo(
    () => (userId === undefined ? post : overlay.post(post, acts, userId)),
    [post, acts, userId],
  );
}
