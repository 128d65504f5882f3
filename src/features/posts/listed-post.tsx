import { useNavigate, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PostView } from '#server/posts/posts.schema.ts';
import { useUser } from '#src/app/session.ts';
import { PostCard } from '#src/components/post-card.tsx';
import { attempt } from '#src/local/attempt.ts';
import { readPost } from '#src/local/collections/posts.ts';
import { useShownPost } from '#src/local/collections/use-shown-post.ts';
import { useLocal } from '#src/local/engine/use-local.ts';
import { useScheduling } from '#src/local/use-scheduling.ts';

/** What one can do in a list of posts. */
export interface PostActions {
  /** What one can do about the organization of a post. */
  followButton?: (organization: { _id: string; name: string; follows: boolean }) => ReactNode;
  /** The ways in which one can bring a post to others. */
  passOn?: (post: PostView) => ReactNode;
}

interface ListedPostProps extends PostActions {
  fetched: PostView;
}

/** A post of a list: as the device knows it, with what the reader did a moment ago; for visitors as it was fetched. */
export function ListedPost({ fetched, followButton, passOn }: ListedPostProps) {
  const user = useUser();
  const navigate = useNavigate();
  const here = useRouterState({ select: (state) => state.location.href });
  const kept = useLocal((db, userId) => readPost(db, userId, fetched._id), [fetched._id], fetched);
  const post = useShownPost(kept ?? fetched);
  const onSchedule = useScheduling(post);
  // Deleted since it was fetched.
  if (kept === null) return null;
  return (
    <PostCard
      post={post}
      onSchedule={onSchedule}
      passOn={passOn?.(post)}
      action={followButton?.({ _id: post.creatorId, name: post.organizationName, follows: post.follows })}
      onSay={(interest, on) =>
        user
          ? attempt({ name: 'say', input: { postId: post._id, interest, on }, about: post.title })
          : void navigate({ to: '/user/sign-in', search: { next: here } })
      }
    />
  );
}
