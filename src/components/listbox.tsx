import { autoUpdate, flip, offset, size, useFloating } from '@floating-ui/react-dom';
import { Check } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { cn } from '#src/lib/cn.ts';

const TALLEST = 320;

interface ListboxProps extends ComponentProps<'div'> {
  open: boolean;
  /** How wide it is at least where the screen has the room, in pixels. */
  minWidth?: number | undefined;
}

/**
 * The floating list of a select or combobox: under the element that it stands in and as wide, or above where
 * there is more room. Hidden, not removed, while closed, because the control refers to it.
 */
export function Listbox({ open, minWidth = 0, className, ...props }: ListboxProps) {
  const { refs, elements, floatingStyles, update } = useFloating<HTMLElement>({
    open,
    strategy: 'fixed',
    placement: 'bottom-start',
    middleware: [
      offset(6),
      flip({ padding: 8, fallbackStrategy: 'initialPlacement' }),
      size({
        padding: 8,
        apply: ({ availableWidth, availableHeight, rects, elements: { floating } }) => {
          floating.style.width = `${Math.max(rects.reference.width, Math.min(minWidth, availableWidth))}px`;
          floating.style.setProperty(
            '--listbox-room',
            `${Math.max(120, Math.min(TALLEST, availableHeight))}px`,
          );
        },
      }),
    ],
  });
  const { reference, floating } = elements;
  useEffect(() => {
    if (!open || !reference || !floating) return undefined;
    return autoUpdate(reference, floating, update);
  }, [open, reference, floating, update]);

  return (
    <div
      ref={(element) => {
        refs.setFloating(element);
        if (element) refs.setReference(element.parentElement);
      }}
      hidden={!open}
      style={floatingStyles}
      className="z-50"
    >
      <div
        {...props}
        className={cn(
          'max-h-(--listbox-room) overflow-y-auto overscroll-contain rounded-lg border border-line bg-raised p-1.5 shadow-float outline-none',
          className,
        )}
      />
    </div>
  );
}

interface ListboxOptionProps extends ComponentProps<'div'> {
  highlighted: boolean;
  /** Shows a tick. */
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
        'flex min-h-control cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 text-base aria-disabled:cursor-default aria-disabled:opacity-50 md:min-h-9 md:text-sm',
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

/** A line in a Listbox that cannot be chosen: "Not found". */
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
