import { Layer, Source } from '@vis.gl/react-maplibre';
import type { FeatureCollection, Geometry } from 'geojson';
import { BaseMap } from './base-map.tsx';
import { boundsOf } from './bounds.ts';
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
