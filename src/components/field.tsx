import { cva } from 'class-variance-authority';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cn } from '#src/lib/cn.ts';

/** The box of everything one can type or choose in, the same for inputs, text areas, selects and comboboxes. */
export const controlVariants = cva(
  [
    'w-full min-w-0 rounded-md border border-line-strong bg-surface text-base text-ink md:text-sm',
    'transition-[border-color,box-shadow] hover:border-ink/60',
    'focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-focus',
    'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted disabled:hover:border-line-strong',
    '[&:is(input,textarea):read-only]:bg-sunken aria-invalid:border-danger-ink',
  ],
  {
    variants: {
      kind: { line: 'h-control px-3', area: 'px-3 py-2.5', box: 'min-h-control' },
    },
    defaultVariants: { kind: 'line' },
  },
);

/** What every field takes beside its own control's props. */
export interface FieldProps {
  label: ReactNode;
  /** Stays for screen readers, leaves the screen; for a search box whose purpose is plain to see. */
  hideLabel?: boolean | undefined;
  help?: ReactNode;
  /** The sentence of the failed rule; its presence marks the control invalid. */
  error?: string | undefined;
  required?: boolean | undefined;
  className?: string | undefined;
}

/** What ties a control to its label, help and error: to be spread on the control. */
export interface FieldControl {
  id: string;
  'aria-labelledby': string | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

interface FieldShellProps extends FieldProps {
  /** The control's id; made up if left out. */
  id?: string | undefined;
  /** For a control of several parts (radio buttons, date segments), which no <label> can point at. */
  group?: boolean | undefined;
  children: (control: FieldControl) => ReactNode;
}

/** Label above, control, error and help below, tied together for assistive technology. */
export function Field({
  id,
  label,
  hideLabel = false,
  help,
  error,
  required = false,
  group = false,
  className,
  children,
}: FieldShellProps) {
  const made = useId();
  const controlId = id ?? made;
  const hasHelp = help !== undefined && help !== null && help !== '';
  const hasError = error !== undefined && error !== '';
  const described = [hasError && `${controlId}-error`, hasHelp && `${controlId}-help`]
    .filter(Boolean)
    .join(' ');
  const Label = group ? 'span' : 'label';
  return (
    <div className={cn('flex min-w-0 flex-col gap-1.5', className)}>
      <Label
        id={`${controlId}-label`}
        {...(group ? {} : { htmlFor: controlId })}
        className={cn('font-medium text-ink text-sm', hideLabel ? 'sr-only' : 'w-fit')}
      >
        {label}
        {required && (
          <span aria-hidden className="text-danger-ink">
            {' *'}
          </span>
        )}
      </Label>
      {children({
        id: controlId,
        'aria-labelledby': group ? `${controlId}-label` : undefined,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': hasError || undefined,
        'aria-required': required || undefined,
      })}
      {hasError && (
        <p id={`${controlId}-error`} className="flex items-start gap-1.5 text-danger-ink text-sm">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
      {hasHelp && (
        <p id={`${controlId}-help`} className="text-muted text-sm">
          {help}
        </p>
      )}
    </div>
  );
}
