import { useUser } from '#src/app/session.ts';
import { batchRows, useBatched } from '../engine/batched-reads.ts';
import type { ApplyPending } from '../engine/optimistic.ts';
import { useRecentMutations } from '../engine/recent-mutations.ts';
import { applyToRelation, profileLane, type Relations, relationRows } from './relations.ts';

const keptRelations = batchRows(relationRows, profileLane);

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
  const kept = useBatched(keptRelations, userId);
  const row: Partial<Relations> | undefined = kept?.row;
  const stored = row?.[name];
  const own = [...(kept?.pending ?? []), ...useRecentMutations(profileLane(userId))];
  return apply(stored === undefined ? known : stored, own, place);
}
