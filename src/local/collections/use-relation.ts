import { useUser } from '#src/app/session.ts';
import type { Overlaid } from '../acts.ts';
import type { Relations } from '../engine/database.ts';
import { layOver } from '../engine/optimistic.ts';
import { shownActs } from '../engine/outbox.ts';
import { useRecentActs } from '../engine/recent-mutations.ts';
import { useLocal } from '../engine/use-local.ts';
import { lanes } from '../lanes.ts';

/**
 * Whether the signed-in user follows or endorses somebody, or what friendship there is, with what was pressed a moment
 * ago; every screen of every tab that asks shows the same.
 * @param known what the server said where the device has nothing newer
 */
export function useRelation<Name extends keyof Relations>(
  name: Name,
  userId: string,
  known: Overlaid[Name],
): Overlaid[Name] {
  const place = { id: userId, userId: useUser()?._id ?? '' };
  const kept = useLocal(
    (db) =>
      db.transaction('r', [db.profiles, db.outbox], async () => {
        const row: Partial<Overlaid> | undefined = await db.profiles.get(userId);
        const told = row?.[name];
        return { shown: layOver(name, told === undefined ? known : told, await shownActs(db), place) };
      }),
    [name, userId, known],
  );
  return layOver(name, kept ? kept.shown : known, useRecentActs(lanes.profile(userId)), place);
}
