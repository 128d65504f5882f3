import type { Workbox } from 'workbox-window';
import { createListeners } from '#src/lib/listeners.ts';
import { reachability } from '#src/lib/reachability.ts';
import { trustedScriptUrl } from '#src/lib/trusted-script-url.ts';
import { whenQuiet } from '#src/lib/when-quiet.ts';

/** Where the build puts the service worker; the mocked mode and the development server have none. */
const path = import.meta.env.PROD && import.meta.env.MODE !== 'mocked' ? '/sw.js' : undefined;

/** How often an open page looks for a new version, in milliseconds. */
const lookEvery = 60 * 60 * 1000;

/** After how many milliseconds a page that was to use the new version reloads in any case. */
const takesOverWithin = 5_000;

let waiting: Workbox | undefined;
let registering: Promise<void> | undefined;
const listeners = createListeners();

/**
 * The service worker, which keeps the program on the device. Registered here and not by the build's plugin, which
 * cannot hand over the object that Trusted Types ask for.
 */
export const serviceWorker = {
  /** Whether a new version waits to be used. */
  isUpdateWaiting: (): boolean => waiting !== undefined,

  /** Calls `listener` when a new version waits; returns an unsubscribe function. */
  subscribe: listeners.subscribe,

  /** Uses the new version: all tabs that know of it reload. */
  applyUpdate(): void {
    waiting?.messageSkipWaiting();
    // Browsers leave an old version on which a request hangs in charge for minutes.
    setTimeout(() => location.reload(), takesOverWithin);
  },

  /** Registers it, once per page, after what the page itself loads: it fetches the whole program. */
  register(): void {
    if (path === undefined || !('serviceWorker' in navigator)) return;
    // Without it the program comes from the network, as ever.
    registering ??= whenQuiet()
      .then(() => register(path))
      .catch(() => undefined);
  },
};

async function register(script: string): Promise<void> {
  const { Workbox } = await import('workbox-window');
  const workbox = new Workbox(trustedScriptUrl('gatherwell#service-worker', script), { scope: '/' });
  workbox.addEventListener('waiting', ({ sw }) => {
    if (waiting) return;
    waiting = workbox;
    // Not when it controls this page: a page that was reloaded with Shift held is never controlled.
    sw?.addEventListener('statechange', () => sw.state === 'activating' && location.reload());
    listeners.notify();
  });
  const registration = await workbox.register({ immediate: true });
  if (registration) lookForUpdates(registration);
}

function lookForUpdates(registration: ServiceWorkerRegistration): void {
  const look = () => {
    // Without a network there is nothing to find.
    if (reachability.isReachable()) registration.update().catch(() => undefined);
  };
  setInterval(look, lookEvery);
  // Code that is fetched when it is needed did not come: a server with a newer version has it no longer.
  addEventListener('vite:preloadError', look);
}
