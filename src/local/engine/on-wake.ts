/** Calls `listener` whenever the network may have changed unnoticed: the device comes online, or the page into view. */
export function onWake(listener: () => void, signal: AbortSignal): void {
  addEventListener('online', listener, { signal });
  const look = () => {
    if (document.visibilityState === 'visible') listener();
  };
  document.addEventListener('visibilitychange', look, { signal });
}
