import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { afterCursor, cutPage, type KeysetCursor } from '#db/keyset.ts';
import { mayFind } from '../access.ts';

/** Relations that one user takes up to another, by table: what the two sides are called. At most one row a pair. */
export const pairKinds = {
  follows: { from: 'follower', to: 'following' },
  endorsements: { from: 'endorser', to: 'endorsee' },
} as const;
export type PairKind = keyof typeof pairKinds;

/** A row of one of these tables. */
export interface Pair {
  id: string;
  fromId: string;
  toId: string;
  createdAt: Date;
}

/** One side of a pair. */
export type Side = 'from' | 'to';

const column = (kind: PairKind, side: Side) => `${pairKinds[kind][side]}_id`;

/** The table under names that do not depend on it. Postgres reads through it to the table's own indexes. */
const selectPairs = (db: Db, kind: PairKind) =>
  db
    .selectFrom(
      sql<Pair>`(
        select id, ${sql.ref(column(kind, 'from'))} as "fromId", ${sql.ref(column(kind, 'to'))} as "toId",
          created_at as "createdAt"
        from ${sql.table(kind)}
      )`.as<'p'>(sql`p`),
    )
    .select(['p.id', 'p.fromId', 'p.toId', 'p.createdAt']);

/** Takes up the relation; answers whether that is new. */
export async function insertPair(trx: Trx, kind: PairKind, pair: Pair): Promise<boolean> {
  const [from, to] = [sql.ref(column(kind, 'from')), sql.ref(column(kind, 'to'))];
  const { rows } = await sql`
    insert into ${sql.table(kind)} (id, ${from}, ${to}, created_at)
    values (${pair.id}, ${pair.fromId}, ${pair.toId}, ${pair.createdAt})
    on conflict (${from}, ${to}) do nothing
    returning id`.execute(trx);
  return rows.length > 0;
}

/** Ends the relation; answers whether there was one. */
export async function deletePair(trx: Trx, kind: PairKind, fromId: string, toId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from ${sql.table(kind)}
    where ${sql.ref(column(kind, 'from'))} = ${fromId} and ${sql.ref(column(kind, 'to'))} = ${toId}
    returning id`.execute(trx);
  return rows.length > 0;
}

/** The relation of one user to another, as far as the viewer may know: of themselves, and of those they may find. */
export function findPair(
  db: Db,
  kind: PairKind,
  { fromId, toId, viewerId }: { fromId: string; toId: string; viewerId: string },
): Promise<Pair | undefined> {
  const isOwn = viewerId === fromId || viewerId === toId;
  return selectPairs(db, kind)
    .where('p.fromId', '=', fromId)
    .where('p.toId', '=', toId)
    .$if(!isOwn, (query) => query.where(mayFind('p.fromId', viewerId)).where(mayFind('p.toId', viewerId)))
    .executeTakeFirst();
}

interface PairsQuery {
  /** Whose list it is. */
  userId: string;
  /** The side of the pairs on which those stand who are listed. */
  list: Side;
  viewerId: string | undefined;
  /** Only friends of the viewer. */
  onlyFriends: boolean;
  limit: number;
  cursor: KeysetCursor | undefined;
}

/** A page of those on one side of a user's pairs, newest first. Others than the user see only whom they may find. */
export async function findPairPage(
  db: Db,
  kind: PairKind,
  { userId, list, viewerId, onlyFriends, limit, cursor }: PairsQuery,
) {
  const [own, listed] =
    list === 'from' ? (['p.toId', 'p.fromId'] as const) : (['p.fromId', 'p.toId'] as const);
  const rows = await selectPairs(db, kind)
    .where(own, '=', userId)
    .$if(onlyFriends, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('friends')
            .select('friends.friend_id')
            .where('friends.user_id', '=', viewerId ?? null)
            .whereRef('friends.friend_id', '=', listed),
        ),
      ),
    )
    .$if(userId !== viewerId, (query) => query.where(mayFind(listed, viewerId)))
    .where((eb) => (cursor ? afterCursor(eb.ref('p.createdAt'), eb.ref(listed), cursor) : eb.lit(true)))
    .orderBy('p.createdAt', 'desc')
    .orderBy(listed, 'desc')
    .limit(limit + 1)
    .execute();
  return cutPage(rows, limit, (row) => ({
    at: row.createdAt,
    id: list === 'from' ? row.fromId : row.toId,
  }));
}

/** The number of pairs with the user on one side, as a select for `$asScalar`. */
export const selectPairCount = (db: Db, kind: PairKind, side: Side, userId: string) =>
  selectPairs(db, kind)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(side === 'to' ? 'p.toId' : 'p.fromId', '=', userId);

/**
 * The same for those pairs to a user that friends of the viewer have. Friends are counted as the list shows them:
 * others than the user see only whom they may find.
 */
export const selectFriendPairCount = (
  db: Db,
  kind: PairKind,
  { userId, viewerId }: { userId: string; viewerId: string | undefined },
) =>
  selectPairCount(db, kind, 'to', userId)
    .innerJoin('friends', 'friends.friend_id', 'p.fromId')
    .where('friends.user_id', '=', viewerId ?? null)
    .$if(userId !== viewerId, (query) => query.where(mayFind('p.fromId', viewerId)));

/** How many have the relation to a user. */
export async function countPairsTo(db: Db, kind: PairKind, userId: string): Promise<number> {
  return (await selectPairCount(db, kind, 'to', userId).executeTakeFirstOrThrow()).count;
}

/** Returns how many have the relation to a user: all, friends of the viewer, and those since an instant. */
export function summarizePairsTo(
  db: Db,
  kind: PairKind,
  { userId, viewerId, since }: { userId: string; viewerId: string | undefined; since: Date },
) {
  const count = selectPairCount(db, kind, 'to', userId);
  return db
    .selectNoFrom([
      count.$asScalar().$notNull().as('total'),
      selectFriendPairCount(db, kind, { userId, viewerId }).$asScalar().$notNull().as('friends'),
      count.where('p.createdAt', '>', since).$asScalar().$notNull().as('recent'),
    ])
    .executeTakeFirstOrThrow();
}
