import { lazy, Suspense, useSyncExternalStore } from 'react';
import { hasRequests, onRequest } from './toast.ts';

const SonnerToaster = lazy(async () => ({ default: (await import('./sonner-toaster.tsx')).SonnerToaster }));

/** Stays true after the first toast. */
let isWanted = false;
const wanted = () => {
  isWanted ||= hasRequests();
  return isWanted;
};

/** Where toasts appear, once per page. It is live before the first, so that screen readers read that one, too. */
export function Toaster() {
  const isShown = useSyncExternalStore(onRequest, wanted, wanted);
  return (
    <div aria-live="polite">
      {isShown && (
        <Suspense>
          <SonnerToaster />
        </Suspense>
      )}
    </div>
  );
}
