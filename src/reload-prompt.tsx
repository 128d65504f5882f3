import { useEffect, useState, useSyncExternalStore } from 'react';
import { useNewerVersion } from './app/newer-version.ts';
import { serviceWorker } from './app/service-worker.ts';
import { Button } from './components/button.tsx';

/**
 * Keeps the program on the device, and offers a new version of it when there is one. The page goes on with the old one
 * until the reader agrees; what was done and not sent yet, and what was typed, outlasts the change.
 */
export function ReloadPrompt() {
  const isWaiting = useSyncExternalStore(serviceWorker.subscribe, serviceWorker.isUpdateWaiting);
  useEffect(() => serviceWorker.register(), []);
  const isElsewhere = useNewerVersion();
  const [isPutOff, setIsPutOff] = useState(false);

  if (isPutOff || !(isWaiting || isElsewhere)) return null;
  const reload = () => (isWaiting ? serviceWorker.applyUpdate() : location.reload());
  return (
    <div
      role="status"
      className="fixed inset-x-3 bottom-20 z-40 mx-auto flex max-w-md flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-raised py-2 pr-2 pl-4 text-sm shadow-float lg:bottom-6"
    >
      <p className="font-medium">A new version of Gatherwell is ready.</p>
      <div className="ml-auto flex gap-1">
        <Button variant="quiet" size="sm" onClick={() => setIsPutOff(true)}>
          Later
        </Button>
        <Button size="sm" onClick={reload}>
          Reload
        </Button>
      </div>
    </div>
  );
}
