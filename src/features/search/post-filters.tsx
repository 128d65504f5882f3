import { lazy, Suspense } from 'react';
import { postTypeLabels, postTypes } from '#server/posts/post-rules.schema.ts';
import { complaints } from '#server/validation.schema.ts';
import { halfTyped } from '#src/components/half-typed.ts';
import { MultiSelect } from '#src/components/multi-select.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { Switch } from '#src/components/switch.tsx';
import { FilterPanel, LookupFilter, orNone, TextFilter } from './filter-panel.tsx';
import type { PostFilters as Filters } from './search-address.ts';

const DateField = lazy(async () => ({ default: (await import('#src/components/date-field.tsx')).DateField }));

const types = postTypes.map((value) => ({ value, label: postTypeLabels[value] }));

/** What is wrong with the days, by field. */
function wrongDays({ startDate, endDate }: Filters): { startDate?: string; endDate?: string } {
  const isTooEarly = startDate && endDate && endDate !== halfTyped && endDate < startDate;
  return {
    ...(startDate === halfTyped && { startDate: complaints.date }),
    ...(endDate === halfTyped && { endDate: complaints.date }),
    ...(isTooEarly && startDate !== halfTyped && { endDate: 'Choose the start date or a day after it' }),
  };
}

/** What posts can be searched by. */
export function PostFilters({
  filters,
  onSearch,
}: {
  filters: Filters;
  onSearch: (filters: Filters) => void;
}) {
  return (
    <FilterPanel
      filters={filters}
      onSearch={onSearch}
      isWrong={(draft) => Object.keys(wrongDays(draft)).length > 0}
    >
      {(draft, change) => (
        <>
          <TextFilter
            label="Title"
            maxLength={200}
            value={draft.title}
            onValueChange={(title) => change({ title })}
          />
          <LookupFilter
            list="impactAreas"
            label="Impact areas"
            value={draft.impactAreas}
            onValueChange={(impactAreas) => change({ impactAreas })}
          />
          <MultiSelect
            label="Post types"
            options={types}
            value={draft.postTypes ?? []}
            onValueChange={(chosen) => change({ postTypes: orNone(chosen) })}
          />
          <Suspense fallback={<Skeleton className="h-40 rounded-md" />}>
            <DateField
              label="Start date"
              value={draft.startDate ?? null}
              error={wrongDays(draft).startDate}
              onValueChange={(day) => change({ startDate: day ?? undefined })}
            />
            <DateField
              label="End date"
              value={draft.endDate ?? null}
              error={wrongDays(draft).endDate}
              onValueChange={(day) => change({ endDate: day ?? undefined })}
            />
          </Suspense>
          <TextFilter
            label="Address"
            maxLength={300}
            value={draft.fullAddress}
            onValueChange={(fullAddress) => change({ fullAddress })}
          />
          <TextFilter
            label="Keyword"
            maxLength={50}
            value={draft.keyword}
            onValueChange={(keyword) => change({ keyword })}
          />
          <Switch
            label="Show Only Top Need"
            checked={draft.topNeed ?? false}
            onCheckedChange={(checked) => change({ topNeed: checked || undefined })}
          />
        </>
      )}
    </FilterPanel>
  );
}
