import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '#src/app/api.ts';
import { Link } from '#src/components/link.tsx';
import { Title } from '#src/components/title.tsx';
import { IndividualFilters } from './individual-filters.tsx';
import { ResultsList } from './results-list.tsx';
import type { IndividualSearchAddress } from './search-address.ts';
import { SearchLayout } from './search-layout.tsx';

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
    <div className="mx-auto flex max-w-5xl flex-col gap-5">
      <Title>Prospect</Title>
      <h1 className="font-bold text-2xl">Prospect</h1>
      <SearchLayout filters={<IndividualFilters filters={filters} onSearch={onAddressChange} />}>
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
      </SearchLayout>
    </div>
  );
}
