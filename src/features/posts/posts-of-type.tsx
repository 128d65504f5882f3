import { useNavigate } from '@tanstack/react-router';
import { type PostType, postRules } from '#server/posts/post-rules.schema.ts';
import { PagedResults } from '#src/app/paged-results.tsx';
import { Link } from '#src/components/link.tsx';
import { SkeletonList } from '#src/components/skeleton.tsx';
import { Switch } from '#src/components/switch.tsx';
import { PostCardSkeleton } from '#src/entities/post-card-skeleton.tsx';
import { usePostPages } from '#src/local/collections/use-post-pages.ts';
import type { ImpactAddress } from './impact.ts';
import { ListedPost } from './listed-post.tsx';

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
        <Switch label="Show Only Top Need" checked={topNeed === true} onCheckedChange={showOnly} />
      )}
      <PagedResults
        thing="post"
        emptyText="No Post Found"
        emptyHint="Nothing of this type is published right now."
        query={posts}
        isFiltered={filters.topNeed === true}
        onReset={() => showOnly(false)}
        skeleton={<SkeletonList label="Loading posts" count={3} item={<PostCardSkeleton />} />}
        renderPageLink={(place, props) => (
          <Link {...props} variant="bare" to="." search={{ ...(topNeed && { topNeed }), ...place }} />
        )}
      >
        {(items) => (
          <div className="flex flex-col gap-4">
            {items.map((post) => (
              <ListedPost key={post._id} fetched={post} canFollow={creatorId === undefined} />
            ))}
          </div>
        )}
      </PagedResults>
    </>
  );
}
