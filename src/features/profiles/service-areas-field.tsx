import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { serviceAreaTypes } from '#server/profiles/sections.schema.ts';
import { api } from '#src/app/api.ts';
import { Combobox } from '#src/components/combobox.tsx';
import { RemovableList } from '#src/components/removable-list.tsx';
import { afterPress } from '#src/lib/after-press.ts';
import { nothingFound } from '#src/lib/look-up.ts';
import { useDebounced } from '#src/lib/use-debounced.ts';
import { texts } from './service-info.texts.ts';

export type ServiceAreaType = (typeof serviceAreaTypes)[number];

/** How long typing pauses before areas are looked up, in milliseconds, and how many of a type are shown. */
const pause = 250;
const shownOfType = 5;

interface ServiceAreasFieldProps {
  /** The chosen types of the organization's areas. */
  types: readonly ServiceAreaType[];
  value: readonly string[];
  onValueChange: (areas: string[]) => void;
  /** An area of this type was chosen. */
  onType: (type: ServiceAreaType) => void;
  error: string | undefined;
}

/** The areas that an organization serves: looked up by name, or typed where no list has them. */
export function ServiceAreasField({ types, value, onValueChange, onType, error }: ServiceAreasFieldProps) {
  const [typed, setTyped] = useState('');
  const text = useDebounced(typed.trim(), pause);
  const searches = useQueries({
    queries: serviceAreaTypes.map((type) => ({
      queryKey: ['areas', type, text],
      queryFn: () => api.mapAreas.names.query({ type, text, limit: shownOfType }),
      enabled: text !== '',
      placeholderData: keepPreviousData,
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  const groups = serviceAreaTypes
    .map((type, index) => ({
      type,
      heading: texts.serviceAreasField.types[type],
      options: (searches[index]?.data?.items ?? [])
        .filter(({ name }) => !value.includes(name))
        .map((area) => ({ id: area._id, label: area.name, type })),
    }))
    .sort((one, other) => rank(other) - rank(one));

  /** What begins with the text comes first, then what is of a type that was chosen. */
  function rank({ type, options: [best] }: (typeof groups)[number]): number {
    const begins = best?.label.toLocaleLowerCase().startsWith(text.toLocaleLowerCase()) ?? false;
    return 2 * Number(begins) + Number(types.includes(type));
  }

  function add(name: string) {
    const area = name.trim();
    if (area !== '' && !value.some(isNamed(area))) onValueChange([...value, area]);
    setTyped('');
  }

  function choose({ label, type }: { label: string; type: ServiceAreaType }) {
    add(label);
    onType(type);
  }

  /** What is typed counts, also where nothing was chosen: as the area that is called so where there is one. */
  function addTyped() {
    const found = groups.flatMap(({ options }) => options).find(({ label }) => isNamed(typed.trim())(label));
    if (found) choose(found);
    else add(typed);
  }

  return (
    <div className="flex flex-col gap-3">
      <Combobox
        label={texts.serviceAreasField.serviceAreas}
        help={texts.serviceAreasField.help}
        icon={<MapPin />}
        inputValue={typed}
        onInputValueChange={setTyped}
        groups={text === '' ? [] : groups}
        loading={text !== typed.trim() || searches.some(({ isFetching }) => isFetching)}
        notFound={nothingFound(
          texts.serviceAreasField.thingsAreas,
          searches,
          texts.serviceAreasField.notFound,
        )}
        onSelect={choose}
        onSubmit={addTyped}
        onBlur={() => afterPress(addTyped)}
        error={error}
      />
      <RemovableList
        label={texts.serviceAreasField.chosenServiceAreas}
        values={value}
        onValuesChange={onValueChange}
      />
    </div>
  );
}

const isNamed = (name: string) => (other: string) => other.toLocaleLowerCase() === name.toLocaleLowerCase();
