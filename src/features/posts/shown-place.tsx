import { useMemo } from 'react';
import { useMapStyle } from '#src/app/use-map-style.ts';
import { PointsMap } from '#src/components/map/map.tsx';
import { placeZoom } from '#src/components/map/map-defaults.ts';
import { Skeleton } from '#src/components/skeleton.tsx';
import { texts } from './post-page.texts.ts';

interface ShownPlaceProps {
  label: string;
  latitude: number;
  longitude: number;
}

/** Renders the map of one place. */
export function ShownPlace({ label, latitude, longitude }: ShownPlaceProps) {
  const { isKnown, styleUrl } = useMapStyle();
  const points = useMemo(() => [{ id: 'place', label, latitude, longitude }], [label, latitude, longitude]);
  if (!isKnown) return <Skeleton className="h-[min(36rem,70dvh)] rounded-xl" />;
  return (
    <PointsMap
      label={texts.placeOnMap.mapOf(label)}
      things={texts.placeOnMap.thingsPlaces}
      points={points}
      renderPoint={() => label}
      start={{ latitude, longitude, zoom: placeZoom(styleUrl) }}
      styleUrl={styleUrl}
    />
  );
}
