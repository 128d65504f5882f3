import { type CalendarDateTime, parseDateTime } from '@internationalized/date';
import { useRef } from 'react';
import { DatePicker } from 'react-aria-components/DatePicker';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { deviceTimeZone } from '#src/lib/device-time-zone.ts';
import { now } from '#src/lib/server-clock.ts';
import { proposedTime, toWallClock } from '#src/lib/zoned-time.ts';
import { DatePickerBox } from './date-picker-box.tsx';
import { Field, type FieldProps } from './field.tsx';
import { type FocusRef, useHalfTyped } from './half-typed.ts';

interface DateTimeFieldProps extends FieldProps {
  /** A wall-clock time as `YYYY-MM-DDTHH:mm` in the form's zone; `null` if empty, `halfTyped` while incomplete. */
  value: string | null;
  onValueChange: (value: string | null) => void;
  onBlur?: (() => void) | undefined;
  /** Earliest and latest, in the same notation. */
  min?: string | undefined;
  max?: string | undefined;
  /** The zone whose clock it is, which decides what day is today; the device's if left out. */
  timeZone?: string | undefined;
  disabled?: boolean | undefined;
  name?: string | undefined;
  focusRef?: FocusRef | undefined;
}

/**
 * A day and a time, typed as MM/dd/yyyy h:mm AM or the day chosen from a month, which proposes a time. Heavy: load it
 * lazily.
 */
export function DateTimeField({
  value,
  onValueChange,
  onBlur,
  min,
  max,
  timeZone,
  disabled = false,
  name,
  focusRef,
  ...field
}: DateTimeFieldProps) {
  const { shown, change, leave, root, around } = useHalfTyped({
    value,
    onValueChange,
    onBlur,
    focusRef,
    parse: parseDateTime,
    format: (time) => time.toString().slice(0, 16),
  });
  const isMonthOpen = useRef(false);
  const changeOrPropose = (next: CalendarDateTime | null) => {
    // A day picked from the month comes with midnight where no time was entered before.
    if (next === null || shown !== null || !isMonthOpen.current) return change(next);
    const wallClock = toWallClock(now().toISOString(), timeZone ?? deviceTimeZone());
    change(parseDateTime(proposedTime(next.toString().slice(0, 10), wallClock)));
  };
  const invalid = field.error !== undefined && field.error !== '';
  return (
    <Field {...field} group>
      {(control) => (
        <I18nProvider locale="en-US">
          <div {...around}>
            <DatePicker
              ref={root}
              id={control.id}
              granularity="minute"
              hideTimeZone
              shouldForceLeadingZeros
              shouldCloseOnSelect
              aria-labelledby={control['aria-labelledby'] ?? ''}
              {...(control['aria-describedby'] === undefined
                ? {}
                : { 'aria-describedby': control['aria-describedby'] })}
              value={shown}
              onChange={changeOrPropose}
              onOpenChange={(isOpen) => {
                isMonthOpen.current = isOpen;
              }}
              isInvalid={invalid}
              isDisabled={disabled}
              isRequired={field.required ?? false}
              {...(min === undefined ? {} : { minValue: parseDateTime(min) })}
              {...(max === undefined ? {} : { maxValue: parseDateTime(max) })}
              {...(name === undefined ? {} : { name })}
              onBlur={leave}
            >
              <DatePickerBox invalid={invalid} disabled={disabled} />
            </DatePicker>
          </div>
        </I18nProvider>
      )}
    </Field>
  );
}
