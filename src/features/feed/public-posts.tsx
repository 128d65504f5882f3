import { Newspaper } from 'lucide-react';
import type { PostView } from '#server/posts/posts.schema.ts';
import { useSignInTo } from '#src/app/intent.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ButtonLink } from '#src/components/link.tsx';
import { FollowSlot, PassOnSlot } from '#src/entities/action-slots.tsx';
import { PostCard } from '#src/entities/post-card.tsx';
import { wholeName } from '#src/lib/shown-name.ts';
import { texts } from './visitor-screen.texts.ts';

/** Renders posts as visitors see them: what takes an account leads to one. */
export function PublicPosts({ posts }: { posts: readonly PostView[] }) {
  const signInTo = useSignInTo();
  return posts.map((post) => (
    <PostCard
      key={post._id}
      post={post}
      level={3}
      action={
        <FollowSlot
          userId={post.creatorId}
          name={wholeName(post.organizationName, 'organization')}
          follows={false}
        />
      }
      onSay={(interest) => signInTo({ does: 'say', postId: post._id, interest, about: post.title })}
      passOn={<PassOnSlot post={post} only="share" />}
    />
  ));
}

/** What stands in their place where there are none. */
export function NoPublicPosts() {
  return (
    <EmptyState
      icon={<Newspaper />}
      title={texts.newestPosts.noPosts}
      hint={texts.newestPosts.noPostsHint}
      action={<ButtonLink to="/user/sign-up">{texts.visitorScreen.joinGatherwell}</ButtonLink>}
    />
  );
}
