import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { lazyPart } from './lazy-part.tsx';
import { hasRequests, onRequest, takeRequests, waitingRequests } from './toast.ts';

const SonnerToaster = lazyPart(async () => (await import('./sonner-toaster.tsx')).SonnerToaster, PlainToasts);

/** For how long toasts are up whose code could not be had, in milliseconds. */
const plainMs = 9_000;

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

/** Toasts without what is loaded for them: often they say that there is no connection. The next ones try again. */
function PlainToasts() {
  const requests = useSyncExternalStore(onRequest, waitingRequests);
  useEffect(() => {
    if (requests.length === 0) return undefined;
    const timer = setTimeout(() => {
      isWanted = false;
      takeRequests();
    }, plainMs);
    return () => clearTimeout(timer);
  }, [requests]);
  return requests.slice(-1).map(({ message }) => (
    <p
      key={message}
      className="fixed inset-x-3 top-(--toast-top) z-50 mx-auto max-w-md rounded-lg bg-raised p-4 shadow-float"
    >
      {message}
    </p>
  ));
}
