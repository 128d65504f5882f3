import { useCombobox, useMultipleSelection } from 'downshift';
import { ChevronDown, X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { afterPress } from '#src/lib/after-press.ts';
import { cn } from '#src/lib/cn.ts';
import { controlVariants, Field, type FieldProps } from './field.tsx';
import { Listbox, ListboxNote, ListboxOption } from './listbox.tsx';
import { texts as ownTexts } from './multi-select.texts.ts';
import * as texts from './texts.ts';

/** One of the choices. */
export interface MultiSelectOption<Value extends string> {
  value: Value;
  label: string;
}

interface MultiSelectProps<Value extends string> extends FieldProps {
  options: readonly MultiSelectOption<Value>[];
  value: readonly Value[];
  onValueChange: (value: Value[]) => void;
  onBlur?: (() => void) | undefined;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  id?: string | undefined;
}

/**
 * Several of a known list: typing narrows it, Enter adds or takes away, Backspace in the empty input takes
 * away the last, the left arrow walks into the chips.
 */
export function MultiSelect<Value extends string>({
  options,
  value,
  onValueChange,
  onBlur,
  placeholder = texts.chooseAny,
  disabled = false,
  id,
  ...field
}: MultiSelectProps<Value>) {
  const made = useId();
  const inputId = id ?? made;
  const [text, setText] = useState('');
  /** What was typed, taken away because there is no such choice, and not replaced yet. */
  const [rejected, setRejected] = useState('');
  /** The focus left before the choices had loaded, which decide what the typed text means. */
  const [isUndecided, setUndecided] = useState(false);
  const chosen = value.flatMap((one) => options.find((option) => option.value === one) ?? []);
  const wanted = text.trim().toLocaleLowerCase();
  const shown = options.filter((option) => option.label.toLocaleLowerCase().includes(wanted));

  function toggle(option: MultiSelectOption<Value>) {
    onValueChange(
      value.includes(option.value)
        ? value.filter((other) => other !== option.value)
        : [...value, option.value],
    );
  }

  /** What is typed counts, also where nothing was chosen. Where there is no such choice, an error is shown. */
  function leave() {
    if (wanted === '') return;
    setUndecided(options.length === 0);
    if (options.length === 0) return;
    const meant = options.find((option) => option.label.toLocaleLowerCase() === wanted);
    if (meant && !value.includes(meant.value)) toggle(meant);
    if (!meant) setRejected(text.trim());
    setText('');
  }

  const decide = useEffectEvent(leave);
  const hasOptions = options.length > 0;
  useEffect(() => {
    if (isUndecided && hasOptions) afterPress(() => decide());
  }, [isUndecided, hasOptions]);

  const { getDropdownProps, getSelectedItemProps, removeSelectedItem } = useMultipleSelection<
    MultiSelectOption<Value>
  >({
    selectedItems: chosen,
    itemToKey: (item) => item?.value,
    onSelectedItemsChange: ({ selectedItems }) => onValueChange(selectedItems.map((item) => item.value)),
  });

  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps, getToggleButtonProps } =
    useCombobox<MultiSelectOption<Value>>({
      inputId,
      labelId: `${inputId}-label`,
      items: shown,
      inputValue: text,
      selectedItem: null,
      itemToString: (item) => item?.label ?? '',
      itemToKey: (item) => item?.value,
      stateReducer: (state, { type, changes }) => {
        const types = useCombobox.stateChangeTypes;
        if (type === types.InputKeyDownEnter || type === types.ItemClick)
          return { ...changes, isOpen: true, highlightedIndex: state.highlightedIndex };
        if (type !== types.InputBlur) return changes;
        const { selectedItem, inputValue, ...left } = changes;
        return left;
      },
      onStateChange: ({ type, selectedItem }) => {
        if (type === useCombobox.stateChangeTypes.InputBlur) afterPress(leave);
        if (!selectedItem) return;
        toggle(selectedItem);
        setText('');
        setRejected('');
      },
    });

  const error = field.error ?? (rejected === '' ? undefined : `“${rejected}” is not one of the choices`);
  return (
    <Field {...field} error={error} id={inputId}>
      {(control) => (
        <div className="relative">
          <div
            className={cn(
              controlVariants({ kind: 'box' }),
              'flex flex-wrap items-center gap-x-1.5 gap-y-2 py-1 pr-11 pl-1.5 md:gap-y-1.5',
              'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-focus',
              control['aria-invalid'] && 'border-danger-ink',
              disabled && 'cursor-not-allowed bg-sunken text-muted',
            )}
          >
            {chosen.map((option, index) => (
              <button
                // By place, so that the chip that moves up takes over the focus of the one taken away.
                key={index}
                type="button"
                disabled={disabled}
                aria-label={ownTexts.removeOf(option.label)}
                {...getSelectedItemProps({ selectedItem: option, index })}
                onClick={(event) => {
                  removeSelectedItem(option);
                  // Pressed by key, where no chip follows to take over the focus.
                  const byKey = event.detail === 0;
                  if (byKey && index === chosen.length - 1) document.getElementById(inputId)?.focus();
                }}
                className="relative inline-flex h-9 min-w-11 max-w-full items-center gap-1.5 rounded-sm bg-brand-soft pr-2 pl-2.5 font-medium text-brand-ink text-sm transition-colors after:absolute after:inset-x-0 after:-inset-y-1 hover:bg-brand-soft/60 focus-visible:-outline-offset-2 md:h-7 md:after:inset-0"
              >
                <span className="truncate">{option.label}</span>
                <X aria-hidden className="size-3.5 shrink-0" />
              </button>
            ))}
            <input
              {...getInputProps(
                getDropdownProps({
                  preventKeyAction: isOpen && highlightedIndex >= 0 && text !== '',
                  disabled,
                  'aria-describedby': control['aria-describedby'],
                  'aria-invalid': control['aria-invalid'],
                  'aria-required': control['aria-required'],
                  placeholder: chosen.length === 0 ? placeholder : undefined,
                  onChange: (event) => {
                    setText((event.target as HTMLInputElement).value);
                    setRejected('');
                    setUndecided(false);
                  },
                  onBlur,
                }),
              )}
              type="text"
              className="-my-1 h-11 field-sizing-content min-w-8 max-w-full flex-1 bg-transparent px-1.5 outline-none disabled:cursor-not-allowed md:my-0 md:h-7"
            />
          </div>
          <button
            type="button"
            {...getToggleButtonProps({ disabled })}
            aria-label={texts.showChoices}
            className="absolute top-0 right-0 flex h-control w-11 items-center justify-center text-muted"
          >
            <ChevronDown
              aria-hidden
              className={cn('size-4.5 transition-transform', isOpen && 'rotate-180')}
            />
          </button>
          <Listbox
            {...getMenuProps({ 'aria-labelledby': `${inputId}-label` })}
            aria-multiselectable
            open={isOpen}
          >
            {isOpen &&
              shown.map((option, index) => (
                <ListboxOption
                  key={option.value}
                  {...getItemProps({ item: option, index })}
                  aria-selected={value.includes(option.value)}
                  highlighted={index === highlightedIndex}
                  chosen={value.includes(option.value)}
                >
                  {option.label}
                </ListboxOption>
              ))}
            {isOpen && shown.length === 0 && <ListboxNote>{texts.notFound}</ListboxNote>}
          </Listbox>
        </div>
      )}
    </Field>
  );
}
