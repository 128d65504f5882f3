import { type SubmitEvent, useId, useState } from 'react';
import { LookupSelect } from '#src/app/lookup-select.tsx';
import { NearFields } from '#src/app/near-fields.tsx';
import { Button } from '#src/components/button.tsx';
import { MultiSelect } from '#src/components/multi-select.tsx';
import { Switch } from '#src/components/switch.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { postTypes } from '#src/entities/post-type.ts';
import { parseNear, unplaced, writeNear } from '#src/lib/near.ts';
import { type CalendarFilters, datedTypes } from './calendar-address.ts';
import { texts } from './calendar-screen.texts.ts';

interface FilterPanelProps {
  filters: CalendarFilters;
  onSearch: (filters: CalendarFilters) => void;
}

const typeOptions = datedTypes.map((value) => ({ value, label: postTypes[value].label }));

/** Which posts of the calendar are shown: decided here, and in force once it is searched. */
export function FilterPanel({ filters, onSearch }: FilterPanelProps) {
  const heading = useId();
  const [title, setTitle] = useState(filters.title ?? '');
  const [types, setTypes] = useState(filters.postTypes ?? datedTypes);
  const [impactAreas, setImpactAreas] = useState(filters.impactAreas ?? []);
  const [skills, setSkills] = useState(filters.skills ?? []);
  const [topNeed, setTopNeed] = useState(filters.topNeed ?? false);
  const [near, setNear] = useState(filters.near);

  function search(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // The field says what is missing.
    if (near === unplaced) return;
    onSearch({
      ...(title.trim() && { title: title.trim() }),
      ...(types.length > 0 && types.length < datedTypes.length && { postTypes: types }),
      ...(impactAreas.length > 0 && { impactAreas }),
      ...(skills.length > 0 && { skills }),
      ...(topNeed && { topNeed: true }),
      ...(near && { near }),
    });
  }

  return (
    <form onSubmit={search} aria-labelledby={heading} className="flex flex-col gap-4">
      <h2 id={heading} className="sr-only">
        {texts.filterPanel.filters}
      </h2>
      <TextField
        label={texts.filterPanel.title}
        type="search"
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <MultiSelect
        label={texts.filterPanel.postTypes}
        options={typeOptions}
        value={types}
        onValueChange={setTypes}
      />
      <LookupSelect
        list="impactAreas"
        label={texts.filterPanel.impactAreas}
        value={impactAreas}
        onValueChange={setImpactAreas}
      />
      <LookupSelect list="skills" label={texts.filterPanel.skills} value={skills} onValueChange={setSkills} />
      <NearFields
        value={near === undefined ? undefined : parseNear(near)}
        onValueChange={(chosen) => setNear(chosen === unplaced ? chosen : chosen && writeNear(chosen))}
      />
      <Switch label={texts.filterPanel.onlyTopNeed} checked={topNeed} onCheckedChange={setTopNeed} />
      <div className="flex gap-2 *:flex-1">
        <Button variant="secondary" onClick={() => onSearch({})}>
          {texts.filterPanel.reset}
        </Button>
        <Button type="submit">{texts.filterPanel.search}</Button>
      </div>
    </form>
  );
}
