import { Switch } from '#src/components/switch.tsx';
import { FilterPanel, LookupFilter, TextFilter } from './filter-panel.tsx';
import type { IndividualFilters as Filters } from './search-address.ts';

const switches = {
  onlyFollowers: 'Only followers',
  onlyInteractedWithPosts: 'Only who interacted with posts',
  onlyLookingForVolunteering: 'Only looking for volunteering',
  onlyLookingForProject: 'Only looking for a project',
  onlyLookingForMembership: 'Only looking for a membership',
} as const;

/** What individuals can be searched by. */
export function IndividualFilters({
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
            list="skills"
            label="Skills"
            value={draft.skills}
            onValueChange={(skills) => change({ skills })}
          />
          <TextFilter
            label="Address"
            help="A city, a region or a country."
            maxLength={200}
            value={draft.address}
            onValueChange={(address) => change({ address })}
          />
          <div className="flex flex-col gap-1">
            {Object.entries(switches).map(([name, label]) => (
              <Switch
                key={name}
                label={label}
                checked={draft[name as keyof typeof switches] === true}
                onCheckedChange={(isOn) => change({ [name]: isOn || undefined })}
              />
            ))}
          </div>
        </>
      )}
    </FilterPanel>
  );
}
