import { useRegisterSW } from 'virtual:pwa-register/react';
import { useState } from 'react';
import { useNewerVersion } from './app/newer-version.ts';
import { Button } from './components/button.tsx';
import { reachability } from './lib/reachability.ts';

/** How often an open page looks for a new version, in milliseconds. */
const lookEvery = 60 * 60 * 1000;

/**
 * Keeps the program on the device, and offers a new version of it when there is one. The page goes on with the old one
 * until the reader agrees; what was done and not sent yet, and what was typed, outlasts the change.
 */
export function ReloadPrompt() {
  const {
    needRefresh: [isWaiting, setIsWaiting],
    updateServiceWorker,
  } = useRegisterSW({ onRegisteredSW: (_url, registration) => lookForUpdates(registration) });
  const isElsewhere = useNewerVersion();
  const [isPutOff, setIsPutOff] = useState(false);

  if (isPutOff || !(isWaiting || isElsewhere)) return null;
  const reload = () => (isWaiting ? void updateServiceWorker() : location.reload());
  const putOff = () => {
    setIsPutOff(true);
    setIsWaiting(false);
  };
  return (
    <div
      role="status"
      className="fixed inset-x-3 bottom-20 z-40 mx-auto flex max-w-md flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-raised py-2 pr-2 pl-4 text-sm shadow-float lg:bottom-6"
    >
      <p className="font-medium">A new version of Gatherwell is ready.</p>
      <div className="ml-auto flex gap-1">
        <Button variant="quiet" size="sm" onClick={putOff}>
          Later
        </Button>
        <Button size="sm" onClick={reload}>
          Reload
        </Button>
      </div>
    </div>
  );
}

function lookForUpdates(registration: ServiceWorkerRegistration | undefined): void {
  if (!registration) return;
  const look = () => {
    // Without a network there is nothing to find.
    if (reachability.isReachable()) registration.update().catch(() => undefined);
  };
  setInterval(look, lookEvery);
  // Code that is fetched when it is needed did not come: a server with a newer version has it no longer.
  addEventListener('vite:preloadError', look);
}
