import { FilterPanel, type FiltersProps, LookupFilter, SwitchFilter, TextFilter } from './filter-panel.tsx';
import { texts } from './individual-search.texts.ts';
import { NearFilter } from './near-filter.tsx';
import type { IndividualFilters as Filters } from './search-address.ts';
import { texts as searchTexts } from './texts.ts';

const switches = [
  'onlyFollowers',
  'onlyInteractedWithPosts',
  'onlyLookingForVolunteering',
  'onlyLookingForProject',
  'onlyLookingForMembership',
] as const;

/** What individuals can be searched by. */
export function IndividualFilters(props: FiltersProps<Filters>) {
  return (
    <FilterPanel {...props}>
      {(bind) => (
        <>
          <NearFilter {...bind('near')} />
          <TextFilter label={searchTexts.filters.name} maxLength={200} {...bind('name')} />
          <LookupFilter list="impactAreas" label={searchTexts.filters.impactAreas} {...bind('impactAreas')} />
          <LookupFilter list="skills" label={texts.individualFilters.skills} {...bind('skills')} />
          <TextFilter
            label={searchTexts.filters.address}
            help={texts.individualFilters.addressHelp}
            maxLength={200}
            {...bind('address')}
          />
          <div className="flex flex-col gap-1">
            {switches.map((name) => (
              <SwitchFilter key={name} label={texts.individualFilters[name]} {...bind(name)} />
            ))}
          </div>
        </>
      )}
    </FilterPanel>
  );
}
