import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { failureOf } from '#src/app/failure.ts';
import { useMapStyle } from '#src/app/use-map-style.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { type MapPoint, PointsMap } from '#src/components/map/map.tsx';
import { toronto, zooms } from '#src/components/map/map-defaults.ts';
import { Skeleton } from '#src/components/skeleton.tsx';
import { texts } from './found-map.texts.ts';

interface Around {
  latitude: number;
  longitude: number;
  kilometers: number;
}

interface FoundMapProps<P extends MapPoint> {
  of: 'organizations' | 'posts';
  query: {
    data: { isComplete: boolean; around: Around | null } | undefined;
    isError: boolean;
    error: unknown;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** The points of `query.data`; the same array for as long as those are the same. */
  points: readonly P[];
  renderPoint: (point: P) => ReactNode;
}

/** What a search found and has a place, on a map. */
export function FoundMap<P extends MapPoint>({ of, query, points, renderPoint }: FoundMapProps<P>) {
  const { isKnown, styleUrl } = useMapStyle();
  if (query.isError && !query.data)
    return (
      <ErrorState
        title={texts.notLoaded}
        message={failureOf(query.error).message}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  if (!query.data || !isKnown) return <Skeleton className="h-[min(36rem,70dvh)] rounded-xl" />;
  const { around } = query.data;
  const own = texts[of];
  if (points.length === 0) return <EmptyState icon={<SearchX />} title={own.empty} hint={own.emptyHint} />;
  return (
    <div className="flex flex-col gap-2">
      <PointsMap
        label={own.mapOf}
        things={own.things}
        points={points}
        renderPoint={renderPoint}
        // A map of somewhere else begins anew, there.
        key={JSON.stringify(around)}
        start={around ? startAround(around) : { ...toronto, zoom: zooms[of] }}
        styleUrl={styleUrl}
      />
      <p role="status" className="text-muted text-sm">
        {own[query.data.isComplete ? 'found' : around ? 'nearest' : 'newest'](points.length)}
      </p>
    </div>
  );
}

/** Returns the middle of a circle and the zoom at which a phone shows most of it. */
function startAround({ latitude, longitude, kilometers }: Around) {
  const kilometersAcross = 40_075 * Math.cos((latitude * Math.PI) / 180);
  const [phone, tile] = [360, 512];
  const zoom = Math.log2((kilometersAcross * phone) / (2 * kilometers * tile));
  return { latitude, longitude, zoom };
}
