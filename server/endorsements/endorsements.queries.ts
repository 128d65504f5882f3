import { type Expression, sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { afterCursor, cutPage } from '#db/keyset.ts';
import { mayFind } from '../access.ts';
import { isFriendOf, isNamed, type PeopleQuery, totalOf } from '../relations/relations.queries.ts';

/** A row of `endorsements`. */
export interface Endorsement {
  id: string;
  endorserId: string;
  endorseeId: string;
  createdAt: Date;
}

type Between = Pick<Endorsement, 'endorserId' | 'endorseeId'>;

const columns = [
  'endorsements.id',
  'endorsements.endorser_id as endorserId',
  'endorsements.endorsee_id as endorseeId',
  'endorsements.created_at as createdAt',
] as const;

/** Returns the statement that inserts an endorsement. It returns a row where it is new: a pair has at most one. */
export function insertEndorsement(
  trx: Trx,
  { id, endorserId, endorseeId, now }: Between & { id: string; now: Date },
) {
  return trx
    .insertInto('endorsements')
    .values({ id, endorser_id: endorserId, endorsee_id: endorseeId, created_at: now })
    .onConflict((conflict) => conflict.columns(['endorser_id', 'endorsee_id']).doNothing())
    .returning('id');
}

/** Deletes an endorsement. Returns whether there was one. */
export async function deleteEndorsement(trx: Trx, { endorserId, endorseeId }: Between): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('endorsements')
    .where('endorser_id', '=', endorserId)
    .where('endorsee_id', '=', endorseeId)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Returns the endorsement of one user by another, as far as the viewer may know: of themselves, and of those they may find. */
export function findEndorsement(
  db: Db,
  { endorserId, endorseeId, viewerId }: Between & { viewerId: string },
): Promise<Endorsement | undefined> {
  const isOwn = viewerId === endorserId || viewerId === endorseeId;
  return db
    .selectFrom('endorsements')
    .select(columns)
    .where('endorsements.endorser_id', '=', endorserId)
    .where('endorsements.endorsee_id', '=', endorseeId)
    .$if(!isOwn, (query) =>
      query
        .where(mayFind('endorsements.endorser_id', viewerId))
        .where(mayFind('endorsements.endorsee_id', viewerId)),
    )
    .executeTakeFirst();
}

/** Returns which of these users one user endorses. */
export async function findEndorsed(
  db: Db,
  { endorserId, ids }: { endorserId: string; ids: readonly string[] },
): Promise<string[]> {
  const rows = await db
    .selectFrom('endorsements')
    .select('endorsee_id')
    .where('endorser_id', '=', endorserId)
    .where('endorsee_id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return rows.map((row) => row.endorsee_id);
}

/** Returns a page of a user's endorsers, newest first. Others than the user see only whom they may find. */
export async function findEndorsers(
  db: Db,
  { userId, viewerId, onlyFriends, words, limit, cursor }: PeopleQuery,
) {
  const endorser = 'endorsements.endorser_id';
  const rows = await db
    .selectFrom('endorsements')
    .select(columns)
    .where('endorsements.endorsee_id', '=', userId)
    .$if(onlyFriends, (query) => query.where(isFriendOf(viewerId, endorser)))
    .$if(userId !== viewerId, (query) => query.where(mayFind(endorser, viewerId)))
    .where(isNamed(words, endorser))
    .where((eb) =>
      cursor ? afterCursor(eb.ref('endorsements.created_at'), eb.ref(endorser), cursor) : eb.lit(true),
    )
    .orderBy('endorsements.created_at', 'desc')
    .orderBy(endorser, 'desc')
    .limit(limit + 1)
    .execute();
  return cutPage(rows, limit, (row) => ({ at: row.createdAt, id: row.endorserId }));
}

/** Returns a page of whom a user endorses, newest first. Others than the user see only whom they may find. */
export async function findEndorsees(db: Db, { userId, viewerId, limit, cursor }: PeopleQuery) {
  const endorsee = 'endorsements.endorsee_id';
  const rows = await db
    .selectFrom('endorsements')
    .select(columns)
    .where('endorsements.endorser_id', '=', userId)
    .$if(userId !== viewerId, (query) => query.where(mayFind(endorsee, viewerId)))
    .where((eb) =>
      cursor ? afterCursor(eb.ref('endorsements.created_at'), eb.ref(endorsee), cursor) : eb.lit(true),
    )
    .orderBy('endorsements.created_at', 'desc')
    .orderBy(endorsee, 'desc')
    .limit(limit + 1)
    .execute();
  return cutPage(rows, limit, (row) => ({ at: row.createdAt, id: row.endorseeId }));
}

const selectEndorserCount = (db: Db, userId: string | Expression<string>) =>
  db
    .selectFrom('endorsements')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('endorsements.endorsee_id', '=', userId);

/**
 * Selects the number of a user's endorsers who are friends of the viewer. They are counted as the list shows them: others
 * than the user see only whom they may find.
 */
export const selectFriendEndorserCount = (
  db: Db,
  {
    userId,
    viewerId,
  }: { userId: string | Expression<string>; viewerId: string | Expression<string> | undefined },
) =>
  selectEndorserCount(db, userId)
    .innerJoin('friends', 'friends.friend_id', 'endorsements.endorser_id')
    .where('friends.user_id', '=', viewerId ?? null)
    .$if(userId !== viewerId, (query) => query.where(mayFind('endorsements.endorser_id', viewerId)));

/** Returns how many endorsers a user has. */
export async function countEndorsers(db: Db, userId: string): Promise<number> {
  const { count } = await db.selectNoFrom(totalOf('endorsers', userId).as('count')).executeTakeFirstOrThrow();
  return count;
}

/** Returns how many endorsers a user has: all, friends of the viewer, and those since an instant. */
export function summarizeEndorsers(
  db: Db,
  { userId, viewerId, since }: { userId: string; viewerId: string | undefined; since: Date },
) {
  const count = selectEndorserCount(db, userId);
  return db
    .selectNoFrom([
      totalOf('endorsers', userId).as('total'),
      selectFriendEndorserCount(db, { userId, viewerId }).$asScalar().$notNull().as('friends'),
      count.where('endorsements.created_at', '>', since).$asScalar().$notNull().as('recent'),
    ])
    .executeTakeFirstOrThrow();
}
