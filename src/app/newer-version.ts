import { useSyncExternalStore } from 'react';

const out = new AbortController();

/**
 * Whether this page has learnt that a newer version of the program keeps the copy on this device, in another tab. The
 * page goes on with what it has.
 */
export const newerVersion = {
  /** Aborted from then on. */
  signal: out.signal,
  announce: (): void => out.abort(),
};

export function useNewerVersion(): boolean {
  return useSyncExternalStore(subscribe, () => out.signal.aborted);
}

function subscribe(listener: () => void): () => void {
  out.signal.addEventListener('abort', listener);
  return () => out.signal.removeEventListener('abort', listener);
}
