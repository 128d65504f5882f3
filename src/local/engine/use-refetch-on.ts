import { useEffect, useRef } from 'react';
import { type Meta, readMeta } from './database.ts';
import { waitingIn } from './outbox.ts';
import { useLocal } from './use-local.ts';

/**
 * Fetches a list again whenever the event log tells of something that concerns it, while it is shown.
 * @param fact the number of the last such event
 * @param list `isPending`: it was never fetched
 */
export function useRefetchOn(
  fact: keyof Pick<Meta, 'followersAt' | 'endorsersAt' | 'friendshipsAt' | 'membershipsAt'>,
  { isPending, refetch }: { isPending: boolean; refetch: () => unknown },
): void {
  const at = useLocal(async (db) => (await readMeta(db, fact)) ?? 0, [fact]);
  const seen = useRef<number>(undefined);
  useEffect(() => {
    if (at === undefined) return;
    // A first answer that is under way cannot be asked for again, and may be older than what happened meanwhile.
    if (isPending && seen.current !== undefined) return;
    if (seen.current !== undefined && at !== seen.current) refetch();
    seen.current = at;
  }, [at, isPending, refetch]);
}

/** Fetches a list again once the server has done what the user did in a lane while the list was shown, or just before. */
export function useRefetchOnceSent(lane: string, refetch: () => unknown): void {
  const waiting = useLocal((db) => waitingIn(db, lane), [lane]);
  const before = useRef(0);
  useEffect(() => {
    if (waiting === undefined) return;
    if (waiting < before.current) refetch();
    before.current = waiting;
  }, [waiting, refetch]);
}
