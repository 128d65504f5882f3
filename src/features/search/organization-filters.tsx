import { AreaFilter } from './area-filter.tsx';
import { FilterPanel, LookupFilter, orNone, TextFilter } from './filter-panel.tsx';
import { KeywordsFilter } from './keywords-filter.tsx';
import type { OrganizationFilters as Filters } from './search-address.ts';

/** What organizations can be searched by. */
export function OrganizationFilters({
  filters,
  onSearch,
}: {
  filters: Filters;
  onSearch: (filters: Filters) => void;
}) {
  return (
    <FilterPanel filters={filters} onSearch={onSearch}>
      {(draft, change) => (
        <>
          <TextFilter
            label="Name"
            maxLength={200}
            value={draft.name}
            onValueChange={(name) => change({ name })}
          />
          <LookupFilter
            list="impactAreas"
            label="Impact areas"
            value={draft.impactAreas}
            onValueChange={(impactAreas) => change({ impactAreas })}
          />
          <LookupFilter
            list="organizationTypes"
            label="Organization types"
            value={draft.organizationTypes}
            onValueChange={(organizationTypes) => change({ organizationTypes })}
          />
          <AreaFilter
            value={draft.serviceAreas ?? []}
            onValueChange={(areas) => change({ serviceAreas: orNone(areas) })}
          />
          <TextFilter
            label="Address"
            maxLength={200}
            value={draft.address}
            onValueChange={(address) => change({ address })}
          />
          <TextFilter
            label="Keyword"
            help="In names, missions and descriptions."
            maxLength={100}
            value={draft.keyword}
            onValueChange={(keyword) => change({ keyword })}
          />
          <KeywordsFilter
            value={draft.keywords ?? []}
            onValueChange={(keywords) => change({ keywords: orNone(keywords) })}
          />
        </>
      )}
    </FilterPanel>
  );
}
