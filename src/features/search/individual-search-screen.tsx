import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '#src/app/api.ts';
import { Link } from '#src/components/link.tsx';
import { IndividualFilters } from './individual-filters.tsx';
import { ResultsList } from './results-list.tsx';
import type { IndividualSearchAddress } from './search-address.ts';
import { SearchShell } from './search-shell.tsx';

interface IndividualSearchScreenProps {
  address: IndividualSearchAddress;
  onAddressChange: (address: IndividualSearchAddress) => void;
}

/** Individuals who may want to help an organization, filtered. */
export function IndividualSearchScreen({ address, onAddressChange }: IndividualSearchScreenProps) {
  const { page, cursor, ...filters } = address;
  const found = trpc.search.individuals.useQuery(
    { filters, page, cursor },
    { placeholderData: keepPreviousData },
  );
  return (
    <SearchShell
      title="Prospect"
      filters={<IndividualFilters filters={filters} onSearch={onAddressChange} />}
    >
      <ResultsList
        thing="individual"
        emptyText="No Individuals Found"
        query={found}
        isFiltered={Object.keys(filters).length > 0}
        onReset={() => onAddressChange({})}
        renderPageLink={(place, props) => (
          <Link {...props} variant="bare" to="/search/individual" search={{ ...filters, ...place }} />
        )}
      />
    </SearchShell>
  );
}
