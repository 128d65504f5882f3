import { useCallback, useEffect, useRef } from 'react';
import { countWaiting } from './outbox.ts';
import type { Fact } from './types.ts';
import { useLocal } from './use-local.ts';

/**
 * Refetches a list whenever an event concerns it, while it is shown.
 * @param fact holds the number of the last such event
 * @param list `isPending`: nothing was fetched yet
 */
export function useRefetchOn(
  fact: Fact<number>,
  { isPending, refetch }: { isPending: boolean; refetch: () => unknown },
): void {
  const at = useLocal(async (db) => (await fact.read(db)) ?? 0, [fact]);
  const seen = useRef<number>(undefined);
  useEffect(() => {
    if (at === undefined) return;
    // A first response that is under way cannot be asked for again, and may be older than what happened meanwhile.
    if (isPending && seen.current !== undefined) return;
    if (seen.current !== undefined && at !== seen.current) refetch();
    seen.current = at;
  }, [at, isPending, refetch]);
}

/** Pauses between two refetches, in milliseconds: a busy organization has many events a second. */
const pauseMs = 500;

/**
 * Returns a refetch that can be called at any rate: while one is under way, or was a moment ago, further calls become one
 * that follows it.
 */
export function useSteadyRefetch(
  refetch: (options: { cancelRefetch: boolean }) => Promise<unknown>,
): () => void {
  const state = useRef({ isRunning: false, isWanted: false });
  return useCallback(() => {
    const { current } = state;
    current.isWanted = true;
    if (current.isRunning) return;
    current.isRunning = true;
    void (async () => {
      while (current.isWanted) {
        current.isWanted = false;
        await refetch({ cancelRefetch: false });
        await new Promise((resolve) => {
          setTimeout(resolve, pauseMs);
        });
      }
      current.isRunning = false;
    })();
  }, [refetch]);
}

/**
 * Refetches a list once the server has done the user's mutations of a lane.
 * @param list `isPending`: nothing was fetched yet
 */
export function useRefetchOnceSent(
  lane: string,
  { isPending, refetch }: { isPending: boolean; refetch: () => unknown },
): void {
  const waiting = useLocal((db) => countWaiting(db, lane), [lane]);
  const before = useRef(0);
  useEffect(() => {
    if (waiting === undefined) return;
    // As above: a first response that is under way is awaited.
    if (isPending && waiting < before.current) return;
    if (waiting < before.current) refetch();
    before.current = waiting;
  }, [waiting, isPending, refetch]);
}
