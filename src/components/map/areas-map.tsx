import { Layer, Source } from '@vis.gl/react-maplibre';
import type { Feature, FeatureCollection, Geometry, Position } from 'geojson';
import { BaseMap, type Bounds } from './base-map.tsx';
import { useMapColors } from './colors.ts';

export interface AreasMapProps {
  /** What the map shows, for those who hear it. */
  label: string;
  /** At least one. Outlines; all of them are in view at first. */
  areas: FeatureCollection<Geometry | null>;
  styleUrl?: string | undefined;
}

/** Outlined areas. */
export function AreasMap({
  label,
  areas,
  styleUrl,
  onError,
}: AreasMapProps & { onError: (error: unknown) => void }) {
  const colors = useMapColors();
  return (
    <BaseMap label={label} styleUrl={styleUrl} start={{ bounds: boundsOf(areas.features) }} onError={onError}>
      <Source id="areas" type="geojson" data={areas as FeatureCollection}>
        <Layer id="areas" type="fill" paint={{ 'fill-color': colors.area, 'fill-opacity': 0.22 }} />
        <Layer id="outlines" type="line" paint={{ 'line-color': colors.outline, 'line-width': 2 }} />
      </Source>
    </BaseMap>
  );
}

function boundsOf(features: readonly Feature<Geometry | null>[]): Bounds {
  const bounds: Bounds = [180, 90, -180, -90];
  const include = ([x = 0, y = 0]: Position) => {
    bounds[0] = Math.min(bounds[0], x);
    bounds[1] = Math.min(bounds[1], y);
    bounds[2] = Math.max(bounds[2], x);
    bounds[3] = Math.max(bounds[3], y);
  };
  for (const { geometry } of features) {
    if (geometry?.type === 'Polygon') geometry.coordinates.flat().forEach(include);
    if (geometry?.type === 'MultiPolygon') geometry.coordinates.flat(2).forEach(include);
  }
  return bounds;
}
