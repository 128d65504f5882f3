import { parseTime } from '@internationalized/date';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { TimeField as AriaTimeField } from 'react-aria-components/TimeField';
import { cn } from '#src/lib/cn.ts';
import { Segments } from './date-picker-box.tsx';
import { controlVariants, Field, type FieldProps } from './field.tsx';

interface TimeFieldProps extends FieldProps {
  /** A wall-clock time as `HH:mm`; `null` as long as it is not complete. */
  value: string | null;
  onValueChange: (value: string | null) => void;
  onBlur?: (() => void) | undefined;
  disabled?: boolean | undefined;
  name?: string | undefined;
}

/** A time of day, typed as h:mm AM. Heavy: load it with the form that needs it. */
export function TimeField({
  value,
  onValueChange,
  onBlur,
  disabled = false,
  name,
  ...field
}: TimeFieldProps) {
  const invalid = field.error !== undefined && field.error !== '';
  return (
    <Field {...field} group>
      {(control) => (
        <I18nProvider locale="en-US">
          <AriaTimeField
            id={control.id}
            aria-labelledby={control['aria-labelledby'] ?? ''}
            {...(control['aria-describedby'] === undefined
              ? {}
              : { 'aria-describedby': control['aria-describedby'] })}
            value={value === null ? null : parseTime(value)}
            onChange={(next) => onValueChange(next === null ? null : next.toString().slice(0, 5))}
            isInvalid={invalid}
            isDisabled={disabled}
            isRequired={field.required ?? false}
            {...(name === undefined ? {} : { name })}
            {...(onBlur === undefined ? {} : { onBlur })}
          >
            <Segments
              className={cn(
                controlVariants(),
                'has-[[data-focused]]:outline-2 has-[[data-focused]]:outline-focus',
                invalid && 'border-danger-ink',
                disabled && 'cursor-not-allowed bg-sunken text-muted',
              )}
            />
          </AriaTimeField>
        </I18nProvider>
      )}
    </Field>
  );
}
