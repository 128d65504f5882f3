import { AreaFilter } from './area-filter.tsx';
import { FilterPanel, type FiltersProps, LookupFilter, TextFilter } from './filter-panel.tsx';
import { KeywordsFilter } from './keywords-filter.tsx';
import { NearFilter } from './near-filter.tsx';
import type { OrganizationFilters as Filters } from './search-address.ts';

/** What organizations can be searched by. */
export function OrganizationFilters(props: FiltersProps<Filters>) {
  return (
    <FilterPanel {...props}>
      {(bind) => (
        <>
          <NearFilter {...bind('near')} />
          <TextFilter label="Name" maxLength={200} {...bind('name')} />
          <LookupFilter list="impactAreas" label="Impact areas" {...bind('impactAreas')} />
          <LookupFilter list="organizationTypes" label="Organization types" {...bind('organizationTypes')} />
          <AreaFilter {...bind('serviceAreas')} />
          <TextFilter label="Address" maxLength={200} {...bind('address')} />
          <TextFilter
            label="Keyword"
            help="In names, missions and descriptions."
            maxLength={100}
            {...bind('keyword')}
          />
          <KeywordsFilter {...bind('keywords')} />
        </>
      )}
    </FilterPanel>
  );
}
