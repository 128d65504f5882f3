import { RotateCcw, Search, SlidersHorizontal } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { LookupSelect } from '#src/app/lookup-select.tsx';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { Switch } from '#src/components/switch.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { cn } from '#src/lib/cn.ts';
import { unplaced } from '#src/lib/near.ts';
import { InFoldRow } from './fold-row.tsx';
import { texts } from './texts.ts';

export interface FiltersProps<Filters extends object> {
  /** Those in force. Where others come into force, the fields follow. */
  filters: Filters;
  onSearch: (filters: Filters) => void;
}

/** A filter that is not in force yet; undefined takes it away. */
export interface BoundFilter<Value> {
  value: Value | undefined;
  onValueChange: (value: Value | undefined) => void;
}

interface FilterPanelProps<Filters extends object> extends FiltersProps<Filters> {
  /** Whether a filter is invalid, which its field shows. */
  isWrong?: (draft: Filters) => boolean;
  /** The fields; `bind` gives each the filter that it edits. */
  children: (
    bind: <Name extends keyof Filters>(name: Name) => BoundFilter<Filters[Name]>,
    draft: Filters,
  ) => ReactNode;
}

/** The filters of a search: at the side where there is room, behind a button on a phone. */
export function FilterPanel<Filters extends object>({
  filters,
  onSearch,
  isWrong,
  children,
}: FilterPanelProps<Filters>) {
  const [draft, setDraft] = useState(filters);
  const [inForce, setInForce] = useState(filters);
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  if (JSON.stringify(inForce) !== JSON.stringify(filters)) {
    setInForce(filters);
    setDraft(filters);
  }
  const count = Object.keys(filters).length;

  function search(wanted: Filters) {
    setIsOpen(false);
    onSearch(wanted);
  }

  return (
    <search
      aria-label={texts.filterPanel.filters}
      className={cn('xl:block xl:w-72 xl:shrink-0', !isOpen && 'hidden')}
    >
      <InFoldRow>
        <Button
          variant="secondary"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className="xl:hidden"
        >
          <SlidersHorizontal aria-hidden />
          {count === 0 ? texts.filterPanel.filters : texts.filterPanel.filtersInForce(count)}
        </Button>
      </InFoldRow>
      <Card id={id}>
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (!isWrong?.(draft) && !Object.values(draft).includes(unplaced)) search(draft);
          }}
        >
          {children(
            (name) => ({
              value: draft[name],
              onValueChange: (changed) =>
                setDraft(
                  Object.fromEntries(
                    Object.entries({ ...draft, [name]: changed }).filter(([, value]) => value !== undefined),
                  ) as Filters,
                ),
            }),
            draft,
          )}
          <div className="flex gap-2.5">
            <Button variant="secondary" onClick={() => search({} as Filters)} className="flex-1">
              <RotateCcw aria-hidden />
              {texts.filterPanel.reset}
            </Button>
            <Button type="submit" className="flex-1">
              <Search aria-hidden />
              {texts.filterPanel.search}
            </Button>
          </div>
        </form>
      </Card>
    </search>
  );
}

/** An empty text or list is none. */
export const orNone = <Value extends string | readonly unknown[]>(value: Value): Value | undefined =>
  value.length > 0 ? value : undefined;

type FilterField<Field, Value> = Omit<Field, 'value' | 'onChange' | 'onValueChange'> & BoundFilter<Value>;

/** A filter by a text; none where it is empty. */
export function TextFilter({
  value = '',
  onValueChange,
  ...field
}: FilterField<ComponentProps<typeof TextField>, string>) {
  return (
    <TextField
      {...field}
      value={value}
      onChange={(event) => onValueChange(orNone(event.currentTarget.value))}
    />
  );
}

/** A filter by entries of a global list, any of them; none where nothing is picked. */
export function LookupFilter({
  value = [],
  onValueChange,
  ...field
}: FilterField<ComponentProps<typeof LookupSelect>, string[]>) {
  return <LookupSelect {...field} value={value} onValueChange={(ids) => onValueChange(orNone(ids))} />;
}

/** A filter that is in force or not. */
export function SwitchFilter({ label, value, onValueChange }: BoundFilter<true> & { label: string }) {
  return (
    <Switch
      label={label}
      checked={value === true}
      onCheckedChange={(isOn) => onValueChange(isOn || undefined)}
    />
  );
}
