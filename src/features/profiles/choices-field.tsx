import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { MultiSelect } from '#src/components/multi-select.tsx';

interface ChoicesFieldProps<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>;
  /** A list, and the field with ids of it. */
  name: 'impactAreas' | 'skills' | 'languages' | 'organizationTypes';
  label: string;
  help?: string | undefined;
}

/** Several of one of the lists that everybody picks from. */
export function ChoicesField<In extends FieldValues, Out>({
  form,
  name,
  label,
  help,
}: ChoicesFieldProps<In, Out>) {
  const list = trpc.lookups[name].useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  return (
    <Controller
      control={form.control}
      name={name as Path<In>}
      render={({ field, fieldState }) => (
        <MultiSelect
          label={label}
          help={help}
          options={(list.data ?? []).map((item) => ({ value: item._id, label: item.name }))}
          value={field.value ?? []}
          onValueChange={field.onChange}
          onBlur={field.onBlur}
          error={fieldState.error?.message ?? (list.isError ? failureOf(list.error).message : undefined)}
        />
      )}
    />
  );
}
