import type { PostView } from '#server/posts/posts.schema.ts';
import { useUser } from '#src/app/session.ts';
import { tryMutate } from './mutate.ts';

/**
 * Returns a function that adds a post to the user's calendar, or removes it. Returns undefined where that is not
 * offered: to visitors, for types that cannot be added, and for posts that are in the calendar anyway, which are the
 * user's own, those of organizations that the user follows, and those to which the user goes.
 */
export function useScheduling(
  post: Pick<PostView, '_id' | 'title' | 'addable' | 'isActive' | 'creatorId' | 'follows' | 'isAdded'> & {
    interests: readonly { going: boolean }[];
  },
): ((isAdded: boolean) => void) | undefined {
  const user = useUser();
  if (!user || !post.addable || !post.isActive || post.follows || post.creatorId === user._id)
    return undefined;
  // What was added before can still be taken out.
  if (post.interests[0]?.going && !post.isAdded) return undefined;
  return (isAdded) =>
    void tryMutate({ name: 'schedule', input: { postId: post._id, isAdded }, about: post.title });
}
