import { lazy, Suspense } from 'react';
import { postTypeLabels, postTypes } from '#server/posts/post-rules.schema.ts';
import { LookupSelect } from '#src/app/lookup-select.tsx';
import { MultiSelect } from '#src/components/multi-select.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { Switch } from '#src/components/switch.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { FilterPanel, orNone } from './filter-panel.tsx';
import type { PostFilters as Filters } from './search-address.ts';

const DateField = lazy(async () => ({ default: (await import('#src/components/date-field.tsx')).DateField }));

const types = postTypes.map((value) => ({ value, label: postTypeLabels[value] }));

/** What posts can be searched by. */
export function PostFilters({
  filters,
  onSearch,
}: {
  filters: Filters;
  onSearch: (filters: Filters) => void;
}) {
  return (
    <FilterPanel filters={filters} onSearch={onSearch}>
      {(draft, change) => (
        <>
          <TextField
            label="Title"
            value={draft.title ?? ''}
            maxLength={200}
            onChange={(event) => change({ title: orNone(event.currentTarget.value) })}
          />
          <LookupSelect
            list="impactAreas"
            label="Impact areas"
            value={draft.impactAreas ?? []}
            onValueChange={(ids) => change({ impactAreas: orNone(ids) })}
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
              onValueChange={(day) => change({ startDate: day ?? undefined })}
            />
            <DateField
              label="End date"
              value={draft.endDate ?? null}
              onValueChange={(day) => change({ endDate: day ?? undefined })}
            />
          </Suspense>
          <TextField
            label="Address"
            value={draft.fullAddress ?? ''}
            maxLength={300}
            onChange={(event) => change({ fullAddress: orNone(event.currentTarget.value) })}
          />
          <TextField
            label="Keyword"
            value={draft.keyword ?? ''}
            maxLength={50}
            onChange={(event) => change({ keyword: orNone(event.currentTarget.value) })}
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
