import * as Radix from 'radix-ui/switch';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from '#src/lib/cn.ts';

interface SwitchProps extends Omit<ComponentProps<typeof Radix.Root>, 'children' | 'asChild'> {
  label: ReactNode;
  help?: ReactNode;
}

/** A setting that takes effect at once: label at the left, switch at the right. */
export function Switch({ label, help, className, id, ...props }: SwitchProps) {
  const made = useId();
  const controlId = id ?? made;
  return (
    <div className={cn('flex min-h-control items-center justify-between gap-4', className)}>
      <div className="min-w-0 py-1.5">
        <label htmlFor={controlId} className="block cursor-pointer font-medium text-sm">
          {label}
        </label>
        {help !== undefined && (
          <p id={`${controlId}-help`} className="text-muted text-sm">
            {help}
          </p>
        )}
      </div>
      <Radix.Root
        {...props}
        id={controlId}
        aria-describedby={help === undefined ? undefined : `${controlId}-help`}
        className={cn(
          'relative h-7 w-12 shrink-0 rounded-full border-2 border-line-strong bg-sunken transition-colors after:absolute after:-inset-2',
          'data-[state=checked]:border-brand data-[state=checked]:bg-brand',
          'disabled:cursor-not-allowed disabled:opacity-50',
        )}
      >
        <Radix.Thumb className="block size-4 translate-x-1 rounded-full bg-line-strong forced-colors:bg-[CanvasText] transition-[translate,scale,background-color] data-[state=checked]:translate-x-6 data-[state=checked]:scale-120 data-[state=checked]:bg-on-brand" />
      </Radix.Root>
    </div>
  );
}
