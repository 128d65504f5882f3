import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PostView } from '#server/posts/posts.schema.ts';
import { api, type RouterInputs } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { useUser } from '#src/app/session.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { LoadMore } from '#src/components/load-more.tsx';
import { PostCard } from '#src/components/post-card.tsx';
import { PostCardSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { attempt } from '#src/local/attempt.ts';
import { keepPosts, readPost } from '#src/local/posts.ts';
import { useLocal } from '#src/local/use-local.ts';
import { useScheduling } from '#src/local/use-scheduling.ts';
import { useShownPost } from '#src/local/use-shown-post.ts';

interface PostListProps {
  filters: RouterInputs['posts']['list']['filters'];
  /** Below `No Posts Found`. */
  emptyHint?: string;
  /** What one can do about the organization of a post. */
  followButton?: (organization: { _id: string; name: string; follows: boolean }) => ReactNode;
  /** The ways in which one can bring a post to others. */
  passOn?: (post: PostView) => ReactNode;
}

/** The published posts that a filter finds, newest first. */
export function PostList({ filters, emptyHint, followButton, passOn }: PostListProps) {
  const posts = useInfiniteQuery({
    queryKey: ['posts', 'list', filters],
    queryFn: ({ pageParam: cursor }) => keepPosts(() => api.posts.list.query({ filters, cursor })),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.cursor,
  });
  const items = posts.data?.pages.flatMap((page) => page.items) ?? [];

  if (posts.isPending) return <SkeletonList label="Loading posts" count={3} item={<PostCardSkeleton />} />;
  if (posts.isError && items.length === 0)
    return (
      <ErrorState
        message={failureOf(posts.error).message}
        retrying={posts.isFetching}
        onRetry={() => void posts.refetch()}
      />
    );
  if (items.length === 0) return <EmptyState title="No Posts Found" hint={emptyHint} />;
  return (
    <div className="flex flex-col gap-4">
      {items.map((post) => (
        <ListedPost key={post._id} fetched={post} followButton={followButton} passOn={passOn} />
      ))}
      <LoadMore
        things="posts"
        isComplete={!posts.hasNextPage}
        isLoading={posts.isFetchingNextPage}
        hasFailed={posts.isFetchNextPageError}
        onLoad={() => void posts.fetchNextPage()}
      />
    </div>
  );
}

interface ListedPostProps {
  fetched: PostView;
  followButton: PostListProps['followButton'];
  passOn: PostListProps['passOn'];
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
