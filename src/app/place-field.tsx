import { keepPreviousData } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import { shortestSearch, type ZonedPlace } from '#server/places/places.schema.ts';
import { Combobox } from '#src/components/combobox.tsx';
import type { FieldProps } from '#src/components/field.tsx';
import { ExternalLink } from '#src/components/link.tsx';
import { nothingFound } from '#src/lib/look-up.ts';
import { useDebounced } from '#src/lib/use-debounced.ts';
import { trpc } from './api.ts';
import * as texts from './texts.ts';

/** How long typing pauses before places are looked up, in milliseconds. */
const pause = 250;

/** The source of places until a response names it. */
const usualCredit = { name: texts.usualCredit, link: 'https://www.geonames.org/' };

interface PlaceFieldProps extends Omit<FieldProps, 'help'> {
  /** What is typed. */
  value: string;
  onValueChange: (text: string) => void;
  /** A place was chosen: with its coordinates. What the field shows next is up to the caller. */
  onSelect: (place: ZonedPlace) => void;
  /** A sentence below, before the credit. */
  help?: string | undefined;
  placeholder?: string | undefined;
  onBlur?: (() => void) | undefined;
}

/** A line of an address, with places suggested while it is typed. */
export function PlaceField({ value, onValueChange, onSelect, help, ...field }: PlaceFieldProps) {
  const text = useDebounced(value.trim(), pause);
  const isLongEnough = text.length >= shortestSearch;
  const search = trpc.places.search.useQuery(
    { text },
    { enabled: isLongEnough, placeholderData: keepPreviousData, staleTime: 5 * 60_000 },
  );
  const credit = search.data?.credit ?? usualCredit;
  const places = isLongEnough ? (search.data?.places ?? []) : [];
  return (
    <Combobox
      {...field}
      icon={<MapPin />}
      inputValue={value}
      onInputValueChange={onValueChange}
      groups={[{ options: places.map((place) => ({ id: place._id, label: place.label, place })) }]}
      loading={search.isFetching || text !== value.trim()}
      hint={value.trim().length < shortestSearch ? texts.typeAPlace : undefined}
      notFound={nothingFound(texts.places, [search])}
      onSelect={({ place }) => onSelect(place)}
      // Wrapped, not cut: what distinguishes places comes last.
      renderOption={({ label }) => <span className="min-w-0 text-pretty">{label}</span>}
      help={
        <>
          {help} {texts.placesFrom}
          <ExternalLink href={credit.link}>{credit.name}</ExternalLink>
        </>
      }
    />
  );
}
