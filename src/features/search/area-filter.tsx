import { keepPreviousData } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '#src/app/api.ts';
import { Combobox } from '#src/components/combobox.tsx';
import { RemovableList } from '#src/components/removable-list.tsx';
import { nothingFound } from '#src/lib/look-up.ts';
import { useDebounced } from '#src/lib/use-debounced.ts';
import { type BoundFilter, orNone } from './filter-panel.tsx';
import { texts } from './organization-search.texts.ts';

/** How long typing pauses before areas are looked up, in milliseconds, and how many are shown. */
const pause = 250;
const shown = 8;

/** Areas that organizations serve: any of them. Typed and found by name, small mistakes and all. */
export function AreaFilter({ value = [], onValueChange }: BoundFilter<string[]>) {
  const [typed, setTyped] = useState('');
  const text = useDebounced(typed.trim(), pause);
  const found = trpc.mapAreas.names.useQuery(
    { text, limit: shown },
    { enabled: text !== '', placeholderData: keepPreviousData, staleTime: Number.POSITIVE_INFINITY },
  );
  const options = (text === '' ? [] : (found.data?.items ?? []))
    .filter(({ name }) => !value.includes(name))
    .map(({ _id, name }) => ({ id: _id, label: name }));
  return (
    <div className="flex flex-col gap-2.5">
      <Combobox
        label={texts.areaFilter.serviceAreas}
        icon={<MapPin />}
        inputValue={typed}
        onInputValueChange={setTyped}
        groups={[{ options }]}
        loading={text !== typed.trim() || found.isFetching}
        notFound={nothingFound(texts.areaFilter.thingsAreas, [found])}
        hint={typed.trim() === '' ? texts.areaFilter.areaHint : undefined}
        onSelect={({ label }) => {
          onValueChange([...value, label]);
          setTyped('');
        }}
      />
      <RemovableList
        label={texts.areaFilter.chosenServiceAreas}
        values={value}
        onValuesChange={(areas) => onValueChange(orNone(areas))}
      />
    </div>
  );
}
