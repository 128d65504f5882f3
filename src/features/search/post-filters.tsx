import { Suspense } from 'react';
import { postTypeLabels, postTypes } from '#server/posts/post-rules.schema.ts';
import { validationMessages } from '#server/validation.schema.ts';
import { halfTyped } from '#src/components/half-typed.ts';
import { lazyPart } from '#src/components/lazy-part.tsx';
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
import { texts } from './post-search.texts.ts';
import type { PostFilters as Filters } from './search-address.ts';
import { texts as searchTexts } from './texts.ts';

const DateField = lazyPart(async () => (await import('#src/components/date-field.tsx')).DateField);

const types = postTypes.map((value) => ({ value, label: postTypeLabels[value] }));

/** What is wrong with the days, by field. */
function wrongDays({ startDate, endDate }: Filters): { startDate?: string; endDate?: string } {
  const isTooEarly = startDate && endDate && endDate !== halfTyped && endDate < startDate;
  return {
    ...(startDate === halfTyped && { startDate: validationMessages.date }),
    ...(endDate === halfTyped && { endDate: validationMessages.date }),
    ...(isTooEarly && startDate !== halfTyped && { endDate: texts.postFilters.endsTooEarly }),
  };
}

/** What posts can be searched by. */
export function PostFilters(props: FiltersProps<Filters>) {
  return (
    <FilterPanel {...props} isWrong={(draft) => Object.keys(wrongDays(draft)).length > 0}>
      {(bind, draft) => (
        <>
          <NearFilter {...bind('near')} />
          <TextFilter label={texts.postFilters.title} maxLength={200} {...bind('title')} />
          <LookupFilter list="impactAreas" label={searchTexts.filters.impactAreas} {...bind('impactAreas')} />
          <MultiSelect
            label={texts.postFilters.postTypes}
            options={types}
            value={draft.postTypes ?? []}
            onValueChange={(chosen) => bind('postTypes').onValueChange(orNone(chosen))}
          />
          <Suspense fallback={<Skeleton className="h-40 rounded-md" />}>
            <DateField
              label={texts.postFilters.startDate}
              value={draft.startDate ?? null}
              error={wrongDays(draft).startDate}
              onValueChange={(day) => bind('startDate').onValueChange(day ?? undefined)}
            />
            <DateField
              label={texts.postFilters.endDate}
              value={draft.endDate ?? null}
              error={wrongDays(draft).endDate}
              onValueChange={(day) => bind('endDate').onValueChange(day ?? undefined)}
            />
          </Suspense>
          <TextFilter label={searchTexts.filters.address} maxLength={300} {...bind('fullAddress')} />
          <TextFilter label={searchTexts.filters.keyword} maxLength={50} {...bind('keyword')} />
          <SwitchFilter label={texts.postFilters.onlyTopNeed} {...bind('topNeed')} />
        </>
      )}
    </FilterPanel>
  );
}
