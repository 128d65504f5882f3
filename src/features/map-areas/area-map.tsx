import { useQuery } from '@tanstack/react-query';
import type { FeatureCollection, Geometry } from 'geojson';
import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { useMapStyle } from '#src/app/use-map-style.ts';
import { ErrorState } from '#src/components/error-state.tsx';
import { AreasMap } from '#src/components/map/map.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { fetchXml } from '#src/lib/fetch-xml.ts';
import { texts } from './texts.ts';

interface AreaMapProps {
  organizationId: string;
  /** What the organization is called. */
  name: string;
}

/** How soon to look again for a file that is still being made, in milliseconds. */
const soon = 2_000;

/** Renders outlines of the areas that an organization serves, from its area files, on a map. */
export function AreaMap({ organizationId, name }: AreaMapProps) {
  const served = trpc.mapAreas.files.useQuery(
    { id: organizationId },
    {
      refetchInterval: ({ state }) =>
        state.data?.files.some(({ status }) => status === 'pending') ? soon : false,
    },
  );
  const { isKnown, styleUrl } = useMapStyle();
  const files = served.data?.files ?? [];
  const made = files.flatMap(({ path, version }) => (path === null ? [] : { path, version }));
  const shapes = useQuery({
    // A file keeps its path when it is rebuilt; the browser revalidates its cached copy.
    queryKey: ['area files', organizationId, made],
    queryFn: ({ signal }) => Promise.all(made.map(({ path }) => readKml(path, signal))),
    enabled: made.length > 0,
    // Until then, the outlines of before stay.
    placeholderData: (before, query) => (query?.queryKey[1] === organizationId ? before : undefined),
  });

  const missing = [served, shapes].find(
    ({ data, isError, isPaused }) => data === undefined && (isError || isPaused),
  );
  if (missing)
    return (
      <ErrorState
        title={texts.notLoaded}
        message={failureOf(missing.error).message}
        retrying={missing.isFetching}
        onRetry={() => void missing.refetch()}
      />
    );
  if (served.isPending || (made.length > 0 && shapes.isPending) || !isKnown)
    return <Skeleton className="h-[min(36rem,70dvh)] rounded-xl" />;
  const features = shapes.data?.flatMap((collection) => collection.features) ?? [];
  const isPending = files.some(({ status }) => status === 'pending');
  return (
    <div className="flex flex-col gap-2">
      {features.length > 0 && (
        <AreasMap
          // Other areas are another view.
          key={features.map(({ properties }) => properties?.['name']).join()}
          label={texts.mapOfAreas(name)}
          areas={{ type: 'FeatureCollection', features }}
          styleUrl={styleUrl}
        />
      )}
      {isPending && (
        <p role="status" className="text-muted text-sm">
          {texts.notReadyYet}
        </p>
      )}
      {features.some(({ properties }) => properties?.['description']) && (
        <p className="text-muted text-sm">{texts.approximate}</p>
      )}
    </div>
  );
}

async function readKml(path: string, signal: AbortSignal): Promise<FeatureCollection<Geometry | null>> {
  const [content, { kml }] = await Promise.all([fetchXml(path, signal), import('@tmcw/togeojson')]);
  return kml(content);
}
