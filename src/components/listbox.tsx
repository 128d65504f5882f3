import { Check } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#src/lib/cn.ts';

/** The floating list under a combobox; hidden, not removed, while closed, because the input refers to it. */
export function Listbox({ open, className, ...props }: ComponentProps<'div'> & { open: boolean }) {
  return (
    <div
      {...props}
      hidden={!open}
      className={cn(
        'absolute inset-x-0 top-full z-40 mt-1.5 max-h-80 overflow-y-auto overscroll-contain rounded-lg border border-line bg-raised p-1.5 shadow-float outline-none',
        className,
      )}
    />
  );
}

interface ListboxOptionProps extends ComponentProps<'div'> {
  highlighted: boolean;
  /** Shows a tick; for lists in which several can be chosen. */
  chosen?: boolean | undefined;
}

/** One option of a Listbox. */
export function ListboxOption({
  highlighted,
  chosen = false,
  className,
  children,
  ...props
}: ListboxOptionProps) {
  return (
    <div
      {...props}
      className={cn(
        'flex min-h-control cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 text-base md:min-h-9 md:text-sm',
        highlighted && 'bg-sunken',
        chosen && 'font-semibold',
        className,
      )}
    >
      {children}
      {chosen && <Check aria-hidden className="ml-auto size-4 shrink-0 text-brand-ink" />}
    </div>
  );
}

/** A line in a Listbox that says something and cannot be chosen: "Not found". */
export function ListboxNote({ children }: { children: ReactNode }) {
  return (
    <div
      role="option"
      aria-disabled
      aria-selected={false}
      className="flex min-h-control items-center gap-2.5 px-3 py-1.5 text-muted text-sm md:min-h-9"
    >
      {children}
    </div>
  );
}
