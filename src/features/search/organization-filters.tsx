import { AreaFilter } from './area-filter.tsx';
import { FilterPanel, type FiltersProps, LookupFilter, TextFilter } from './filter-panel.tsx';
import { KeywordsFilter } from './keywords-filter.tsx';
import { NearFilter } from './near-filter.tsx';
import { texts } from './organization-search.texts.ts';
import type { OrganizationFilters as Filters } from './search-address.ts';
import { texts as searchTexts } from './texts.ts';

/** What organizations can be searched by. */
export function OrganizationFilters(props: FiltersProps<Filters>) {
  return (
    <FilterPanel {...props}>
      {(bind) => (
        <>
          <NearFilter {...bind('near')} />
          <TextFilter label={searchTexts.filters.name} maxLength={200} {...bind('name')} />
          <LookupFilter list="impactAreas" label={searchTexts.filters.impactAreas} {...bind('impactAreas')} />
          <LookupFilter
            list="organizationTypes"
            label={texts.organizationFilters.organizationTypes}
            {...bind('organizationTypes')}
          />
          <AreaFilter {...bind('serviceAreas')} />
          <TextFilter label={searchTexts.filters.address} maxLength={200} {...bind('address')} />
          <TextFilter
            label={searchTexts.filters.keyword}
            help={texts.organizationFilters.keywordHelp}
            maxLength={100}
            {...bind('keyword')}
          />
          <KeywordsFilter {...bind('keywords')} />
        </>
      )}
    </FilterPanel>
  );
}
