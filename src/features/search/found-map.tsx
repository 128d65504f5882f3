import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { failureOf } from '#src/app/failure.ts';
import { useMapStyle } from '#src/app/use-map-style.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { type MapPoint, PointsMap } from '#src/components/map/map.tsx';
import { toronto, zooms } from '#src/components/map/map-defaults.ts';
import { Skeleton } from '#src/components/skeleton.tsx';

interface Around {
  latitude: number;
  longitude: number;
  kilometers: number;
}

interface FoundMapProps<P extends MapPoint> {
  things: 'organizations' | 'posts';
  query: {
    data: { isComplete: boolean; around: Around | null } | undefined;
    isError: boolean;
    error: unknown;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** The points of `query.data`; the same array for as long as those are the same. */
  points: readonly P[];
  /** Where there are none, and why that may be. */
  emptyText: string;
  emptyHint: string;
  renderPoint: (point: P) => ReactNode;
}

/** What a search found and has a place, on a map. */
export function FoundMap<P extends MapPoint>({
  things,
  query,
  points,
  emptyText,
  emptyHint,
  renderPoint,
}: FoundMapProps<P>) {
  const { isKnown, styleUrl } = useMapStyle();
  if (query.isError && !query.data)
    return (
      <ErrorState
        title="Error loading maps"
        message={failureOf(query.error).message}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  if (!query.data || !isKnown) return <Skeleton className="h-[min(36rem,70dvh)] rounded-xl" />;
  const { around } = query.data;
  if (points.length === 0) return <EmptyState icon={<SearchX />} title={emptyText} hint={emptyHint} />;
  return (
    <div className="flex flex-col gap-2">
      <PointsMap
        label={`Map of ${things}`}
        things={things}
        points={points}
        renderPoint={renderPoint}
        // A map of somewhere else begins anew, there.
        key={JSON.stringify(around)}
        start={around ? startAround(around) : { ...toronto, zoom: zooms[things] }}
        styleUrl={styleUrl}
      />
      <p role="status" className="text-muted text-sm">
        {query.data.isComplete
          ? `${points.length} ${points.length === 1 ? things.slice(0, -1) : things} with a place`
          : `The ${points.length} ${around ? 'nearest' : 'newest'} ${things} with a place`}
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
