import { lazy, Suspense, useSyncExternalStore } from 'react';
import { hasRequests, onRequest } from './toast.ts';

const SonnerToaster = lazy(async () => ({ default: (await import('./sonner-toaster.tsx')).SonnerToaster }));

/** Stays true after the first toast. */
let isWanted = false;
const wanted = () => {
  isWanted ||= hasRequests();
  return isWanted;
};

/** Where toasts appear, once per page. */
export function Toaster() {
  const isShown = useSyncExternalStore(onRequest, wanted);
  return isShown ? (
    <Suspense>
      <SonnerToaster />
    </Suspense>
  ) : null;
}
