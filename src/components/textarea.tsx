import type { ComponentProps } from 'react';
import { cn } from '#src/lib/cn.ts';
import { controlVariants, Field, type FieldProps } from './field.tsx';

interface TextareaProps extends FieldProps, Omit<ComponentProps<'textarea'>, keyof FieldProps> {
  /** Begins with one line, as in a chat. */
  compact?: boolean | undefined;
}

/** Several lines of text with label, help and error; grows with what is typed, up to half the screen. */
export function Textarea({
  label,
  hideLabel,
  help,
  error,
  required,
  className,
  id,
  compact = false,
  ...props
}: TextareaProps) {
  return (
    <Field {...{ id, label, hideLabel, help, error, required, className }}>
      {(control) => (
        <textarea
          rows={compact ? 1 : 4}
          dir="auto"
          {...props}
          {...control}
          className={cn(
            controlVariants({ kind: 'area' }),
            'field-sizing-content',
            compact ? 'max-h-[30dvh] min-h-control resize-none md:py-2' : 'max-h-[50dvh] min-h-24 resize-y',
          )}
        />
      )}
    </Field>
  );
}
