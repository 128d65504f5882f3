import { parseDate } from '@internationalized/date';
import { DateField as AriaDateField } from 'react-aria-components/DateField';
import { DatePicker } from 'react-aria-components/DatePicker';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { cn } from '#src/lib/cn.ts';
import { DatePickerBox, Segments } from './date-picker-box.tsx';
import { controlVariants, Field, type FieldProps } from './field.tsx';
import { type FocusRef, useHalfTyped } from './half-typed.ts';

interface DateFieldProps extends FieldProps {
  /** A calendar day as `YYYY-MM-DD`; `null` where it is empty, `halfTyped` as long as it is not complete. */
  value: string | null;
  onValueChange: (value: string | null) => void;
  onBlur?: (() => void) | undefined;
  /** First and last day offered, as `YYYY-MM-DD`. A day outside can be typed; the form rejects it. */
  min?: string | undefined;
  max?: string | undefined;
  /** False for days long ago, such as a date of birth, that take too many clicks in a calendar. */
  calendar?: boolean | undefined;
  disabled?: boolean | undefined;
  name?: string | undefined;
  focusRef?: FocusRef | undefined;
}

/** A day, typed as MM/dd/yyyy or chosen from a month. Heavy: load it with the form that needs it. */
export function DateField({
  value,
  onValueChange,
  onBlur,
  min,
  max,
  calendar = true,
  disabled = false,
  name,
  focusRef,
  ...field
}: DateFieldProps) {
  const { shown, change, leave, root, around } = useHalfTyped({
    value,
    onValueChange,
    onBlur,
    focusRef,
    parse: parseDate,
    format: String,
  });
  const invalid = field.error !== undefined && field.error !== '';
  return (
    <Field {...field} group>
      {(control) => {
        const shared = {
          ref: root,
          id: control.id,
          'aria-labelledby': control['aria-labelledby'] ?? '',
          value: shown,
          onChange: change,
          isInvalid: invalid,
          isDisabled: disabled,
          isRequired: field.required ?? false,
          shouldForceLeadingZeros: true,
          ...(control['aria-describedby'] === undefined
            ? {}
            : { 'aria-describedby': control['aria-describedby'] }),
          ...(min === undefined ? {} : { minValue: parseDate(min) }),
          ...(max === undefined ? {} : { maxValue: parseDate(max) }),
          ...(name === undefined ? {} : { name }),
          onBlur: leave,
        };
        return (
          <I18nProvider locale="en-US">
            <div {...around}>
              {calendar ? (
                <DatePicker {...shared}>
                  <DatePickerBox invalid={invalid} disabled={disabled} />
                </DatePicker>
              ) : (
                <AriaDateField {...shared}>
                  <Segments
                    className={cn(
                      controlVariants(),
                      'has-[[data-focused]]:outline-2 has-[[data-focused]]:outline-focus',
                      invalid && 'border-danger-ink',
                      disabled && 'cursor-not-allowed bg-sunken text-muted',
                    )}
                  />
                </AriaDateField>
              )}
            </div>
          </I18nProvider>
        );
      }}
    </Field>
  );
}
