import { type NotNull, sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { afterCursor, cutPage, type KeysetCursor } from '#db/keyset.ts';
import { mayFind, maySeeActivity } from '../access.ts';
import type { Receivers } from '../notifications/notifications.queries.ts';
import type { InterestType } from './post-rules.schema.ts';
import type { InterestView } from './posts.schema.ts';
import { countInPeriod } from './statistics.queries.ts';

const columns = {
  liked: 'liked_at',
  interested: 'interested_at',
  going: 'going_at',
} as const satisfies Record<InterestType, string>;

/** A user's reactions to a post, `i`, and how many have which, `c`. */
const reactionColumns = [
  'c.liked',
  'c.interested',
  'c.going',
  'i.liked_at',
  'i.interested_at',
  'i.going_at',
] as const;

/** A reaction to set, or to take back. */
export interface Reaction {
  postId: string;
  userId: string;
  interest: InterestType;
  on: boolean;
  now: Date;
}

/**
 * Returns the statement that finds a post and prevents its deletion until the transaction ends. Where the creator may
 * be notified, it also locks the creator's row, as `lockReceivers` does.
 */
export function keepPostToReact(trx: Trx, { postId, on }: Reaction) {
  return trx
    .selectFrom('posts as p')
    .innerJoin('users as creator', 'creator.id', 'p.creator_id')
    .select(['p.creator_id', 'p.post_type', 'p.is_active', 'p.takes_place_until'])
    .where('p.id', '=', postId)
    .forKeyShare('p')
    .$if(on, (query) => query.forNoKeyUpdate('creator'));
}

/**
 * Returns the statement that sets a reaction to a published post, counts it, and returns the user's reactions to the
 * post, how many have which, and whether anything changed. The counter follows the change of the row in the same
 * statement: what was so already counts for nothing, and concurrent reactions are all counted. Needs `keepPostToReact`
 * before: without its lock, a reaction that was set meanwhile would be found, and returned as it was before.
 */
export function addInterest(trx: Trx, { postId, userId, interest, now }: Reaction) {
  const column = columns[interest];
  return trx
    .with('changed', (cte) =>
      cte
        .insertInto('post_interests')
        .columns(['post_id', 'user_id', column])
        .expression((eb) =>
          eb
            .selectFrom('posts')
            .select([
              'id',
              sql<string>`${userId}::uuid`.as('user_id'),
              sql<Date>`${now}::timestamptz`.as('at'),
            ])
            .where('id', '=', postId)
            .where('is_active', '=', eb.lit(true)),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['post_id', 'user_id'])
            .doUpdateSet({ [column]: now })
            .where(`post_interests.${column}`, 'is', null),
        )
        .returning(['post_id', 'liked_at', 'interested_at', 'going_at']),
    )
    .with('counted', (cte) =>
      cte
        .updateTable('post_counters as c')
        .from('changed as i')
        .set((eb) => ({ [interest]: eb(`c.${interest}`, '+', 1) }))
        .whereRef('c.post_id', '=', 'i.post_id')
        .returning([...reactionColumns, sql<boolean>`true`.as('is_changed')]),
    )
    .with('dated', () => countInPeriod({ what: interest, by: 1, at: sql`${now}::timestamptz` }))
    .selectFrom('counted')
    .selectAll()
    .unionAll(
      selectInterest(trx, postId, userId)
        .select(sql<boolean>`false`.as('is_changed'))
        .where(sql<boolean>`not exists (select from changed)`),
    );
}

/**
 * Returns the statement that takes a reaction back and counts that in the same statement. Where anything changed, it
 * returns since when the reaction was there.
 */
export function removeInterest(trx: Trx, { postId, userId, interest }: Reaction) {
  const column = columns[interest];
  return trx
    .with('before', (cte) =>
      cte
        .selectFrom('post_interests')
        .select(['post_id', 'user_id', `${column} as since`])
        .$narrowType<{ since: Date }>()
        .where('post_id', '=', postId)
        .where('user_id', '=', userId)
        .where(column, 'is not', null)
        .forUpdate(),
    )
    .with('changed', (cte) =>
      cte
        .updateTable('post_interests as i')
        .from('before')
        .set({ [column]: null })
        .whereRef('i.post_id', '=', 'before.post_id')
        .whereRef('i.user_id', '=', 'before.user_id')
        .returning(['i.post_id', 'before.since']),
    )
    .with('dated', () => countInPeriod({ what: interest, by: -1, at: sql`since` }))
    .updateTable('post_counters')
    .from('changed')
    .set((eb) => ({ [interest]: eb(`post_counters.${interest}`, '-', 1) }))
    .whereRef('post_counters.post_id', '=', 'changed.post_id')
    .returning('changed.since');
}

/**
 * Selects the creator of a post as the receiver of a notification about a reaction that was just set: not of their
 * own, nor of one by a user whose privacy hides them or their activity from the creator.
 */
