import { type Control, Controller, type FieldPath } from 'react-hook-form';
import type { MembershipEntry } from '#server/memberships/memberships.schema.ts';
import { monthNames } from '#server/memberships/month-year.schema.ts';
import { Select } from '#src/components/select.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { texts } from './texts.ts';

const months = monthNames.map((label, month) => ({ value: String(month), label }));

interface MonthFieldProps {
  /** "Start". */
  label: string;
  name: 'startTime' | 'endTime';
  control: Control<MembershipEntry, unknown, unknown>;
  /** What is wrong with the month as a whole. */
  error: string | undefined;
}

/** A month and a year. */
export function MonthField({ label, name, control, error }: MonthFieldProps) {
  return (
    <div className="grid grid-cols-[1fr_7rem] items-start gap-3">
      <Controller
        control={control}
        name={`${name}.month` as FieldPath<MembershipEntry>}
        render={({ field }) => (
          <Select
            ref={field.ref}
            label={texts.monthField.monthOf(label)}
            options={months}
            value={String(field.value)}
            onValueChange={(value) => field.onChange(Number(value))}
            onBlur={field.onBlur}
            error={error}
          />
        )}
      />
      <Controller
        control={control}
        name={`${name}.year` as FieldPath<MembershipEntry>}
        render={({ field, fieldState }) => (
          <TextField
            ref={field.ref}
            label={texts.monthField.yearOf(label)}
            inputMode="numeric"
            maxLength={4}
            value={Number.isFinite(field.value) ? String(field.value) : ''}
            onChange={(event) => field.onChange(Number.parseInt(event.currentTarget.value, 10))}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
          />
        )}
      />
    </div>
  );
}
