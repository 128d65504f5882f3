import { lanes } from './lanes.ts';
import { shownActs } from './outbox.ts';
import { overlay } from './overlay.ts';
import { useRecentActs } from './recent-acts.ts';
import { useLocal } from './use-local.ts';

/**
 * Whether the signed-in user follows somebody, with what was pressed a moment ago.
 * @param known what the server said where the device has nothing newer
 */
export function useFollows(userId: string, known: boolean): boolean {
  const follows = useLocal(
    (db) =>
      db.transaction('r', [db.profiles, db.outbox], async () => {
        const row = await db.profiles.get(userId);
        return overlay.follows(row?.follows ?? known, await shownActs(db), userId);
      }),
    [userId, known],
  );
  return overlay.follows(follows ?? known, useRecentActs(lanes.profile(userId)), userId);
}
