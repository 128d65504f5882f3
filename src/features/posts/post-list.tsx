import { useInfiniteQuery } from '@tanstack/react-query';
import type { PostView } from '#server/posts/posts.schema.ts';
import { api, type RouterInputs } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { listedPostsKey } from '#src/app/keep-page-data.ts';
import { session } from '#src/app/session.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ListStates } from '#src/components/list-states.tsx';
import { MorePages } from '#src/components/paged-list.tsx';
import { SkeletonList } from '#src/components/skeleton.tsx';
import { PostCardSkeleton } from '#src/entities/post-card-skeleton.tsx';
import { ListedPost } from './listed-post.tsx';
import { texts } from './post-list.texts.ts';

interface PostListProps {
  filters: RouterInputs['posts']['list']['filters'];
  /** Below `No Post Found`. */
  emptyHint?: string;
}

/** The published posts that a filter finds, newest first, those that have ended last; without an end. */
export function PostList({ filters, emptyHint }: PostListProps) {
  const posts = useInfiniteQuery({
    queryKey: listedPostsKey(filters),
    queryFn: ({ pageParam: cursor }) => fetchPosts(() => api.posts.list.query({ filters, cursor })),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.cursor,
  });
  const items = posts.data?.pages.flatMap((page) => page.items);
  return (
    <div className="flex flex-col gap-4">
      <ListStates
        query={posts}
        isLoaded={items !== undefined}
        problem={failureOf(posts.error).message}
        skeleton={<SkeletonList label={texts.postList.loadingPosts} count={3} item={<PostCardSkeleton />} />}
      >
        {items?.length ? (
          <>
            {items.map((post) => (
              <ListedPost key={post._id} fetched={post} />
            ))}
            <MorePages things={texts.postList.thingsPosts} query={posts} />
          </>
        ) : (
          <EmptyState title={texts.postList.noPost} hint={emptyHint} />
        )}
      </ListStates>
    </div>
  );
}

/** Fetches posts, and keeps them on the device of who is signed in. */
async function fetchPosts<Page extends { items: PostView[] }>(fetchPage: () => Promise<Page>): Promise<Page> {
  if (session.userId() === undefined) return fetchPage();
  const { keepPosts } = await import('#src/local/collections/posts.ts');
  return keepPosts(fetchPage);
}
