import { useCombobox } from 'downshift';
import { type ReactNode, type Ref, useId, useLayoutEffect } from 'react';
import { cn } from '#src/lib/cn.ts';
import { texts as ownTexts } from './combobox.texts.ts';
import { controlVariants, Field, type FieldProps } from './field.tsx';
import { Listbox, ListboxNote, ListboxOption } from './listbox.tsx';
import { Spinner } from './spinner.tsx';
import * as texts from './texts.ts';

/** What a suggestion is at least; a screen's own suggestions may carry more. */
export interface ComboboxOption {
  id: string;
  label: string;
}

/** Suggestions of one kind, in the order in which they are shown. */
export interface ComboboxGroup<Option extends ComboboxOption> {
  /** "INDIVIDUALS"; left out where there is only one kind. */
  heading?: string | undefined;
  options: readonly Option[];
}

interface ComboboxProps<Option extends ComboboxOption> extends FieldProps {
  inputValue: string;
  onInputValueChange: (value: string) => void;
  groups: readonly ComboboxGroup<Option>[];
  /** While suggestions for the text are being fetched. */
  loading?: boolean | undefined;
  /** Shown in place of suggestions, as "Type at least 3 letter". */
  hint?: string | undefined;
  /** Shown where there is no suggestion. */
  notFound?: string | undefined;
  /** A suggestion was chosen; what the input shows next is up to the caller. */
  onSelect: (option: Option) => void;
  /** Enter without a highlighted suggestion. */
  onSubmit?: ((text: string) => void) | undefined;
  renderOption?: ((option: Option) => ReactNode) | undefined;
  onBlur?: (() => void) | undefined;
  placeholder?: string | undefined;
  icon?: ReactNode;
  /** Takes the focus when it appears, where it stands in for something that had it. */
  takesFocus?: boolean | undefined;
  /** The input, to be focused when its value is rejected. */
  ref?: Ref<HTMLInputElement> | undefined;
  id?: string | undefined;
  /** Classes for the input itself. */
  inputClassName?: string | undefined;
}

/** Names fit into one line of this width, in pixels, where the input is narrower. */
const narrowestList = 280;

/** A text input with suggestions that the caller fetches; complete by keyboard. */
export function Combobox<Option extends ComboboxOption>({
  inputValue,
  onInputValueChange,
  groups,
  loading = false,
  hint,
  notFound = texts.notFound,
  onSelect,
  onSubmit,
  renderOption,
  onBlur,
  placeholder,
  icon,
  takesFocus,
  ref,
  id,
  inputClassName,
  ...field
}: ComboboxProps<Option>) {
  const made = useId();
  const inputId = id ?? made;
  const items = hint === undefined ? groups.flatMap((group) => group.options) : [];
  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps, closeMenu } =
    useCombobox<Option>({
      inputId,
      labelId: `${inputId}-label`,
      items,
      inputValue,
      selectedItem: null,
      // What it stands in for may have been typed into already.
      initialIsOpen: takesFocus === true && inputValue !== '',
      itemToString: (item) => item?.label ?? '',
      itemToKey: (item) => item?.id,
      stateReducer: (_state, { type, changes }) => {
        // Leaving the input chooses nothing: only Enter and a press do.
        if (type !== useCombobox.stateChangeTypes.InputBlur) return changes;
        const { selectedItem, inputValue: typed, ...left } = changes;
        return left;
      },
      onSelectedItemChange: ({ selectedItem }) => {
        if (selectedItem) onSelect(selectedItem);
      },
    });

  // Removing what had the focus left it nowhere. Where it went elsewhere meanwhile, it stays there.
  useLayoutEffect(() => {
    if (takesFocus && document.activeElement === document.body) document.getElementById(inputId)?.focus();
  }, [takesFocus, inputId]);

  const open = isOpen && (hint !== undefined || inputValue.trim() !== '');
  return (
    <Field {...field} id={inputId}>
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
          <input
            {...getInputProps({
              ...(ref === undefined ? {} : { ref }),
              'aria-describedby': control['aria-describedby'],
              'aria-invalid': control['aria-invalid'],
              'aria-required': control['aria-required'],
              'aria-expanded': open,
              placeholder,
              // Set while the key is handled, not in an effect, so that the caret stays where it is.
              onChange: (event) => onInputValueChange(event.currentTarget.value),
              onBlur,
              onKeyDown: (event) => {
                if (event.key !== 'Enter' || (open && highlightedIndex >= 0)) return;
                if (onSubmit === undefined) return;
                event.preventDefault();
                closeMenu();
                onSubmit(inputValue);
              },
            })}
            type="text"
            spellCheck={false}
            className={cn(controlVariants(), icon !== undefined && 'pl-10', 'pr-9', inputClassName)}
          />
          {loading && open && (
            <span className="pointer-events-none absolute inset-y-0 right-0 flex items-center pr-3 text-muted">
              <Spinner className="size-4" />
            </span>
          )}
          <Listbox
            {...getMenuProps({ 'aria-labelledby': `${inputId}-label` })}
            // The input keeps the focus, also where a heading is pressed.
            onMouseDown={(event) => event.preventDefault()}
            open={open}
            minWidth={narrowestList}
          >
            {open &&
              hint === undefined &&
              groups
                .filter((group) => group.options.length > 0)
                .map((group) => (
                  <div
                    key={group.heading ?? ''}
                    {...(group.heading === undefined
                      ? { role: 'presentation' }
                      : { role: 'group', 'aria-label': group.heading })}
                  >
                    {group.heading !== undefined && (
                      <div
                        aria-hidden
                        className="px-3 pt-2 pb-1 font-semibold text-muted text-xs tracking-wide"
                      >
                        {group.heading}
                      </div>
                    )}
                    {group.options.map((option) => {
                      const index = items.indexOf(option);
                      return (
                        <ListboxOption
                          key={option.id}
                          {...getItemProps({ item: option, index })}
                          highlighted={index === highlightedIndex}
                        >
                          {renderOption === undefined ? (
                            <span className="truncate">{option.label}</span>
                          ) : (
                            renderOption(option)
                          )}
                        </ListboxOption>
                      );
                    })}
                  </div>
                ))}
            {open && items.length === 0 && (
              <ListboxNote>
                {hint ??
                  (loading ? (
                    <>
                      <Spinner className="size-4" /> {texts.searching}
                    </>
                  ) : (
                    notFound
                  ))}
              </ListboxNote>
            )}
          </Listbox>
          <span role="status" className="sr-only">
            {open &&
              hint === undefined &&
              !loading &&
              (items.length === 0 ? notFound : ownTexts.found(items.length))}
          </span>
        </div>
      )}
    </Field>
  );
}
