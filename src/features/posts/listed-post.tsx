import type { PostView } from '#server/posts/posts.schema.ts';
import { useSignInTo } from '#src/app/intent.ts';
import { useUser } from '#src/app/session.ts';
import { FollowSlot, PassOnSlot } from '#src/entities/action-slots.tsx';
import { PostCard } from '#src/entities/post-card.tsx';
import { readPost } from '#src/local/collections/posts.ts';
import { useShownPost } from '#src/local/collections/use-shown-post.ts';
import { useLocal } from '#src/local/engine/use-local.ts';
import { tryMutate } from '#src/local/mutate.ts';
import { useScheduling } from '#src/local/use-scheduling.ts';

interface ListedPostProps {
  fetched: PostView;
  /** Whether the organization can be followed here: not on its own page, which offers that once. */
  canFollow?: boolean | undefined;
}

/** A post of a list: as the device knows it, with what the reader did a moment ago; for visitors as it was fetched. */
export function ListedPost({ fetched, canFollow = false }: ListedPostProps) {
  const user = useUser();
  const signInTo = useSignInTo();
  const kept = useLocal((db, userId) => readPost(db, userId, fetched._id), [fetched._id], fetched);
  const post = useShownPost(kept ?? fetched);
  const onSchedule = useScheduling(post);
  // Deleted since it was fetched.
  if (kept === null) return null;
  return (
    <PostCard
      post={post}
      onSchedule={onSchedule}
      passOn={<PassOnSlot post={post} />}
      action={
        canFollow && (
          <FollowSlot userId={post.creatorId} name={post.organizationName} follows={post.follows} />
        )
      }
      onSay={(interest, on) =>
        user
          ? tryMutate({ name: 'say', input: { postId: post._id, interest, on }, about: post.title })
          : signInTo({ does: 'say', postId: post._id, interest, about: post.title })
      }
    />
  );
}
