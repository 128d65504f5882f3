import { Map as MapIcon } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useMapStyle } from '#src/app/use-map-style.ts';
import { Button } from '#src/components/button.tsx';
import { PointsMap } from '#src/components/map/map.tsx';
import { placeZoom } from '#src/components/map/map-defaults.ts';
import { Skeleton } from '#src/components/skeleton.tsx';

interface PlaceOnMapProps {
  address: { fullAddress: string; latitude: number | null; longitude: number | null };
}

/** Renders a post's place on a map, which loads on demand. Renders nothing where the place is unknown. */
export function PlaceOnMap({ address: { fullAddress, latitude, longitude } }: PlaceOnMapProps) {
  const [isShown, setIsShown] = useState(false);
  if (latitude === null || longitude === null) return null;
  return (
    <div className="flex flex-col gap-3">
      <Button
        variant="quiet"
        size="sm"
        aria-expanded={isShown}
        className="-ml-2 self-start"
        onClick={() => setIsShown(!isShown)}
      >
        <MapIcon aria-hidden /> {isShown ? 'Hide the map' : 'Show on a map'}
      </Button>
      {isShown && <Place label={fullAddress} latitude={latitude} longitude={longitude} />}
    </div>
  );
}

function Place({ label, latitude, longitude }: { label: string; latitude: number; longitude: number }) {
  const { isKnown, styleUrl } = useMapStyle();
  const points = useMemo(() => [{ id: 'place', label, latitude, longitude }], [label, latitude, longitude]);
  if (!isKnown) return <Skeleton className="h-[min(36rem,70dvh)] rounded-xl" />;
  return (
    <PointsMap
      label={`Map of ${label}`}
      things="places"
      points={points}
      renderPoint={() => label}
      start={{ latitude, longitude, zoom: placeZoom(styleUrl) }}
      styleUrl={styleUrl}
    />
  );
}
