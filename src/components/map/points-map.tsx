import { Layer, type MapRef, Marker, Source, useMap } from '@vis.gl/react-maplibre';
import type { FeatureCollection, Point } from 'geojson';
import { Maximize } from 'lucide-react';
import type { GeoJSONSource } from 'maplibre-gl';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { Button } from '#src/components/button.tsx';
import * as texts from '#src/components/texts.ts';
import { BaseMap } from './base-map.tsx';
import { boundsOf } from './bounds.ts';
import { PointMarker } from './point-marker.tsx';
import { texts as ownTexts } from './points-map.texts.ts';

/** Something on the map. */
export interface MapPoint {
  id: string;
  /** What it is called. */
  label: string;
  latitude: number;
  longitude: number;
}

export interface PointsMapProps<P extends MapPoint> {
  /** What the map shows, for those who hear it. */
  label: string;
  /** What the points are: "organizations". */
  things: string;
  points: readonly P[];
  /** What a point's popover holds. */
  renderPoint: (point: P) => ReactNode;
  start: { latitude: number; longitude: number; zoom: number };
  styleUrl?: string | undefined;
}

/** What stands on the map just now: a point, or several that are too close together for this zoom. */
type Spot =
  | { kind: 'point'; id: string }
  | { kind: 'cluster'; id: number; count: number; latitude: number; longitude: number };

const source = 'points';

/** Points that gather where there are many, each with a popover. Markers are buttons: Tab walks over them. */
export function PointsMap<P extends MapPoint>({
  label,
  things,
  points,
  renderPoint,
  onError,
  ...base
}: PointsMapProps<P> & { onError: (error: unknown) => void }) {
  const map = useRef<MapRef>(null);
  const [spots, setSpots] = useState<Spot[]>([]);
  const byId = useMemo(() => new Map(points.map((point) => [point.id, point])), [points]);
  const shapes = useMemo(() => shapesOf(points), [points]);
  const [shown, setShown] = useState<readonly P[]>();
  const showAll = useCallback(
    () => map.current?.fitBounds(boundsOf(shapes.features), { padding: 60, maxZoom: 12 }),
    [shapes],
  );
  const look = useCallback(() => {
    const seen = spotsOf(map.current);
    if (!seen) return;
    setSpots(seen);
    // Who has just searched wants to see something of it.
    if (seen.length === 0 && shown !== points) showAll();
    setShown(points);
  }, [points, shown, showAll]);

  return (
    <BaseMap {...base} ref={map} label={label} onIdle={look} onError={onError}>
      <Source id={source} type="geojson" data={shapes} cluster clusterRadius={44} clusterMaxZoom={12}>
        {/* Only marks where markers belong: they are elements of the page, which can be reached by key. */}
        <Layer id={source} type="circle" paint={{ 'circle-radius': 20, 'circle-opacity': 0 }} />
      </Source>
      <Button variant="secondary" size="sm" className="absolute top-2.5 left-2.5" onClick={showAll}>
        <Maximize aria-hidden />
        {texts.showAll}
      </Button>
      {spots.map((spot) => {
        if (spot.kind === 'cluster')
          return <ClusterMarker key={`cluster ${spot.id}`} {...spot} things={things} />;
        const point = byId.get(spot.id);
        return (
          point && (
            <PointMarker key={point.id} {...point}>
              {renderPoint(point)}
            </PointMarker>
          )
        );
      })}
    </BaseMap>
  );
}

function ClusterMarker({
  id,
  count,
  latitude,
  longitude,
  things,
}: Spot & { kind: 'cluster'; things: string }) {
  const { current: map } = useMap();
  async function comeNearer() {
    const zoom = await map?.getSource<GeoJSONSource>(source)?.getClusterExpansionZoom(id);
    if (zoom !== undefined) map?.easeTo({ center: [longitude, latitude], zoom });
  }
  return (
    <Marker latitude={latitude} longitude={longitude}>
      <button
        type="button"
        aria-label={ownTexts.cluster(count, things)}
        onClick={() => void comeNearer()}
        className="flex size-11 items-center justify-center rounded-full border-2 border-surface bg-brand font-semibold text-on-brand text-sm tabular-nums shadow-float hover:bg-brand-hover"
      >
        {count}
      </button>
    </Marker>
  );
}

const shapesOf = (points: readonly MapPoint[]): FeatureCollection<Point, { id: string }> => ({
  type: 'FeatureCollection',
  features: points.map(({ id, latitude, longitude }) => ({
    type: 'Feature',
    properties: { id },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  })),
});

/** What is in view, each once: the map knows a point in every tile that it touches. */
function spotsOf(map: MapRef | null): Spot[] | undefined {
  if (!map?.getLayer(source)) return undefined;
  const spots = map
    .queryRenderedFeatures({ layers: [source] })
    .map(({ properties, geometry }): [string, Spot] => {
      if (typeof properties['cluster_id'] !== 'number')
        return [`point ${properties['id']}`, { kind: 'point', id: String(properties['id']) }];
      const [longitude = 0, latitude = 0] = geometry.type === 'Point' ? geometry.coordinates : [];
      const { cluster_id: id, point_count: count } = properties;
      return [`cluster ${id}`, { kind: 'cluster', id, count, latitude, longitude }];
    });
  return [...new Map(spots).values()];
}
