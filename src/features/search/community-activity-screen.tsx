import { List, MapIcon } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import type { RouterInputs, RouterOutputs } from '#src/app/api.ts';
import { PagedResults } from '#src/app/paged-results.tsx';
import { Link } from '#src/components/link.tsx';
import { LinkTab, LinkTabs } from '#src/components/link-tabs.tsx';
import { Skeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { Title } from '#src/components/title.tsx';
import { PostCardSkeleton } from '#src/entities/post-card-skeleton.tsx';
import { usePostPages } from '#src/local/collections/use-post-pages.ts';
import { DiscoverTabs } from './discover-tabs.tsx';
import { PostFilters } from './post-filters.tsx';
import type { PostFilters as Filters, PostSearchAddress } from './search-address.ts';
import { SearchLayout } from './search-layout.tsx';

const PostMap = lazy(async () => ({ default: (await import('./post-map.tsx')).PostMap }));

interface CommunityActivityScreenProps {
  address: PostSearchAddress;
  onAddressChange: (address: PostSearchAddress) => void;
  renderPost: (post: RouterOutputs['posts']['search']['items'][number]) => ReactNode;
}

/** What goes on in the community: posts, filtered, as a list and on a map. */
export function CommunityActivityScreen({
  address,
  onAddressChange,
  renderPost,
}: CommunityActivityScreenProps) {
  const { page, cursor, view, ...filters } = address;
  const asked = JSON.stringify(filters);
  const wanted = useMemo(() => instantsOf(JSON.parse(asked) as Filters), [asked]);
  const found = usePostPages(wanted, { page, cursor }, view !== 'map');
  const ofView = view ? { view } : {};
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5">
      <Title>Community activity</Title>
      <h1 className="font-bold text-2xl">Community activity</h1>
      <DiscoverTabs />
      <LinkTabs label="Show as">
        <LinkTab
          to="/search/community-activity"
          search={filters}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          <List aria-hidden />
          List
        </LinkTab>
        <LinkTab
          to="/search/community-activity"
          search={{ ...filters, view: 'map' }}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          <MapIcon aria-hidden />
          Map
        </LinkTab>
      </LinkTabs>
      <SearchLayout
        filters={
          <PostFilters filters={filters} onSearch={(chosen) => onAddressChange({ ...chosen, ...ofView })} />
        }
      >
        {view === 'map' ? (
          <Suspense fallback={<Skeleton className="h-[min(36rem,70dvh)] rounded-xl" />}>
            <PostMap filters={wanted} />
          </Suspense>
        ) : (
          <PagedResults
            thing="post"
            emptyText="No Posts Found"
            query={found}
            isFiltered={Object.keys(filters).length > 0}
            onReset={() => onAddressChange({})}
            skeleton={<SkeletonList label="Searching posts" count={3} item={<PostCardSkeleton />} />}
            renderPageLink={(place, props) => (
              <Link
                {...props}
                variant="bare"
                to="/search/community-activity"
                search={{ ...filters, ...place }}
              />
            )}
          >
            {(posts) => <div className="flex flex-col gap-4">{posts.map(renderPost)}</div>}
          </PagedResults>
        )}
      </SearchLayout>
    </div>
  );
}

/** The filters as the server takes them: days of the reader's calendar as the instants at which they begin and end. */
function instantsOf({
  startDate,
  endDate,
  ...filters
}: Filters): NonNullable<RouterInputs['posts']['search']['filters']> {
  return {
    ...filters,
    ...(startDate && { startDate: new Date(`${startDate}T00:00`).toISOString() }),
    ...(endDate && { endDate: new Date(`${endDate}T23:59:59.999`).toISOString() }),
  };
}
