import { useUser } from '#src/app/session.ts';
import { batchReads, useBatched } from '../engine/batched-reads.ts';
import type { ApplyPending } from '../engine/optimistic.ts';
import { pendingMutations } from '../engine/outbox.ts';
import { useRecentMutations } from '../engine/recent-mutations.ts';
import { applyToRelation, profileLane, type Relations, relationRows } from './relations.ts';

/** What is kept of the relations to some users, and the pending mutations of each. */
const keptRelations = batchReads((db, userIds) =>
  db.transaction('r', [relationRows.in(db), db.outbox], async () => {
    const rows = await relationRows.in(db).bulkGet([...userIds]);
    const pending = await pendingMutations(db);
    return new Map(
      userIds.map((userId, index) => {
        const lane = profileLane(userId);
        const row: Partial<Relations> | undefined = rows[index];
        return [userId, { row, pending: pending.filter((mutation) => mutation.lane === lane) }] as const;
      }),
    );
  }),
);

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
  const stored = kept?.row?.[name];
  const shown = apply(stored === undefined ? known : stored, kept?.pending ?? [], place);
  return apply(shown, useRecentMutations(profileLane(userId)), place);
}
