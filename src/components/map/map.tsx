import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useMemo,
  useState,
} from 'react';
import { ErrorState } from '#src/components/error-state.tsx';
import { Spinner } from '#src/components/spinner.tsx';
import * as texts from '#src/components/texts.ts';
import type { AreasMapProps } from './areas-map.tsx';
import { MapErrorBoundary } from './map-error-boundary.tsx';
import type { MapPoint, PointsMapProps } from './points-map.tsx';

export type { MapPoint } from './points-map.tsx';

/** Points on a map, fetched with all that maps need when it is first shown. */
export function PointsMap<P extends MapPoint>(props: PointsMapProps<P>) {
  return (
    <OnDemandMap load={loadPointsMap}>
      {(LoadedMap, onError) => (
        <LoadedMap {...(props as unknown as PointsMapProps<MapPoint>)} onError={onError} />
      )}
    </OnDemandMap>
  );
}
const loadPointsMap = async () => ({ default: (await import('./points-map.tsx')).PointsMap<MapPoint> });

/** Outlined areas on a map. */
export function AreasMap(props: AreasMapProps) {
  return (
    <OnDemandMap load={loadAreasMap}>
      {(LoadedMap, onError) => <LoadedMap {...props} onError={onError} />}
    </OnDemandMap>
  );
}
const loadAreasMap = async () => ({ default: (await import('./areas-map.tsx')).AreasMap });

interface OnDemandMapProps<Props> {
  load: () => Promise<{ default: ComponentType<Props> }>;
  children: (map: LazyExoticComponent<ComponentType<Props>>, onError: (error: unknown) => void) => ReactNode;
}

/**
 * The room that a map takes, and what stands there until it is drawn or where it cannot be. What maps need is heavy: it
 * comes once the room is nearly in sight.
 */
function OnDemandMap<Props>({ load, children }: OnDemandMapProps<Props>) {
  const [isNear, setIsNear] = useState(false);
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true);
      },
      { rootMargin: '25% 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const [attempt, setAttempt] = useState(0);
  const [failedAttempt, setFailedAttempt] = useState<number>();
  // A new attempt fetches anew what did not come.
  // oxlint-disable-next-line react/exhaustive-deps
  const LoadedMap = useMemo(() => lazy(load), [load, attempt]);
  const onError = () => setFailedAttempt(attempt);
  const room = 'relative h-[min(36rem,70dvh)] overflow-hidden rounded-xl border border-line bg-sunken';
  if (failedAttempt === attempt)
    return (
      <ErrorState
        title={texts.mapsNotLoaded}
        message={texts.mapsNotLoadedHint}
        onRetry={() => setAttempt(attempt + 1)}
      />
    );
  return (
    <div ref={watch} className={room}>
      {isNear && (
        <MapErrorBoundary key={attempt} onError={onError}>
          <Suspense
            fallback={
              <p role="status" className="flex h-full items-center justify-center gap-2 text-muted">
                <Spinner /> {texts.loadingMaps}
              </p>
            }
          >
            {children(LoadedMap, onError)}
          </Suspense>
        </MapErrorBoundary>
      )}
    </div>
  );
}
