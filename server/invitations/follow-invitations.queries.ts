import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { isBlockedBetween } from '../access.ts';
import { selectConnected } from '../connections/connections.queries.ts';

/** How many are to be invited, and how many of them cost coins. */
export interface InviteeCounts {
  total: number;
  notConnected: number;
}

/**
 * Selects, of the people whom a query selects as `id`, those to be invited: who does not follow the organization, was
 * never invited to, and has no block with it; with whether they cost coins.
 */
const selectInvitees = (db: Db, organizationId: string, people: RawBuilder<unknown>) => sql`
  select found.id, k.id is null and not exists (
    select from endorsements where endorser_id = found.id and endorsee_id = ${organizationId}
  ) as is_paid
  from (${people}) as found left join (${selectConnected(db, organizationId)}) as k on k.id = found.id
  where found.id <> ${organizationId}
    and not exists (select from follows where follower_id = found.id and following_id = ${organizationId})
    and not exists (
      select from follow_invitations where organization_id = ${organizationId} and invitee_id = found.id
    )
    and not ${isBlockedBetween('found.id', organizationId)}`;

/** How many of these people would be invited. */
export async function countInvitees(
  db: Db,
  organizationId: string,
  people: RawBuilder<unknown>,
): Promise<InviteeCounts> {
  const { rows } = await sql<InviteeCounts>`
    select count(*) as total, count(*) filter (where is_paid) as "notConnected"
    from (${selectInvitees(db, organizationId, people)}) as invitee`.execute(db);
  return rows[0] ?? { total: 0, notConnected: 0 };
}

interface NewBatch {
  id: string;
  organizationId: string;
  message: string;
  now: Date;
}

/** Stores invitations of those of the people who are to be invited. Call it with the organization's wallet locked. */
export async function insertFollowInvitations(
  trx: Trx,
  { id, organizationId, message, now }: NewBatch,
  people: RawBuilder<unknown>,
): Promise<InviteeCounts> {
  await trx
    .insertInto('follow_invitation_batches')
    // How many they are is only known once they are stored, which refer to it.
    .values({ id, organization_id: organizationId, message, created_at: now, total: 1, cost: 0, after: null })
    .execute();
  const { rows } = await sql<InviteeCounts>`
    with invitee as materialized (${selectInvitees(trx, organizationId, people)}),
    stored as (
      insert into follow_invitations (organization_id, invitee_id, batch_id, created_at)
      select ${organizationId}::uuid, id, ${id}::uuid, ${now}::timestamptz from invitee order by id
    )
    select count(*) as total, count(*) filter (where is_paid) as "notConnected" from invitee`.execute(trx);
  return rows[0] ?? { total: 0, notConnected: 0 };
}

export const updateBatch = (trx: Trx, id: string, { total, cost }: { total: number; cost: number }) =>
  trx.updateTable('follow_invitation_batches').set({ total, cost }).where('id', '=', id).execute();

/** The organization whose invitations a batch holds. */
export async function findInviter(db: Db, batchId: string): Promise<string | undefined> {
  const batch = await db
    .selectFrom('follow_invitation_batches')
    .select('organization_id')
    .where('id', '=', batchId)
    .executeTakeFirst();
  return batch?.organization_id;
}

/** Locks a batch until the transaction ends, so that it is announced once at a time. */
export const lockBatch = (trx: Trx, id: string) =>
  trx.selectFrom('follow_invitation_batches').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** The next invitees of a batch, in the order of their ids, and whether a block has come between since. */
export const findNextInvitees = (
  db: Db,
  {
    batchId,
    organizationId,
    after,
    limit,
  }: { batchId: string; organizationId: string; after: string | null; limit: number },
) =>
  db
    .selectFrom('follow_invitations as v')
    .select([
      'v.invitee_id as id',
      sql<boolean>`${isBlockedBetween('v.invitee_id', organizationId)}`.as('isBlocked'),
    ])
    .where('v.batch_id', '=', batchId)
    .$if(after !== null, (query) => query.where('v.invitee_id', '>', after ?? ''))
    .orderBy('v.invitee_id')
    .limit(limit)
    .execute();

/** Notes how far the announcement of a batch is. */
export const updateAnnounced = (
  trx: Trx,
  id: string,
  { notified, after }: { notified: number; after: string },
) =>
  trx
    .updateTable('follow_invitation_batches')
    .set((eb) => ({ notified: eb('notified', '+', notified), after }))
    .where('id', '=', id)
    .execute();

/** The content and address of the mail about an invitation to follow; none where a block separates the two by now. */
export const findFollowInvitationToMail = (
  db: Db,
  { organizationId, inviteeId }: { organizationId: string; inviteeId: string },
) =>
  db
    .selectFrom('follow_invitations as v')
    .innerJoin('follow_invitation_batches as b', 'b.id', 'v.batch_id')
    .innerJoin('organizations as o', 'o.user_id', 'v.organization_id')
    .innerJoin('users as invitee', 'invitee.id', 'v.invitee_id')
    .select(['b.message', 'o.name', 'invitee.email'])
    .where('v.organization_id', '=', organizationId)
    .where('v.invitee_id', '=', inviteeId)
    .where(({ not }) => not(isBlockedBetween('v.invitee_id', organizationId)))
    .executeTakeFirst();
