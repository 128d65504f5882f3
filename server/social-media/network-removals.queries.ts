import { type Selectable, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { NetworkName, NetworkRemovalsTable } from '#db/tables/social-media.ts';

export type NetworkRemoval = Selectable<NetworkRemovalsTable>;

/** Claims posts that are due to be deleted at a network, those due longest first, until `leaseUntil`. */
export async function claimRemovals(
  db: Db,
  claim: { network: NetworkName; now: Date; leaseUntil: Date; limit: number },
): Promise<NetworkRemoval[]> {
  const { network, now, leaseUntil, limit } = claim;
  const { rows } = await sql<NetworkRemoval>`
    with due as (
      select id from network_removals
      where network = ${network} and next_at <= ${now}
      order by next_at limit ${limit}
      for no key update skip locked
    )
    update network_removals as r set attempt = r.attempt + 1, next_at = ${leaseUntil}
    from due where r.id = due.id
    returning r.*`.execute(db);
  return rows;
}

/** Changes a row that a worker has claimed, unless another one has by now. */
export async function updateRemoval(
  db: Db,
  { id, attempt }: Pick<NetworkRemoval, 'id' | 'attempt'>,
  change: Partial<Pick<NetworkRemoval, 'reason' | 'next_at' | 'tries' | 'looks'>>,
): Promise<void> {
  await db
    .updateTable('network_removals')
    .set(change)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .execute();
}

export async function deleteRemoval(db: Db, id: string): Promise<void> {
  await db.deleteFrom('network_removals').where('id', '=', id).execute();
}

/** At most so many posts that were left behind are listed. */
const mostListed = 50;

/** What of an organization's was deleted here and could not be there. */
export const findLeftBehind = (db: Db, organizationId: string): Promise<NetworkRemoval[]> =>
  db
    .selectFrom('network_removals')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('reason', 'is not', null)
    .orderBy('id')
    .limit(mostListed)
    .execute();

/** Has a post that was left behind tried again. Resolves to false where the organization has none of this id. */
export async function retryRemoval(
  db: Db,
  { id, organizationId, now }: { id: string; organizationId: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('network_removals')
    .set({ reason: null, tries: 0, looks: 0, next_at: now })
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('reason', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Forgets a post that was left behind. Resolves to false where the organization has none of this id. */
export async function forgetRemoval(
  db: Db,
  { id, organizationId }: { id: string; organizationId: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('network_removals')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('reason', 'is not', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
