import { useMemo } from 'react';
import type { RouterInputs } from '#src/app/api.ts';
import { PagedResults } from '#src/app/paged-results.tsx';
import { lazyPart } from '#src/components/lazy-part.tsx';
import { Link } from '#src/components/link.tsx';
import { LinkTab } from '#src/components/link-tabs.tsx';
import { SkeletonList } from '#src/components/skeleton.tsx';
import { PostCardSkeleton } from '#src/entities/post-card-skeleton.tsx';
import { PostWithDistance } from '#src/entities/post-with-distance.tsx';
import { withNear } from '#src/lib/near.ts';
import { usePostPages } from '#src/local/collections/use-post-pages.ts';
import { PostFilters } from './post-filters.tsx';
import { texts } from './post-search.texts.ts';
import type { PostFilters as Filters, PostSearchAddress } from './search-address.ts';
import { DiscoverShell } from './search-shell.tsx';

const PostMap = lazyPart(async () => (await import('./post-map.tsx')).PostMap);

interface CommunityActivityScreenProps {
  address: PostSearchAddress;
  onAddressChange: (address: PostSearchAddress) => void;
}

/** Shows filtered posts of the community as a list and on a map. */
export function CommunityActivityScreen({ address, onAddressChange }: CommunityActivityScreenProps) {
  const { page, cursor, view, ...filters } = address;
  const asked = JSON.stringify(filters);
  const wanted = useMemo(() => instantsOf(JSON.parse(asked) as Filters), [asked]);
  const found = usePostPages(wanted, { page, cursor }, view !== 'map');
  const ofView = view ? { view } : {};
  return (
    <DiscoverShell
      title={texts.communityActivity.communityActivity}
      view={view}
      renderViewTab={(shown, look) => (
        <LinkTab to="/search/community-activity" search={{ ...filters, ...shown }} {...look} />
      )}
      filters={
        <PostFilters filters={filters} onSearch={(chosen) => onAddressChange({ ...chosen, ...ofView })} />
      }
      map={<PostMap filters={wanted} />}
    >
      <PagedResults
        thing={texts.communityActivity.thingPost}
        emptyText={texts.communityActivity.noPosts}
        query={found}
        isFiltered={Object.keys(filters).length > 0}
        onReset={() => onAddressChange({})}
        skeleton={
          <SkeletonList
            label={texts.communityActivity.searchingPosts}
            count={3}
            item={<PostCardSkeleton />}
          />
        }
        renderPageLink={(place, props) => (
          <Link {...props} variant="bare" to="/search/community-activity" search={{ ...filters, ...place }} />
        )}
      >
        {(posts) => (
          <div className="flex flex-col gap-4">
            {posts.map((post) => (
              <PostWithDistance key={post._id} post={post} />
            ))}
          </div>
        )}
      </PagedResults>
    </DiscoverShell>
  );
}

/** Returns the filters of the server: days of the viewer's calendar as the instants at which they begin and end. */
function instantsOf({
  startDate,
  endDate,
  ...filters
}: Filters): NonNullable<RouterInputs['posts']['search']['filters']> {
  return {
    ...withNear(filters),
    ...(startDate && { startDate: new Date(`${startDate}T00:00`).toISOString() }),
    ...(endDate && { endDate: new Date(`${endDate}T23:59:59.999`).toISOString() }),
  };
}
