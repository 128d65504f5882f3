import { Map as MapIcon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '#src/components/button.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { lazyPart } from '#src/components/lazy-part.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { texts } from './post-page.texts.ts';

const bring = () => import('./shown-place.tsx');
const ShownPlace = lazyPart(async () => (await bring()).ShownPlace);

interface PlaceOnMapProps {
  address: { fullAddress: string; latitude: number | null; longitude: number | null };
}

/** Renders a post's place on a map, which loads on demand. Renders nothing where the place is unknown. */
export function PlaceOnMap({ address: { fullAddress, latitude, longitude } }: PlaceOnMapProps) {
  const [state, setState] = useState<'hidden' | 'loading' | 'shown' | 'failed'>('hidden');
  if (latitude === null || longitude === null) return null;
  async function show() {
    setState('loading');
    await bring().then(
      () => setState('shown'),
      () => setState('failed'),
    );
  }
  const room = <Skeleton className="h-[min(36rem,70dvh)] rounded-xl" />;
  return (
    <div className="flex flex-col gap-3">
      <Button
        variant="quiet"
        size="sm"
        aria-expanded={state !== 'hidden'}
        className="-ml-2 self-start"
        onClick={() => (state === 'hidden' ? void show() : setState('hidden'))}
      >
        <MapIcon aria-hidden /> {state === 'hidden' ? texts.placeOnMap.show : texts.placeOnMap.hide}
      </Button>
      {state === 'loading' && room}
      {state === 'shown' && (
        <Suspense fallback={room}>
          <ShownPlace label={fullAddress} latitude={latitude} longitude={longitude} />
        </Suspense>
      )}
      {state === 'failed' && (
        <ErrorState
          title={texts.placeOnMap.notLoaded}
          message={texts.placeOnMap.notLoadedHint}
          onRetry={() => void show()}
        />
      )}
    </div>
  );
}
