import { useUser } from '#src/app/session.ts';
import type { ApplyPending } from '../engine/optimistic.ts';
import { pendingMutations } from '../engine/outbox.ts';
import { useRecentMutations } from '../engine/recent-mutations.ts';
import { useLocal } from '../engine/use-local.ts';
import { applyToRelation, profileLane, type Relations, relationRows } from './relations.ts';

/**
 * Returns whether the signed-in user follows or endorses a user, or what friendship there is, with pending mutations;
 * the same on every screen of every tab.
 * @param known what the server returned where the device has nothing newer
 */
export function useRelation<Name extends keyof Relations>(
  name: Name,
  userId: string,
  known: Relations[Name],
): Relations[Name] {
  const place = { id: userId, userId: useUser()?._id ?? '' };
  const apply = applyToRelation[name] as unknown as ApplyPending<Relations[Name]>;
  const kept = useLocal(
    (db) =>
      db.transaction('r', [relationRows.in(db), db.outbox], async () => {
        const row: Partial<Relations> | undefined = await relationRows.in(db).get(userId);
        const stored = row?.[name];
        const value = stored === undefined ? known : stored;
        return { shown: apply(value, await pendingMutations(db), place) };
      }),
    [name, userId, known],
  );
  return apply(kept ? kept.shown : known, useRecentMutations(profileLane(userId)), place);
}
