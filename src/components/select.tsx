import { Check, ChevronDown } from 'lucide-react';
import * as Radix from 'radix-ui/select';
import type { Ref } from 'react';
import { cn } from '#src/lib/cn.ts';
import { controlVariants, Field, type FieldProps } from './field.tsx';

/** One of the choices. */
export interface SelectOption<Value extends string> {
  /** Never empty: an empty string is how Radix says that nothing is chosen. */
  value: Value;
  label: string;
  disabled?: boolean | undefined;
}

interface SelectProps<Value extends string> extends FieldProps {
  options: readonly SelectOption<Value>[];
  /** The chosen value; `null` as long as there is none. */
  value: Value | null;
  onValueChange: (value: Value) => void;
  onBlur?: (() => void) | undefined;
  placeholder?: string | undefined;
  name?: string | undefined;
  disabled?: boolean | undefined;
  id?: string | undefined;
  /** The button, to be focused when its value is refused. */
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** One of a known list, closed until pressed. For long lists or several choices see MultiSelect and Combobox. */
export function Select<Value extends string>({
  options,
  value,
  onValueChange,
  onBlur,
  placeholder = 'Choose one',
  name,
  disabled,
  ref,
  ...field
}: SelectProps<Value>) {
  return (
    <Field {...field}>
      {(control) => (
        <Radix.Root
          value={value ?? ''}
          onValueChange={(next) => {
            const chosen = options.find((option) => option.value === next);
            if (chosen !== undefined) onValueChange(chosen.value);
          }}
          name={name}
          disabled={disabled}
        >
          <Radix.Trigger
            {...control}
            {...(ref === undefined ? {} : { ref })}
            onBlur={onBlur}
            className={cn(
              controlVariants(),
              'flex items-center justify-between gap-2 text-left data-placeholder:text-muted',
            )}
          >
            <span className="truncate">
              <Radix.Value placeholder={placeholder} />
            </span>
            <Radix.Icon asChild>
              <ChevronDown aria-hidden className="size-4.5 shrink-0 text-muted" />
            </Radix.Icon>
          </Radix.Trigger>
          <Radix.Portal>
            <Radix.Content
              position="popper"
              sideOffset={6}
              collisionPadding={8}
              className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) max-w-[calc(100vw-1rem)] origin-(--radix-select-content-transform-origin) overflow-hidden rounded-lg border border-line bg-raised shadow-float data-[state=open]:animate-pop-in"
            >
              <Radix.Viewport className="max-h-80 p-1.5">
                {options.map((option) => (
                  <Radix.Item
                    key={option.value}
                    value={option.value}
                    {...(option.disabled === undefined ? {} : { disabled: option.disabled })}
                    className="flex min-h-control cursor-pointer select-none items-center gap-3 rounded-md px-3 py-1.5 text-base outline-none data-[state=checked]:font-semibold data-disabled:opacity-50 data-highlighted:bg-sunken md:min-h-9 md:text-sm"
                  >
                    <Radix.ItemText>{option.label}</Radix.ItemText>
                    <Radix.ItemIndicator className="ml-auto">
                      <Check aria-hidden className="size-4 text-brand-ink" />
                    </Radix.ItemIndicator>
                  </Radix.Item>
                ))}
              </Radix.Viewport>
            </Radix.Content>
          </Radix.Portal>
        </Radix.Root>
      )}
    </Field>
  );
}
