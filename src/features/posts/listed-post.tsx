import { Suspense } from 'react';
import type { PostView } from '#server/posts/posts.schema.ts';
import { useSignInTo } from '#src/app/intent.ts';
import { useUser } from '#src/app/session.ts';
import { lazyPart } from '#src/components/lazy-part.tsx';
import { EndorseSlot, FollowSlot, PassOnSlot } from '#src/entities/action-slots.tsx';
import { PostCard } from '#src/entities/post-card.tsx';
import { PostCardSkeleton } from '#src/entities/post-card-skeleton.tsx';
import { wholeName } from '#src/lib/shown-name.ts';

interface Offered {
  /** Whether the organization can be followed here: not on its own page, which offers that once. */
  canFollow?: boolean | undefined;
  /** Whether the viewer endorses the organization; undefined where that is not offered. */
  endorses?: boolean | undefined;
}

export interface ListedPostProps extends Offered {
  fetched: PostView;
}

// Visitors have nothing on their device.
const KeptListedPost = lazyPart(async () => (await import('./kept-listed-post.tsx')).KeptListedPost);

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

function VisitorsPost({ fetched: post, ...offered }: ListedPostProps) {
  const signInTo = useSignInTo();
  return (
    <PostCard
      post={post}
      passOn={<PassOnSlot post={post} />}
      action={<ListedPostActions post={post} {...offered} />}
      onSay={(interest) => signInTo({ does: 'say', postId: post._id, interest, about: post.title })}
    />
  );
}

/** What one can do about the organization of a post in a list. */
export function ListedPostActions({ post, canFollow, endorses }: { post: PostView } & Offered) {
  const organization = { userId: post.creatorId, name: wholeName(post.organizationName, 'organization') };
  return (
    <>
      {canFollow && <FollowSlot {...organization} follows={post.follows} />}
      {endorses !== undefined && <EndorseSlot {...organization} endorses={endorses} />}
    </>
  );
}
