import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '#src/app/api.ts';
import { lazyPart } from '#src/components/lazy-part.tsx';
import { Link } from '#src/components/link.tsx';
import { LinkTab } from '#src/components/link-tabs.tsx';
import { withNear } from '#src/lib/near.ts';
import { OrganizationFilters } from './organization-filters.tsx';
import { texts } from './organization-search.texts.ts';
import { ResultsList } from './results-list.tsx';
import type { OrganizationSearchAddress } from './search-address.ts';
import { DiscoverShell } from './search-shell.tsx';

const OrganizationMap = lazyPart(async () => (await import('./organization-map.tsx')).OrganizationMap);

interface OrganizationSearchScreenProps {
  address: OrganizationSearchAddress;
  onAddressChange: (address: OrganizationSearchAddress) => void;
}

/** Organizations, filtered, as a list and on a map. */
export function OrganizationSearchScreen({ address, onAddressChange }: OrganizationSearchScreenProps) {
  const { page, cursor, view, ...filters } = address;
  const wanted = withNear(filters);
  const found = trpc.search.organizations.useQuery(
    { filters: wanted, page, cursor },
    { placeholderData: keepPreviousData, enabled: view !== 'map' },
  );
  const ofView = view ? { view } : {};
  return (
    <DiscoverShell
      title={texts.organizationSearch.discoverOrganizations}
      heading={texts.organizationSearch.organizations}
      view={view}
      renderViewTab={(shown, look) => (
        <LinkTab to="/search/organization" search={{ ...filters, ...shown }} {...look} />
      )}
      filters={
        <OrganizationFilters
          filters={filters}
          onSearch={(chosen) => onAddressChange({ ...chosen, ...ofView })}
        />
      }
      map={<OrganizationMap filters={wanted} />}
    >
      <ResultsList
        thing={texts.organizationSearch.thingOrganization}
        emptyText={texts.organizationSearch.noOrganizations}
        query={found}
        isFiltered={Object.keys(filters).length > 0}
        onReset={() => onAddressChange({})}
        renderPageLink={(place, props) => (
          <Link {...props} variant="bare" to="/search/organization" search={{ ...filters, ...place }} />
        )}
      />
    </DiscoverShell>
  );
}
