import { useSyncExternalStore } from 'react';
import { reachability } from './reachability.ts';

/** Whether the server can be reached. */
export function useOnline(): boolean {
  return useSyncExternalStore(reachability.subscribe, reachability.isReachable, reachability.isReachable);
}
