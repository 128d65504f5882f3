import { Check, Minus } from 'lucide-react';
import * as Radix from 'radix-ui/checkbox';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from '#src/lib/cn.ts';

interface CheckboxProps extends Omit<ComponentProps<typeof Radix.Root>, 'children' | 'asChild'> {
  label: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
}

/** A tick box with its label to the right, which presses it too. `checked="indeterminate"` for some of many. */
export function Checkbox({ label, help, error, className, id, ...props }: CheckboxProps) {
  const made = useId();
  const controlId = id ?? made;
  const note = error ?? help;
  return (
    <div className={cn('flex gap-3', className)}>
      <Radix.Root
        {...props}
        id={controlId}
        aria-describedby={note === undefined ? undefined : `${controlId}-note`}
        aria-invalid={error === undefined ? undefined : true}
        className={cn(
          'group relative my-3 flex size-5 shrink-0 items-center justify-center rounded-sm border-2 border-line-strong bg-surface text-on-brand transition-colors md:my-2',
          'after:absolute after:-inset-3 hover:border-brand-ink aria-invalid:border-danger-ink',
          'data-[state=checked]:border-brand data-[state=indeterminate]:border-brand data-[state=checked]:bg-brand data-[state=indeterminate]:bg-brand',
          'disabled:cursor-not-allowed disabled:opacity-50',
        )}
      >
        <Radix.Indicator>
          <Check aria-hidden strokeWidth={3.5} className="size-3.5 group-data-[state=indeterminate]:hidden" />
          <Minus
            aria-hidden
            strokeWidth={3.5}
            className="hidden size-3.5 group-data-[state=indeterminate]:block"
          />
        </Radix.Indicator>
      </Radix.Root>
      <div className="min-w-0 py-2.5 md:py-2">
        <label
          htmlFor={controlId}
          className="block cursor-pointer text-base leading-6 md:text-sm md:leading-5"
        >
          {label}
        </label>
        {note !== undefined && (
          <p
            id={`${controlId}-note`}
            className={cn('text-sm', error === undefined ? 'text-muted' : 'text-danger-ink')}
          >
            {note}
          </p>
        )}
      </div>
    </div>
  );
}
