import * as Radix from 'radix-ui/radio-group';
import type { ReactNode } from 'react';
import { cn } from '#src/lib/cn.ts';
import { Field, type FieldProps } from './field.tsx';

/** One of the choices. */
export interface RadioCard<Value extends string> {
  value: Value;
  label: string;
  help?: string | undefined;
  icon?: ReactNode;
  disabled?: boolean | undefined;
}

interface RadioCardsProps<Value extends string> extends FieldProps {
  options: readonly RadioCard<Value>[];
  /** The chosen value; `null` as long as there is none. */
  value: Value | null;
  onValueChange: (value: Value) => void;
  name?: string | undefined;
  /** How many stand side by side where there is room. */
  columns?: 1 | 2 | 3 | undefined;
}

/** One of a few choices that each deserve a sentence. Arrow keys move between them. */
export function RadioCards<Value extends string>({
  options,
  value,
  onValueChange,
  name,
  columns = 2,
  ...field
}: RadioCardsProps<Value>) {
  return (
    <Field {...field} group>
      {(control) => (
        <Radix.Root
          {...control}
          {...(name === undefined ? {} : { name })}
          value={value}
          onValueChange={(next) => {
            const chosen = options.find((option) => option.value === next);
            if (chosen !== undefined) onValueChange(chosen.value);
          }}
          className={cn(
            'grid grid-cols-1 gap-2.5',
            columns === 2 && 'sm:grid-cols-2',
            columns === 3 && 'sm:grid-cols-3',
          )}
        >
          {options.map((option) => (
            <Radix.Item
              key={option.value}
              value={option.value}
              {...(option.disabled === undefined ? {} : { disabled: option.disabled })}
              className={cn(
                'group flex min-h-control items-start gap-3 rounded-lg border border-line-strong/60 bg-surface p-3.5 text-left transition-[background-color,border-color,box-shadow]',
                'hover:border-brand-ink disabled:cursor-not-allowed disabled:opacity-50',
                'data-[state=checked]:border-brand-ink data-[state=checked]:bg-brand-soft data-[state=checked]:ring-1 data-[state=checked]:ring-brand-ink',
              )}
            >
              {option.icon !== undefined && (
                <span aria-hidden className="mt-px text-brand-ink [&_svg]:size-5">
                  {option.icon}
                </span>
              )}
              <span className="wrap-anywhere min-w-0 flex-1">
                <span className="block font-semibold text-sm">{option.label}</span>
                {option.help !== undefined && (
                  <span className="mt-0.5 block text-pretty text-muted text-sm group-data-[state=checked]:text-ink">
                    {option.help}
                  </span>
                )}
              </span>
              <span
                aria-hidden
                className="mt-0.5 size-4 shrink-0 rounded-full border-2 border-line-strong transition-[border-width] group-data-[state=checked]:border-5 group-data-[state=checked]:border-brand"
              />
            </Radix.Item>
          ))}
        </Radix.Root>
      )}
    </Field>
  );
}
