import type { ComponentProps } from 'react';

/** Covers a `relative` card, so that all of it can be pressed. Needs an `aria-label`. */
export function CardButton(props: ComponentProps<'button'> & { 'aria-label': string }) {
  return (
    <button
      {...props}
      type="button"
      className="absolute inset-0 cursor-pointer rounded-xl transition-colors hover:bg-sunken/60"
    />
  );
}
