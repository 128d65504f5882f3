import { FilterPanel, type FiltersProps, LookupFilter, SwitchFilter, TextFilter } from './filter-panel.tsx';
import { NearFilter } from './near-filter.tsx';
import type { IndividualFilters as Filters } from './search-address.ts';

const switches = [
  ['onlyFollowers', 'Only followers'],
  ['onlyInteractedWithPosts', 'Only those who interacted with posts'],
  ['onlyLookingForVolunteering', 'Only looking for volunteering'],
  ['onlyLookingForProject', 'Only looking for a project'],
  ['onlyLookingForMembership', 'Only looking for a membership'],
] as const;

/** What individuals can be searched by. */
export function IndividualFilters(props: FiltersProps<Filters>) {
  return (
    <FilterPanel {...props}>
      {(bind) => (
        <>
          <NearFilter {...bind('near')} />
          <TextFilter label="Name" maxLength={200} {...bind('name')} />
          <LookupFilter list="impactAreas" label="Impact areas" {...bind('impactAreas')} />
          <LookupFilter list="skills" label="Skills" {...bind('skills')} />
          <TextFilter
            label="Address"
            help="A city, a region or a country."
            maxLength={200}
            {...bind('address')}
          />
          <div className="flex flex-col gap-1">
            {switches.map(([name, label]) => (
              <SwitchFilter key={name} label={label} {...bind(name)} />
            ))}
          </div>
        </>
      )}
    </FilterPanel>
  );
}
