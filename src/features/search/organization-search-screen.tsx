import { keepPreviousData } from '@tanstack/react-query';
import { List, MapIcon } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { trpc } from '#src/app/api.ts';
import { Link } from '#src/components/link.tsx';
import { LinkTab, LinkTabs } from '#src/components/link-tabs.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { Title } from '#src/components/title.tsx';
import { DiscoverTabs } from './discover-tabs.tsx';
import { OrganizationFilters } from './organization-filters.tsx';
import { ResultsList } from './results-list.tsx';
import type { OrganizationSearchAddress } from './search-address.ts';
import { SearchLayout } from './search-layout.tsx';

const OrganizationMap = lazy(async () => ({
  default: (await import('./organization-map.tsx')).OrganizationMap,
}));

interface OrganizationSearchScreenProps {
  address: OrganizationSearchAddress;
  onAddressChange: (address: OrganizationSearchAddress) => void;
}

/** Organizations, filtered, as a list and on a map. */
export function OrganizationSearchScreen({ address, onAddressChange }: OrganizationSearchScreenProps) {
  const { page, cursor, view, ...filters } = address;
  const found = trpc.search.organizations.useQuery(
    { filters, page, cursor },
    { placeholderData: keepPreviousData, enabled: view !== 'map' },
  );
  const ofView = view ? { view } : {};
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5">
      <Title>Discover organizations</Title>
      <h1 className="font-bold text-2xl">Organizations</h1>
      <DiscoverTabs />
      <LinkTabs label="Show as">
        <LinkTab
          to="/search/organization"
          search={filters}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          <List aria-hidden />
          List
        </LinkTab>
        <LinkTab
          to="/search/organization"
          search={{ ...filters, view: 'map' }}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          <MapIcon aria-hidden />
          Map
        </LinkTab>
      </LinkTabs>
      <SearchLayout
        filters={
          <OrganizationFilters
            filters={filters}
            onSearch={(wanted) => onAddressChange({ ...wanted, ...ofView })}
          />
        }
      >
        {view === 'map' ? (
          <Suspense fallback={<Skeleton className="h-[min(36rem,70dvh)] rounded-xl" />}>
            <OrganizationMap filters={filters} />
          </Suspense>
        ) : (
          <ResultsList
            thing="organization"
            emptyText="No Organizations Found"
            query={found}
            isFiltered={Object.keys(filters).length > 0}
            onReset={() => onAddressChange({})}
            renderPageLink={(place, props) => (
              <Link {...props} variant="bare" to="/search/organization" search={{ ...filters, ...place }} />
            )}
          />
        )}
      </SearchLayout>
    </div>
  );
}
