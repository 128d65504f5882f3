import { LookupSelect } from '#src/app/lookup-select.tsx';
import { Switch } from '#src/components/switch.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { FilterPanel, orNone } from './filter-panel.tsx';
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
            list="skills"
            label="Skills"
            value={draft.skills ?? []}
            onValueChange={(ids) => change({ skills: orNone(ids) })}
          />
          <TextField
            label="Address"
            help="A city, a region or a country."
            value={draft.address ?? ''}
            maxLength={200}
            onChange={(event) => change({ address: orNone(event.currentTarget.value) })}
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
