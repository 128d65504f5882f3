import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { cultivationLimits, type PeopleSource } from '#server/cultivations/cultivations.schema.ts';
import { trpc } from '#src/app/api.ts';
import { Button } from '#src/components/button.tsx';
import { Checkbox } from '#src/components/checkbox.tsx';
import { Link } from '#src/components/link.tsx';
import { toast } from '#src/components/toast.ts';
import { cn } from '#src/lib/cn.ts';
import { withNear } from '#src/lib/near.ts';
import { IndividualFilters } from './individual-filters.tsx';
import { texts } from './individual-search.texts.ts';
import { ResultsList } from './results-list.tsx';
import type { IndividualFilters as Filters, IndividualSearchAddress } from './search-address.ts';
import { SearchShell } from './search-shell.tsx';

/** Those of the individuals who were chosen: some by their ids, or all whom the filters find, but for some. */
type ChosenPeople =
  | Pick<PeopleSource, 'userIds'>
  | { filters: ReturnType<typeof withNear<Filters>>; except?: string[] };

/** Who is chosen: these, or everybody but these. */
interface Choice {
  isAll: boolean;
  ids: ReadonlySet<string>;
}
const nobody: Choice = { isAll: false, ids: new Set() };

interface IndividualSearchScreenProps {
  address: IndividualSearchAddress;
  onAddressChange: (address: IndividualSearchAddress) => void;
  /** What can be done for those who were chosen; undefined as long as nobody is. */
  renderActions: (people: ChosenPeople | undefined, description: string) => ReactNode;
}

/** Individuals who may want to help an organization, filtered; some or all of them can be chosen. */
export function IndividualSearchScreen(props: IndividualSearchScreenProps) {
  const { page: _, cursor: __, ...filters } = props.address;
  // Another search begins with nobody chosen; other pages of the same one keep who is.
  return <IndividualSearch key={JSON.stringify(filters)} {...props} />;
}

function IndividualSearch({ address, onAddressChange, renderActions }: IndividualSearchScreenProps) {
  const { page, cursor, ...filters } = address;
  const wanted = withNear(filters);
  const found = trpc.search.individuals.useQuery(
    { filters: wanted, page, cursor },
    { placeholderData: keepPreviousData },
  );
  const [{ isAll, ids }, setChoice] = useState(nobody);
  const { items = [], total = 0, isTotalExact = true } = found.data ?? {};
  const isChosen = (id: string) => ids.has(id) !== isAll;
  const isPageChosen = items.length > 0 && items.every(({ _id }) => isChosen(_id));
  const count = isAll ? total - ids.size : ids.size;
  const description = isAll
    ? texts.individualSearch.everyoneFound({ leftOut: ids.size, count, isExact: isTotalExact })
    : texts.individualSearch.chosen(count);
  const everybody = ids.size > 0 ? { filters: wanted, except: [...ids] } : { filters: wanted };
  const people = count > 0 ? (isAll ? everybody : { userIds: [...ids] }) : undefined;

  function choose(changed: readonly string[], on: boolean) {
    const next = new Set(ids);
    for (const id of changed)
      if (on === isAll) next.delete(id);
      else next.add(id);
    if (isAll && next.size > cultivationLimits.except)
      toast.failed(texts.individualSearch.mostLeftOut(cultivationLimits.except));
    else setChoice({ isAll, ids: next });
  }

  return (
    <SearchShell
      title={texts.individualSearch.prospect}
      filters={<IndividualFilters filters={filters} onSearch={onAddressChange} />}
    >
      {items.length > 0 && (
        <section
          aria-label={texts.individualSearch.chosenPeople}
          className="sticky top-14 z-20 mb-1 flex flex-col rounded-xl border border-line bg-surface px-4 shadow-card sm:mb-3 sm:gap-2 sm:py-2"
        >
          <div className="flex flex-wrap items-center justify-between gap-x-2">
            <Checkbox
              label={texts.individualSearch.chooseThisPage}
              checked={isPageChosen || (count > 0 && 'indeterminate')}
              onCheckedChange={(checked) =>
                choose(
                  items.map(({ _id }) => _id),
                  checked === true,
                )
              }
            />
            <Button
              size="sm"
              variant="quiet"
              className="-mr-3"
              aria-pressed={isAll}
              onClick={() => setChoice(isAll ? nobody : { isAll: true, ids: new Set() })}
            >
              {isAll ? texts.individualSearch.clearSelection : texts.individualSearch.chooseAllResults}
            </Button>
          </div>
          <p role="status" className={cn('text-muted text-sm tabular-nums', !people && 'max-sm:sr-only')}>
            {people ? description : texts.individualSearch.choosePeople}
          </p>
          {/* A phone has the room for it once there is somebody to do it for. */}
          <div className={cn(!people && 'max-sm:hidden')}>{renderActions(people, description)}</div>
        </section>
      )}
      <ResultsList
        thing={texts.individualSearch.thingIndividual}
        emptyText={texts.individualSearch.noIndividuals}
        query={found}
        isFiltered={Object.keys(filters).length > 0}
        onReset={() => onAddressChange({})}
        choice={{
          isChosen,
          onChange: (id, on) => choose([id], on),
        }}
        renderPageLink={(place, props) => (
          <Link {...props} variant="bare" to="/search/individual" search={{ ...filters, ...place }} />
        )}
      />
    </SearchShell>
  );
}
