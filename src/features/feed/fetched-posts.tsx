import { useInfiniteQuery } from '@tanstack/react-query';
import { newestShown } from '#server/public-pages/page-data.schema.ts';
import { api } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { ErrorState } from '#src/components/error-state.tsx';
import { LoadMore } from '#src/components/load-more.tsx';
import { SkeletonList } from '#src/components/skeleton.tsx';
import { PostCardSkeleton } from '#src/entities/post-card-skeleton.tsx';
import { NoPublicPosts, PublicPosts } from './public-posts.tsx';
import { texts } from './visitor-screen.texts.ts';

/** Lists the newest public posts without an end; those that follow on a page, where `after` is its cursor. */
export function FetchedPosts({ after }: { after: string | null }) {
  const posts = useInfiniteQuery({
    queryKey: ['posts', 'newest', after],
    queryFn: ({ pageParam: cursor }) => api.posts.list.query({ limit: newestShown, cursor }),
    initialPageParam: after,
    getNextPageParam: (page) => page.cursor,
  });
  const items = posts.data?.pages.flatMap((page) => page.items) ?? [];
  if (posts.isPending && !posts.isPaused)
    return <SkeletonList label={texts.newestPosts.loadingPosts} count={3} item={<PostCardSkeleton />} />;
  if ((posts.isError || posts.isPaused) && items.length === 0)
    return (
      <ErrorState
        message={failureOf(posts.error).message}
        retrying={posts.isFetching}
        onRetry={() => void posts.refetch()}
      />
    );
  if (items.length === 0 && after === null) return <NoPublicPosts />;
  return (
    <>
      <PublicPosts posts={items} />
      <LoadMore
        things={texts.newestPosts.thingsPosts}
        isComplete={!posts.hasNextPage}
        isLoading={posts.isFetchingNextPage}
        hasFailed={posts.isFetchNextPageError}
        onLoad={() => void posts.fetchNextPage()}
      />
    </>
  );
}
