import type { Db, Trx } from '#db/database.ts';
import { afterCursor, cutPage, type KeysetCursor } from '#db/keyset.ts';
import type { MembershipsTable } from '#db/tables/relations.ts';
import { mayFind } from '../access.ts';

const allColumns = [
  'id',
  'individual_id',
  'organization_id',
  'membership_type',
  'status',
  'start_month',
  'end_month',
  'requested_by',
  'created_at',
] as const;

/** A row of `memberships`. */
export type Membership = Omit<MembershipsTable, 'created_at' | 'answered_at'> & { created_at: Date };

/** Lets the memberships of an individual change one after the other, until the transaction ends. */
export async function lockMembershipsOf(trx: Trx, individualId: string): Promise<void> {
  await trx
    .selectFrom('individuals')
    .select('user_id')
    .where('user_id', '=', individualId)
    .forNoKeyUpdate()
    .execute();
}

/** Asks for a membership. Undefined, with nothing written, where the id is taken. */
export function insertMembership(trx: Trx, membership: Membership): Promise<Membership | undefined> {
  return trx
    .insertInto('memberships')
    .values(membership)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning(allColumns)
    .executeTakeFirst();
}

/** A membership of which the user is one side. */
export function findOwnMembership(db: Db, id: string, userId: string): Promise<Membership | undefined> {
  return selectOwnMembership(db, id, userId).executeTakeFirst();
}

/** Returns the same, locked until the transaction ends. */
export function lockOwnMembership(trx: Trx, id: string, userId: string): Promise<Membership | undefined> {
  return selectOwnMembership(trx, id, userId).forUpdate().executeTakeFirst();
}

const selectOwnMembership = (db: Db, id: string, userId: string) =>
  db
    .selectFrom('memberships')
    .select(allColumns)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('individual_id', '=', userId), eb('organization_id', '=', userId)]));

/** Whether there is another one like it that was not rejected: of the same two, type and start. */
export async function hasLikeIt(
  trx: Trx,
  membership: Pick<
    Membership,
    'id' | 'individual_id' | 'organization_id' | 'membership_type' | 'start_month'
  >,
): Promise<boolean> {
  const found = await trx
    .selectFrom('memberships')
    .select('id')
    .where('individual_id', '=', membership.individual_id)
    .where('organization_id', '=', membership.organization_id)
    .where('membership_type', '=', membership.membership_type)
    .where('start_month', '=', membership.start_month)
    .where('status', '<>', 'rejected')
    .where('id', '<>', membership.id)
    .executeTakeFirst();
  return found !== undefined;
}

/** Changes the fields of a membership, and its status. */
export function updateMembership(
  trx: Trx,
  { id, membership_type, start_month, end_month, status, requested_by }: Membership,
): Promise<Membership> {
  return trx
    .updateTable('memberships')
    .set({
      membership_type,
      start_month,
      end_month,
      status,
      requested_by,
      ...(status === 'pending' && { answered_at: null }),
    })
    .where('id', '=', id)
    .returning(allColumns)
    .executeTakeFirstOrThrow();
}

/**
 * Accepts or rejects an open request of the other side, where it has not changed since it was seen. Returns undefined
 * where there is none.
 */
export function answerMembership(
  trx: Trx,
  {
    id,
    userId,
    status,
    seen,
    now,
  }: {
    id: string;
    userId: string;
    status: 'accepted' | 'rejected';
    seen: Partial<Pick<Membership, 'membership_type' | 'start_month'>>;
    now: Date;
  },
): Promise<Membership | undefined> {
  return trx
    .updateTable('memberships')
    .set({ status, answered_at: now })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where((eb) => eb.and(seen))
    .where((eb) =>
      eb.or([
        eb.and([eb('individual_id', '=', userId), eb('requested_by', '=', 'organization')]),
        eb.and([eb('organization_id', '=', userId), eb('requested_by', '=', 'individual')]),
      ]),
    )
    .returning(allColumns)
    .executeTakeFirst();
}

/** Deletes a membership of which the user is one side; undefined where there is none. */
export function deleteMembership(trx: Trx, id: string, userId: string): Promise<Membership | undefined> {
  return trx
    .deleteFrom('memberships')
    .where('id', '=', id)
    .where((eb) => eb.or([eb('individual_id', '=', userId), eb('organization_id', '=', userId)]))
    .returning(allColumns)
    .executeTakeFirst();
}

/** Which memberships a list shows. */
interface MembershipsFilter {
  /** Undefined for a visitor. */
  viewerId: string | undefined;
  individualId?: string | undefined;
  organizationId?: string | undefined;
  status?: Membership['status'] | undefined;
  membershipType?: Membership['membership_type'] | undefined;
}

interface MembershipsQuery extends MembershipsFilter {
  limit: number;
  cursor: KeysetCursor | undefined;
}

/**
 * A page of the memberships of an individual, or in an organization, newest first. The two sides see all of their
 * own; others the accepted ones of those whom they may find.
 */
export async function findMemberships(db: Db, { limit, cursor, ...filter }: MembershipsQuery) {
  const rows = await selectMemberships(db, filter)
    .select(allColumns)
    .where((eb) => (cursor ? afterCursor(eb.ref('created_at'), eb.ref('id'), cursor) : eb.lit(true)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return cutPage(rows, limit, (row) => ({ at: row.created_at, id: row.id }));
}

/** How many memberships a list shows. */
export async function countMemberships(db: Db, filter: MembershipsFilter): Promise<number> {
  const { count } = await selectMemberships(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

const selectMemberships = (
  db: Db,
  { viewerId, individualId, organizationId, status, membershipType }: MembershipsFilter,
) =>
  db
    .selectFrom('memberships')
    .$if(individualId !== undefined, (query) => query.where('individual_id', '=', individualId ?? ''))
    .$if(organizationId !== undefined, (query) => query.where('organization_id', '=', organizationId ?? ''))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'accepted'))
    .$if(membershipType !== undefined, (query) =>
      query.where('membership_type', '=', membershipType ?? 'volunteer'),
    )
    .$if(viewerId === undefined || (viewerId !== individualId && viewerId !== organizationId), (query) =>
      query.where((eb) =>
        eb.or([
          ...(viewerId === undefined
            ? []
            : [eb('individual_id', '=', viewerId), eb('organization_id', '=', viewerId)]),
          eb.and([eb('status', '=', 'accepted'), mayFind('memberships.individual_id', viewerId)]),
        ]),
      ),
    );
