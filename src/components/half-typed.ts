import { type FocusEvent, useEffect, useRef } from 'react';

/** The value of a date or time of which only a part is typed: no schema takes it for one, and nothing is left out. */
export const halfTyped = 'half-typed';

/** What a form gives the focus to when it complains. */
export type FocusRef = (target: { focus: () => void } | null) => void;

interface HalfTypedOptions {
  value: string | null;
  onValueChange: (value: string | null) => void;
  onBlur: (() => void) | undefined;
  focusRef: FocusRef | undefined;
}

/**
 * Tells when a date field is left with only a part of it typed. Answers what the field is to be given: the value
 * where it is whole, what to do when the focus leaves, and a ref of its root.
 */
export function useHalfTyped({ value, onValueChange, onBlur, focusRef }: HalfTypedOptions) {
  // What was typed of it is not kept with the form's values: a field that begins with it is empty.
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!hasBegun.current && value === halfTyped) onValueChange(null);
    hasBegun.current = true;
  }, [value, onValueChange]);

  return {
    whole: value === halfTyped ? null : value,
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
  };
}
