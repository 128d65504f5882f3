import { keepPreviousData } from '@tanstack/react-query';
import { MapPin, X } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '#src/app/api.ts';
import { Button } from '#src/components/button.tsx';
import { Combobox } from '#src/components/combobox.tsx';
import { useDebounced } from '#src/lib/use-debounced.ts';

interface AreaFilterProps {
  value: readonly string[];
  onValueChange: (areas: string[]) => void;
}

/** How long typing pauses before areas are looked up, in milliseconds, and how many are shown. */
const pause = 250;
const shown = 8;

/** Areas that organizations serve: any of them. Typed and found by name, small mistakes and all. */
export function AreaFilter({ value, onValueChange }: AreaFilterProps) {
  const [typed, setTyped] = useState('');
  const text = useDebounced(typed.trim(), pause);
  const found = trpc.mapAreas.names.useQuery(
    { text, limit: shown },
    { enabled: text !== '', placeholderData: keepPreviousData, staleTime: Number.POSITIVE_INFINITY },
  );
  const options = (text === '' ? [] : (found.data ?? []))
    .filter(({ name }) => !value.includes(name))
    .map(({ _id, name }) => ({ id: _id, label: name }));
  return (
    <div className="flex flex-col gap-2.5">
      <Combobox
        label="Service areas"
        icon={<MapPin />}
        inputValue={typed}
        onInputValueChange={setTyped}
        groups={[{ options }]}
        loading={text !== typed.trim() || found.isFetching}
        hint={typed.trim() === '' ? 'Type a city, county, ZIP code …' : undefined}
        onSelect={({ label }) => {
          onValueChange([...value, label]);
          setTyped('');
        }}
      />
      {value.length > 0 && (
        <ul aria-label="Chosen service areas" className="flex flex-wrap gap-2">
          {value.map((area) => (
            <li key={area} className="max-w-full">
              <Button
                variant="soft"
                size="sm"
                className="max-w-full"
                aria-label={`Remove ${area}`}
                onClick={() => onValueChange(value.filter((other) => other !== area))}
              >
                <span className="truncate">{area}</span>
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
