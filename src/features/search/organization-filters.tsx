import { LookupSelect } from '#src/app/lookup-select.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { AreaFilter } from './area-filter.tsx';
import { FilterPanel, orNone } from './filter-panel.tsx';
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
          <TextField
            label="Name"
            value={draft.name ?? ''}
            maxLength={200}
            onChange={(event) => change({ name: orNone(event.currentTarget.value) })}
          />
          <LookupSelect
            list="impactAreas"
            label="Impact areas"
            value={draft.impactAreas ?? []}
            onValueChange={(ids) => change({ impactAreas: orNone(ids) })}
          />
          <LookupSelect
            list="organizationTypes"
            label="Organization types"
            value={draft.organizationTypes ?? []}
            onValueChange={(ids) => change({ organizationTypes: orNone(ids) })}
          />
          <AreaFilter
            value={draft.serviceAreas ?? []}
            onValueChange={(areas) => change({ serviceAreas: orNone(areas) })}
          />
          <TextField
            label="Address"
            value={draft.address ?? ''}
            maxLength={200}
            onChange={(event) => change({ address: orNone(event.currentTarget.value) })}
          />
          <TextField
            label="Keyword"
            help="In names, missions and descriptions."
            value={draft.keyword ?? ''}
            maxLength={100}
            onChange={(event) => change({ keyword: orNone(event.currentTarget.value) })}
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
