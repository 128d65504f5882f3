import type { CalendarDate, CalendarDateTime } from '@internationalized/date';
import { type FocusEvent, useEffect, useRef, useState } from 'react';

/**
 * The value of a date or time of which only a part is typed, or a day that there is not: no schema takes it for one,
 * and nothing is left out.
 */
export const halfTyped = 'half-typed';

/** What a form focuses when its value is invalid. */
export type FocusRef = (target: { focus: () => void } | null) => void;

interface HalfTypedOptions<Day extends CalendarDate | CalendarDateTime> {
  value: string | null;
  onValueChange: (value: string | null) => void;
  onBlur: (() => void) | undefined;
  focusRef: FocusRef | undefined;
  /** Reads a value that is whole, and writes one. */
  parse: (value: string) => Day;
  format: (day: Day) => string;
}

/**
 * Detects a date field that is left half typed, or with February 30th. Returns the field's props: its value, its
 * change and blur handlers, a ref of its root, and the props of the element around it.
 */
export function useHalfTyped<Day extends CalendarDate | CalendarDateTime>({
  value,
  onValueChange,
  onBlur,
  focusRef,
  parse,
  format,
}: HalfTypedOptions<Day>) {
  // What was typed of it is not kept with the form's values: a field that begins with it is empty.
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!hasBegun.current && value === halfTyped) onValueChange(null);
    hasBegun.current = true;
  }, [value, onValueChange]);

  /** A day that there is not, as it was typed. */
  const [impossible, setImpossible] = useState<Day | null>(null);
  const [valueBefore, setValueBefore] = useState(value);
  if (value !== valueBefore) {
    setValueBefore(value);
    if (value !== halfTyped) setImpossible(null);
  }

  /** What the parts showed when the focus left them: the field makes the nearest day that there is of it. */
  const left = useRef<ReturnType<typeof shownParts> | null>(null);

  return {
    shown: value === halfTyped ? impossible : value === null ? null : parse(value),
    change: (next: Day | null) => {
      const typed = left.current;
      if (next === null || typed === null || dayParts.every((part) => next[part] === typed[part])) {
        setImpossible(null);
        return onValueChange(next && format(next));
      }
      // Days are made so that they exist: this one has to be changed afterwards. The browser's own input, which is
      // hidden and given it as text, knows of no such day.
      setImpossible(Object.assign(parse(format(next)), typed, { toString: () => '' }));
      onValueChange(halfTyped);
    },
    leave: (event: FocusEvent) => {
      const segments = [...event.currentTarget.querySelectorAll('[role="spinbutton"]')];
      const missing = segments.filter((segment) => segment.hasAttribute('data-placeholder')).length;
      if (missing > 0 && missing < segments.length) onValueChange(halfTyped);
      else if (value === halfTyped && missing > 0) onValueChange(null);
      onBlur?.();
    },
    root: (element: Element | null) =>
      focusRef?.(
        element && { focus: () => element.querySelector<HTMLElement>('[role="spinbutton"]')?.focus() },
      ),
    around: {
      // Before the field hears of it, which then changes what does not exist; and when it has.
      onBlurCapture: ({ currentTarget, target }: FocusEvent) => {
        left.current = target.matches('[role="spinbutton"]') ? shownParts(currentTarget) : null;
      },
      onBlur: () => {
        left.current = null;
      },
    },
  };
}

const dayParts = ['year', 'month', 'day'] as const;

/** The numbers in the parts of a day. */
function shownParts(field: Element): Record<(typeof dayParts)[number], number> {
  const numberIn = (part: string) =>
    Number(field.querySelector(`[role="spinbutton"][data-type="${part}"]`)?.getAttribute('aria-valuenow'));
  return { year: numberIn('year'), month: numberIn('month'), day: numberIn('day') };
}
