import { useSelect } from 'downshift';
import { ChevronDown } from 'lucide-react';
import { type Ref, useId } from 'react';
import { cn } from '#src/lib/cn.ts';
import { controlVariants, Field, type FieldProps } from './field.tsx';
import { Listbox, ListboxOption } from './listbox.tsx';
import * as texts from './texts.ts';

/** One of the choices. */
export interface SelectOption<Value extends string> {
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
  disabled?: boolean | undefined;
  id?: string | undefined;
  /** The button, to be focused when its value is rejected. */
  ref?: Ref<HTMLButtonElement> | undefined;
}

/**
 * One of a known list, closed until pressed; letters jump to what they begin. On downshift rather than Radix,
 * whose open select hides the page from assistive technology while it can still be focused. For long lists or
 * several choices see Combobox and MultiSelect.
 */
export function Select<Value extends string>({
  options,
  value,
  onValueChange,
  onBlur,
  placeholder = texts.chooseOne,
  disabled = false,
  id,
  ref,
  ...field
}: SelectProps<Value>) {
  const made = useId();
  const controlId = id ?? made;
  const chosen = options.find((option) => option.value === value) ?? null;
  const { isOpen, highlightedIndex, getToggleButtonProps, getMenuProps, getItemProps } = useSelect<
    SelectOption<Value>
  >({
    toggleButtonId: controlId,
    labelId: `${controlId}-label`,
    items: [...options],
    selectedItem: chosen,
    itemToString: (item) => item?.label ?? '',
    itemToKey: (item) => item?.value,
    isItemDisabled: (item) => item.disabled ?? false,
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem) onValueChange(selectedItem.value);
    },
  });

  return (
    <Field {...field} id={controlId}>
      {(control) => (
        <div className="relative">
          <button
            type="button"
            {...getToggleButtonProps({
              ...(ref === undefined ? {} : { ref }),
              disabled,
              onBlur,
              'aria-describedby': control['aria-describedby'],
              'aria-invalid': control['aria-invalid'],
              'aria-required': control['aria-required'],
            })}
            className={cn(
              controlVariants(),
              'flex items-center justify-between gap-2 text-left',
              chosen === null && 'text-muted',
            )}
          >
            <span className="truncate">{chosen?.label ?? placeholder}</span>
            <ChevronDown aria-hidden className="size-4.5 shrink-0 text-muted" />
          </button>
          <Listbox {...getMenuProps()} open={isOpen}>
            {isOpen &&
              options.map((option, index) => (
                <ListboxOption
                  key={option.value}
                  {...getItemProps({ item: option, index })}
                  highlighted={index === highlightedIndex}
                  chosen={option === chosen}
                >
                  {option.label}
                </ListboxOption>
              ))}
          </Listbox>
        </div>
      )}
    </Field>
  );
}
