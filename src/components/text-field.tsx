import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#src/lib/cn.ts';
import { controlVariants, Field, type FieldProps } from './field.tsx';

/** A bare one-line input in the common look; outside a field it needs an `aria-label` of its own. */
function Input({ className, type = 'text', ...props }: ComponentProps<'input'>) {
  return <input {...props} type={type} className={cn(controlVariants(), className)} />;
}

interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, keyof FieldProps> {
  /** An icon inside the left edge. */
  icon?: ReactNode;
  /** Something inside the right edge, up to the width of one icon button. */
  trailing?: ReactNode;
}

/** One line of text with label, help and error. Takes the props of an input, `register()` included. */
export function TextField({
  label,
  hideLabel,
  help,
  error,
  required,
  className,
  id,
  icon,
  trailing,
  ...props
}: TextFieldProps) {
  return (
    <Field {...{ id, label, hideLabel, help, error, required, className }}>
      {(control) => (
        <div className="relative">
          {icon !== undefined && (
            <span
              aria-hidden
              className="pointer-events-none absolute inset-y-0 left-0 flex w-10 items-center justify-center text-muted [&_svg]:size-4.5"
            >
              {icon}
            </span>
          )}
          <Input
            dir="auto"
            {...props}
            {...control}
            className={cn(icon !== undefined && 'pl-10', trailing !== undefined && 'pr-12')}
          />
          {trailing !== undefined && (
            <span className="absolute inset-y-0 right-0 flex items-center">{trailing}</span>
          )}
        </div>
      )}
    </Field>
  );
}
