import { lazy, Suspense } from 'react';
import { postTypeLabels, postTypes } from '#server/posts/post-rules.schema.ts';
import { validationMessages } from '#server/validation.schema.ts';
import { halfTyped } from '#src/components/half-typed.ts';
import { MultiSelect } from '#src/components/multi-select.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import {
  FilterPanel,
  type FiltersProps,
  LookupFilter,
  orNone,
  SwitchFilter,
  TextFilter,
} from './filter-panel.tsx';
import { NearFilter } from './near-filter.tsx';
import type { PostFilters as Filters } from './search-address.ts';

const DateField = lazy(async () => ({ default: (await import('#src/components/date-field.tsx')).DateField }));

const types = postTypes.map((value) => ({ value, label: postTypeLabels[value] }));

/** What is wrong with the days, by field. */
function wrongDays({ startDate, endDate }: Filters): { startDate?: string; endDate?: string } {
  const isTooEarly = startDate && endDate && endDate !== halfTyped && endDate < startDate;
  return {
    ...(startDate === halfTyped && { startDate: validationMessages.date }),
    ...(endDate === halfTyped && { endDate: validationMessages.date }),
    ...(isTooEarly && startDate !== halfTyped && { endDate: 'Choose the start date or a day after it' }),
  };
}

/** What posts can be searched by. */
export function PostFilters(props: FiltersProps<Filters>) {
  return (
    <FilterPanel {...props} isWrong={(draft) => Object.keys(wrongDays(draft)).length > 0}>
      {(bind, draft) => (
        <>
          <NearFilter {...bind('near')} />
          <TextFilter label="Title" maxLength={200} {...bind('title')} />
          <LookupFilter list="impactAreas" label="Impact areas" {...bind('impactAreas')} />
          <MultiSelect
            label="Post types"
            options={types}
            value={draft.postTypes ?? []}
            onValueChange={(chosen) => bind('postTypes').onValueChange(orNone(chosen))}
          />
          <Suspense fallback={<Skeleton className="h-40 rounded-md" />}>
            <DateField
              label="Start date"
              value={draft.startDate ?? null}
              error={wrongDays(draft).startDate}
              onValueChange={(day) => bind('startDate').onValueChange(day ?? undefined)}
            />
            <DateField
              label="End date"
              value={draft.endDate ?? null}
              error={wrongDays(draft).endDate}
              onValueChange={(day) => bind('endDate').onValueChange(day ?? undefined)}
            />
          </Suspense>
          <TextFilter label="Address" maxLength={300} {...bind('fullAddress')} />
          <TextFilter label="Keyword" maxLength={50} {...bind('keyword')} />
          <SwitchFilter label="Show Only Top Need" {...bind('topNeed')} />
        </>
      )}
    </FilterPanel>
  );
}
