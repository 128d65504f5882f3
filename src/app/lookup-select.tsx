import { MultiSelect } from '#src/components/multi-select.tsx';
import { trpc } from './api.ts';
import { failureOf } from './failure.ts';

interface LookupSelectProps {
  /** One of the lists that everybody picks from. */
  list: 'impactAreas' | 'skills' | 'languages' | 'organizationTypes';
  label: string;
  value: readonly string[];
  onValueChange: (ids: string[]) => void;
  /** What is wrong with the choice. */
  error?: string | undefined;
}

/** Several of a global list, by their ids. */
export function LookupSelect({ list, ...field }: LookupSelectProps) {
  const entries = trpc.lookups[list].useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  return (
    <MultiSelect
      {...field}
      options={(entries.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
      error={entries.isError ? failureOf(entries.error).message : field.error}
    />
  );
}
