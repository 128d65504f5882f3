import { useSyncExternalStore } from 'react';
import { OfflineBanner } from '#src/components/offline-banner.tsx';

/** Says so, on every screen, while the device has no network. */
export function ConnectionBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return isOnline ? null : <OfflineBanner />;
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
