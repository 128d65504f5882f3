import { useQuery } from '@tanstack/react-query';
import { PassOnSlot } from '#src/entities/action-slots.tsx';
import { PostCard } from '#src/entities/post-card.tsx';
import { useCommitted } from '#src/entities/use-committed.tsx';
import { keepPost } from '#src/local/collections/posts.ts';
import { useKeptPost } from '#src/local/collections/use-kept-post.ts';
import { useShownPost } from '#src/local/collections/use-shown-post.ts';
import { tryMutate } from '#src/local/mutate.ts';
import { useScheduling } from '#src/local/use-scheduling.ts';
import { ListedPostActions, type ListedPostProps } from './listed-post.tsx';

/** A post of a list as the device of a signed-in user knows it, with what the reader did a moment ago. */
export function KeptListedPost({ fetched, ...offered }: ListedPostProps) {
  const kept = useKeptPost(fetched);
  const post = useShownPost(kept ?? fetched);
  // Dropped from the device since, with all rows or to make room: only what is kept follows events and own reactions.
  useQuery({
    queryKey: ['posts', 'kept', fetched._id],
    queryFn: () => keepPost(fetched._id),
    enabled: kept === undefined,
  });
  const onSchedule = useScheduling(post);
  const [showCommitted, committed] = useCommitted(fetched._id);
  // Deleted since it was fetched.
  if (kept === null) return null;
  return (
    <>
      <PostCard
        post={post}
        onSchedule={onSchedule}
        onShow={showCommitted}
        passOn={<PassOnSlot post={post} />}
        action={<ListedPostActions post={post} {...offered} />}
        onSay={(interest, on) =>
          tryMutate({ name: 'say', input: { postId: post._id, interest, on }, about: post.title })
        }
      />
      {committed}
    </>
  );
}
