import { useNavigate } from '@tanstack/react-router';
import { type PostType, postRules } from '#server/posts/post-rules.schema.ts';
import type { PostView } from '#server/posts/posts.schema.ts';
import { trpc } from '#src/app/api.ts';
import { PagedResults } from '#src/app/paged-results.tsx';
import { useUser } from '#src/app/session.ts';
import { Link } from '#src/components/link.tsx';
import { SkeletonList } from '#src/components/skeleton.tsx';
import { Switch } from '#src/components/switch.tsx';
import { PostCardSkeleton } from '#src/entities/post-card-skeleton.tsx';
import { usePostPages } from '#src/local/collections/use-post-pages.ts';
import type { ImpactAddress } from './impact.ts';
import { ListedPost } from './listed-post.tsx';
import { texts } from './post-list.texts.ts';

interface PostsOfTypeProps {
  postType: PostType;
  /** Only those of this organization. */
  creatorId?: string | undefined;
  address: ImpactAddress;
}

/** Lists the published posts of one type, with a filter for urgent ones where the type has them. */
export function PostsOfType({ postType, creatorId, address }: PostsOfTypeProps) {
  const navigate = useNavigate();
  const saysNeed = postRules[postType].fields.some((field) => field === 'topNeed');
  const { topNeed, ...place } = address;
  const filters = { postTypes: [postType], creatorId, topNeed: saysNeed ? topNeed : undefined };
  const posts = usePostPages(filters, place);
  const showOnly = (needed: boolean) =>
    void navigate({ to: '.', search: needed ? { topNeed: true } : {}, replace: true });
  return (
    <>
      {saysNeed && (
        <Switch label={texts.postsOfType.onlyTopNeed} checked={topNeed === true} onCheckedChange={showOnly} />
      )}
      <PagedResults
        thing={texts.postsOfType.thingPost}
        emptyText={texts.postList.noPost}
        emptyHint={texts.postsOfType.noPostHint}
        query={posts}
        isFiltered={filters.topNeed === true}
        onReset={() => showOnly(false)}
        skeleton={<SkeletonList label={texts.postList.loadingPosts} count={3} item={<PostCardSkeleton />} />}
        renderPageLink={(place, props) => (
          <Link {...props} variant="bare" to="." search={{ ...(topNeed && { topNeed }), ...place }} />
        )}
      >
        {(items) =>
          creatorId === undefined ? (
            <PostsOfAll posts={items} />
          ) : (
            <div className="flex flex-col gap-4">
              {items.map((post) => (
                <ListedPost key={post._id} fetched={post} />
              ))}
            </div>
          )
        }
      </PagedResults>
    </>
  );
}

/** Posts of several organizations, which can be followed and endorsed here. */
function PostsOfAll({ posts }: { posts: readonly PostView[] }) {
  const ids = [...new Set(posts.map((post) => post.creatorId))];
  const endorsed = trpc.endorsements.mine.useQuery({ ids }, { enabled: useUser() !== undefined });
  return (
    <div className="flex flex-col gap-4">
      {posts.map((post) => (
        <ListedPost
          key={post._id}
          fetched={post}
          canFollow
          endorses={endorsed.data?.ids.includes(post.creatorId) ?? false}
        />
      ))}
    </div>
  );
}
