import { lazy, Suspense } from 'react';
import type { PostView } from '#server/posts/posts.schema.ts';
import { useSignInTo } from '#src/app/intent.ts';
import { useUser } from '#src/app/session.ts';
import { FollowSlot, PassOnSlot } from '#src/entities/action-slots.tsx';
import { PostCard } from '#src/entities/post-card.tsx';
import { PostCardSkeleton } from '#src/entities/post-card-skeleton.tsx';

export interface ListedPostProps {
  fetched: PostView;
  /** Whether the organization can be followed here: not on its own page, which offers that once. */
  canFollow?: boolean | undefined;
}

// Visitors have nothing on their device.
const KeptListedPost = lazy(async () => ({
  default: (await import('./kept-listed-post.tsx')).KeptListedPost,
}));

/** A post of a list: as the device knows it, with what the reader did a moment ago; for visitors as it was fetched. */
export function ListedPost(props: ListedPostProps) {
  return useUser() ? (
    <Suspense fallback={<PostCardSkeleton />}>
      <KeptListedPost {...props} />
    </Suspense>
  ) : (
    <VisitorsPost {...props} />
  );
}

function VisitorsPost({ fetched: post, canFollow }: ListedPostProps) {
  const signInTo = useSignInTo();
  return (
    <PostCard
      post={post}
      passOn={<PassOnSlot post={post} />}
      action={
        canFollow && (
          <FollowSlot userId={post.creatorId} name={post.organizationName} follows={post.follows} />
        )
      }
      onSay={(interest) => signInTo({ does: 'say', postId: post._id, interest, about: post.title })}
    />
  );
}