export function receiversOfReaction({ postId, userId, interest, now }: Reaction): Receivers {
  const creator = sql.ref<string>('p.creator_id');
  return sql`
    select p.creator_id as user_id
    from posts p join post_interests i on i.post_id = p.id
    where p.id = ${postId} and i.user_id = ${userId} and i.${sql.ref(columns[interest])} = ${now}::timestamptz
      and p.creator_id <> i.user_id
      and ${mayFind('i.user_id', creator)} and ${maySeeActivity('i.user_id', creator)}`;
}

/** Returns the statement that finds a user's reactions to a post, and how many have which. */
export function selectInterest(db: Db, postId: string, userId: string) {
  return db
    .selectFrom('post_counters as c')
    .leftJoin('post_interests as i', (join) =>
      join.onRef('i.post_id', '=', 'c.post_id').on('i.user_id', '=', userId),
    )
    .select(reactionColumns)
    .where('c.post_id', '=', postId);
}
export type InterestRow = Awaited<ReturnType<ReturnType<typeof selectInterest>['execute']>>[number];

/**
 * Returns a page of those with one reaction to a post, the newest first. Left out are people whose privacy keeps
 * from the viewer what they do, or themselves; viewers find themselves.
 */
export async function findCommitted(
  db: Db,
  {
    postId,
    interest,
    viewerId,
    limit,
    cursor,
  }: {
    postId: string;
    interest: InterestType;
    viewerId: string;
    limit: number;
    cursor: KeysetCursor | undefined;
  },
): Promise<{ ids: string[]; cursor: string | null }> {
  const at = `i.${columns[interest]}` as const;
  const rows = await db
    .selectFrom('post_interests as i')
    .select(['i.user_id', at])
    .$narrowType<{ [C in (typeof columns)[InterestType]]: NotNull }>()
    .where('i.post_id', '=', postId)
    .where(at, 'is not', null)
    .where((eb) =>
      eb.or([
        eb('i.user_id', '=', viewerId),
        eb.and([mayFind('i.user_id', viewerId), maySeeActivity('i.user_id', viewerId)]),
      ]),
    )
    .where((eb) => (cursor ? afterCursor(eb.ref(at), eb.ref('i.user_id'), cursor) : eb.lit(true)))
    .orderBy(at, 'desc')
    .orderBy('i.user_id', 'desc')
    .limit(limit + 1)
    .execute();
  const cut = cutPage(rows, limit, (row) => ({ at: row[columns[interest]], id: row.user_id }));
  return { ids: cut.page.map((row) => row.user_id), cursor: cut.cursor };
}

interface ReactionsQuery {
  postId: string;
  viewerId: string;
  limit: number;
  /** Behind which reaction the page begins. */
  cursor?: KeysetCursor | undefined;
}

/** What a user reacted to a post, and when last. */
export interface ReactionRow {
  user_id: string;
  liked_at: Date | null;
  interested_at: Date | null;
  going_at: Date | null;
  reacted_at: Date;
}

/**
 * Returns a page of the reactions to a post, the newest first, one row for each user: of users whom the viewer may see
 * reacting, the viewer among them. The newest by any reaction are among the newest by each, and those come straight
 * from an index: privacy is checked for few of the hundred thousand who may have reacted.
 */
export async function findReactions(
  db: Db,
  { postId, viewerId, limit, cursor }: ReactionsQuery,
): Promise<{ page: ReactionRow[]; cursor: string | null }> {
  const reactedAt = sql<Date>`greatest(i.liked_at, i.interested_at, i.going_at)`;
  const newestBy = (at: (typeof columns)[InterestType]) =>
    db
      .selectFrom(
        db
          .selectFrom('post_interests as i')
          .select(['i.user_id', 'i.liked_at', 'i.interested_at', 'i.going_at', reactedAt.as('reacted_at')])
          .where('i.post_id', '=', postId)
          .where(`i.${at}`, 'is not', null)
          .where((eb) =>
            eb.or([
              eb('i.user_id', '=', viewerId),
              eb.and([mayFind('i.user_id', viewerId), maySeeActivity('i.user_id', viewerId)]),
            ]),
          )
          .where((eb) =>
            cursor
              ? eb.and([
                  // The index begins here; the other condition leaves out who was on a page before by a later reaction.
                  afterCursor(eb.ref(`i.${at}`), eb.ref('i.user_id'), cursor),
                  afterCursor(reactedAt, eb.ref('i.user_id'), cursor),
                ])
              : eb.lit(true),
          )
          .orderBy(`i.${at}`, 'desc')
          .orderBy('i.user_id', 'desc')
          .limit(limit + 1)
          .as('newest'),
      )
      .selectAll();
  const rows = await db
    .selectFrom(newestBy('liked_at').union(newestBy('interested_at')).union(newestBy('going_at')).as('i'))
    .selectAll()
    .orderBy('reacted_at', 'desc')
    .orderBy('user_id', 'desc')
    .limit(limit + 1)
    .execute();
  return cutPage(rows, limit, (row) => ({ at: row.reacted_at, id: row.user_id }));
}

/** Presents what a user reacted to a post. */
export const presentReaction = (row: ReactionRow): InterestView => ({
  userId: row.user_id,
  liked: row.liked_at !== null,
  interested: row.interested_at !== null,
  going: row.going_at !== null,
});
