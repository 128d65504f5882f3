import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { afterCursor, cutPage, type KeysetCursor } from '#db/keyset.ts';
import type { UserType } from '#db/tables/columns.ts';
import type { CultivationAdditionsTable, CultivationsTable } from '#db/tables/cultivations.ts';
import type { PostType } from '#db/tables/posts.ts';
import { mayFindIndividual, maySeeActivity } from '../access.ts';
import { beginWith, wordsOf } from '../name-words.ts';
import type { UserColumn } from './user-columns.schema.ts';

type CultivationRow = Selectable<CultivationsTable> & { total: number };
export type AdditionRow = Selectable<CultivationAdditionsTable>;

/** Creates a list. Returns whether its id was free. */
export async function insertCultivation(trx: Trx, row: Insertable<CultivationsTable>): Promise<boolean> {
  const inserted = await trx
    .insertInto('cultivations')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Lets the lists of an organization be made one after the other, and returns how many there are. */
export async function countCultivations(
  trx: Trx,
  creatorId: string,
): Promise<{ total: number; withRules: number }> {
  await trx
    .selectFrom('organizations')
    .select('user_id')
    .where('user_id', '=', creatorId)
    .forNoKeyUpdate()
    .execute();
  return trx
    .selectFrom('cultivations')
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.count<number>('id').filterWhere('rules', 'is not', null).as('withRules'),
    ])
    .where('creator_id', '=', creatorId)
    .executeTakeFirstOrThrow();
}

const selectCultivations = (db: Db, creatorId: string) =>
  db
    .selectFrom('cultivations')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('cultivation_users')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('cultivation_id', '=', 'cultivations.id')
        .$asScalar()
        .$notNull()
        .as('total'),
    )
    .where('creator_id', '=', creatorId);

/** A list of the organization's, or undefined where it has none of this id. */
export const findCultivation = (db: Db, id: string, creatorId: string): Promise<CultivationRow | undefined> =>
  selectCultivations(db, creatorId).where('id', '=', id).executeTakeFirst();

/** A page of an organization's lists, the newest first. */
export async function findCultivations(
  db: Db,
  { creatorId, limit, cursor }: { creatorId: string; limit: number; cursor: KeysetCursor | undefined },
) {
  const rows = await selectCultivations(db, creatorId)
    .where((eb) => (cursor ? afterCursor(eb.ref('created_at'), eb.ref('id'), cursor) : eb.lit(true)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return cutPage(rows, limit, (row) => ({ at: row.created_at, id: row.id }));
}

/** Locks a list of the organization's until the transaction ends. Returns its rules, or undefined where there is none. */
export const lockCultivation = (
  trx: Trx,
  id: string,
  creatorId: string,
): Promise<{ rules: unknown } | undefined> =>
  trx
    .selectFrom('cultivations')
    .select('rules')
    .where('id', '=', id)
    .where('creator_id', '=', creatorId)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Rules with what is known of them, as a row has them. */
export type StoredRules = Pick<
  Insertable<CultivationsTable>,
  'rules' | 'topics' | 'filled_at' | 'refresh_at'
>;

export const updateCultivation = (
  trx: Trx,
  id: string,
  {
    title,
    description,
    ...rules
  }: { title?: string | undefined; description?: string | undefined } & Partial<StoredRules>,
) =>
  trx
    .updateTable('cultivations')
    .set((eb) => ({
      title: title ?? eb.ref('title'),
      description: description ?? eb.ref('description'),
      ...rules,
    }))
    .where('id', '=', id)
    .execute();

/** Deletes a list of the organization's. Returns whether there was one. */
export async function deleteCultivation(trx: Trx, id: string, creatorId: string): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('cultivations')
    .where('id', '=', id)
    .where('creator_id', '=', creatorId)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Takes a user off a list. Returns whether they were on it. */
export async function deleteCultivationUser(trx: Trx, id: string, userId: string): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('cultivation_users')
    .where('cultivation_id', '=', id)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/**
 * Takes an individual off all lists whose organizations may no longer find them, without a trace. Call it after their privacy changed,
 * in the same transaction: additions lock the row that was changed, so that each list loses them or never had them.
 */
export const leaveLists = (trx: Trx, userId: string) =>
  sql<never>`
    with hidden as materialized (
      select list.id from cultivations as list, individuals as i
      where i.user_id = ${userId} and not ${mayFindIndividual('i', sql.ref<string>('list.creator_id'))}
        and list.id in (
          select cultivation_id from cultivation_users where user_id = ${userId}
          union all select cultivation_id from cultivation_departures where user_id = ${userId}
        )
    ), forgotten as (
      delete from cultivation_departures
      where user_id = ${userId} and cultivation_id in (select id from hidden)
    )
    delete from cultivation_users
    where user_id = ${userId} and cultivation_id in (select id from hidden)`.execute(trx);

/** Selects as `id` who is on a list and whom its organization may find. */
export const selectListed = (cultivationId: string, creatorId: string) => sql<{ id: string }>`
  select listed.user_id as id
  from cultivation_users as listed left join individuals as i on i.user_id = listed.user_id
  where listed.cultivation_id = ${cultivationId} and ${isFindable(creatorId)}`;

/** Whether the organization has a post of this id. */
export async function hasPost(db: Db, id: string, creatorId: string): Promise<boolean> {
  const found = await db
    .selectFrom('posts')
    .select('id')
    .where('id', '=', id)
    .where('creator_id', '=', creatorId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Selects as `id` who reacted to a post of the organization's, as far as it may see that. */
export const selectReactors = (postId: string, creatorId: string) => sql<{ id: string }>`
  select said.user_id as id
  from post_interests as said left join individuals as i on i.user_id = said.user_id
  where said.post_id = ${postId} and said.user_id <> ${creatorId}
    and coalesce(said.liked_at, said.interested_at, said.going_at) is not null
    and ${isFindable(creatorId)} and ${maySeeActivity('said.user_id', creatorId)}`;

/** The ids of the people whom a query selects, in their order. */
export async function findIds(db: Db, people: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ ids: string[] }>`
    select coalesce(jsonb_agg(id order by id), '[]') as ids from (${people}) as people`.execute(db);
  return rows[0]?.ids ?? [];
}

/** Whether the organization may find the user of a row with `individuals as i` joined to it. */
const isFindable = (creatorId: string) =>
  sql<boolean>`(i.user_id is null or ${mayFindIndividual('i', creatorId)})`;

/** How many people a query selects, counted up to a number. */
export async function countPeople(db: Db, people: RawBuilder<unknown>, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from (${people}) as people limit ${most}) as counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** How many people are on a list. */
export const countListed = async (db: Db, id: string): Promise<number> => {
  const { count } = await db
    .selectFrom('cultivation_users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('cultivation_id', '=', id)
    .executeTakeFirstOrThrow();
  return count;
};

/** Stores an addition, in place of the list's earlier ones that are finished. */
export async function insertAddition(
  trx: Trx,
  { id, cultivationId, people, total, now }: NewAddition,
): Promise<AdditionRow> {
  await trx
    .deleteFrom('cultivation_additions')
    .where('cultivation_id', '=', cultivationId)
    .where('finished_at', 'is not', null)
    .execute();
  return trx
    .insertInto('cultivation_additions')
    .values({
      id,
      cultivation_id: cultivationId,
      people: JSON.stringify(people),
      created_at: now,
      total,
      after: null,
      finished_at: total === 0 ? now : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

interface NewAddition {
  id: string;
  cultivationId: string;
  people: object;
  total: number;
  now: Date;
}

/** The list that an addition is for, and its organization. */
export const findAddition = (db: Db, id: string) =>
  db
    .selectFrom('cultivation_additions as a')
    .innerJoin('cultivations as c', 'c.id', 'a.cultivation_id')
    .select(['a.cultivation_id', 'c.creator_id'])
    .where('a.id', '=', id)
    .executeTakeFirst();

/** The newest addition to a list. */
export const findNewestAddition = (db: Db, cultivationId: string): Promise<AdditionRow | undefined> =>
  db
    .selectFrom('cultivation_additions')
    .selectAll()
    .where('cultivation_id', '=', cultivationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

interface PeopleBatch {
  cultivationId: string;
  creatorId: string;
  /** Selects people as `id`. */
  people: RawBuilder<unknown>;
  after: string | null;
  limit: number;
  /** How many more the list may have. */
  room: number;
  now: Date;
}

/**
 * Puts the next people of a query on a list, in the order of their ids. Returns how many had their turn, the last of
 * them, and how many were new. Locks the rows that hold their privacy settings: see `leaveLists`.
 */
export async function insertPeople(trx: Trx, batch: PeopleBatch) {
  const { cultivationId, creatorId, people, after, limit, room, now } = batch;
  const { rows } = await sql<{ done: number; last: string | null; added: number }>`
    with batch as materialized (
      select id from (${people}) as people
      where ${after === null ? sql`true` : sql`id > ${after}::uuid`} order by id limit ${limit}
    ), findable as materialized (
      select i.user_id as id from individuals as i
      where i.user_id in (select id from batch) and ${mayFindIndividual('i', creatorId)}
      order by i.user_id for share of i
    ), candidate as (
      select id from findable
      union all select user_id from organizations where user_id in (select id from batch) and user_id <> ${creatorId}
    ), added as (
      insert into cultivation_users (cultivation_id, user_id, added_at)
      select ${cultivationId}::uuid, id, ${now}::timestamptz from candidate
      where not exists (
        select from cultivation_users as member where member.cultivation_id = ${cultivationId} and member.user_id = id
      )
      order by id limit ${room}
      on conflict do nothing returning user_id
    )
    select (select count(*) from batch) as done, (select count(*) from added) as added,
      (select id from batch order by id desc limit 1) as last`.execute(trx);
  return rows[0] ?? { done: 0, last: null, added: 0 };
}

/** Notes how far an addition is. One that is finished keeps nobody's id. */
export const updateAddition = (
  trx: Trx,
  id: string,
  {
    done,
    added,
    after,
    finishedAt,
  }: { done: number; added: number; after: string | null; finishedAt: Date | null },
): Promise<AdditionRow> =>
  trx
    .updateTable('cultivation_additions')
    .set((eb) => ({
      done: eb('done', '+', done),
      added: eb('added', '+', added),
      after,
      finished_at: finishedAt,
      ...(finishedAt && { people: JSON.stringify({ userIds: [] }) }),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Locks an addition until the transaction ends, so that it is continued once at a time. */
export const lockAddition = (trx: Trx, id: string): Promise<AdditionRow | undefined> =>
  trx.selectFrom('cultivation_additions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Whose list in what order. */
export interface UsersQuery {
  cultivationId: string;
  creatorId: string;
  search: string | undefined;
  /** One of the organization's tags, which all of them have. */
  tag?: string | undefined;
  sort: UserColumn;
  order: 'ascending' | 'descending';
}

/** What the users of a list are sorted by: an expression that is never null, and its type. */
const sortKeys: Record<UserColumn, { key: (creatorId: string) => RawBuilder<unknown>; type: string }> = {
  addedAt: { key: () => sql`listed.added_at`, type: 'timestamptz' },
  name: { key: () => sql`lower(coalesce(o.name, i.first_name || ' ' || i.last_name))`, type: 'text' },
  totalInteractions: { key: () => sql`coalesce(reaction.total, 0)`, type: 'bigint' },
  lastLiked: { key: () => sql`coalesce(reaction.liked_at, 'epoch')`, type: 'timestamptz' },
  lastInterested: { key: () => sql`coalesce(reaction.interested_at, 'epoch')`, type: 'timestamptz' },
  lastGoing: { key: () => sql`coalesce(reaction.going_at, 'epoch')`, type: 'timestamptz' },
  follows: {
    key: (id) => sql`(listed.user_id in (select follower_id from follows where following_id = ${id}))`,
    type: 'boolean',
  },
  endorses: {
    key: (id) => sql`(listed.user_id in (select endorser_id from endorsements where endorsee_id = ${id}))`,
    type: 'boolean',
  },
  invited: {
    key: (id) =>
      sql`(listed.user_id in (select invitee_id from follow_invitations where organization_id = ${id}))`,
    type: 'boolean',
  },
};

/** A key as text: an instant in milliseconds, so that any number in a cursor is one. */
const writeKey = (key: RawBuilder<unknown>, type: string) =>
  type === 'timestamptz' ? sql`((extract(epoch from ${key}) * 1000)::bigint)::text` : sql`(${key})::text`;
const readKey = (key: string, type: string) =>
  type === 'timestamptz'
    ? sql`to_timestamp(${key}::text::bigint / 1000.0)`
    : sql`${key}::text::${sql.raw(type)}`;

const byReactions = new Set<UserColumn>(['totalInteractions', 'lastLiked', 'lastInterested', 'lastGoing']);

/**
 * What each user of a list does with the posts of its organization, for all of them at once: sorting by it needs
 * everybody. Reads the reactions to the organization's posts by their index, and none of others.
 */
const allReactions = ({ cultivationId, creatorId }: UsersQuery) => sql`
  left join (
    select said.user_id, count(said.liked_at) + count(said.interested_at) + count(said.going_at) as total,
      max(said.liked_at) as liked_at, max(said.interested_at) as interested_at, max(said.going_at) as going_at
    from posts as p join post_interests as said on said.post_id = p.id
    join cultivation_users as member on member.user_id = said.user_id and member.cultivation_id = ${cultivationId}
    where p.creator_id = ${creatorId}
    group by said.user_id
  ) as reaction on reaction.user_id = listed.user_id and ${maySeeActivity('listed.user_id', creatorId)}`;

/** The users of a list whom its organization may find, and the value that they are sorted by, as `key`. */
function fromUsers(query: UsersQuery) {
  const { cultivationId, creatorId, search, tag, sort } = query;
  const words = wordsOf(search ?? '');
  const isNamed =
    words.length === 0
      ? sql`true`
      : sql`(${beginWith(words, sql.ref('i.name_words'))} or ${beginWith(words, sql.ref('o.name_words'))})`;
  const isTagged =
    tag === undefined
      ? sql`true`
      : sql`listed.user_id in (
          select given.user_id
          from prospect_tags as tag join prospect_tag_users as given on given.tag_id = tag.id
          where tag.organization_id = ${creatorId} and lower(tag.name) = lower(${tag}::text)
        )`;
  return sql`
    from cultivation_users as listed
    left join individuals as i on i.user_id = listed.user_id
    left join organizations as o on o.user_id = listed.user_id
    ${byReactions.has(sort) ? allReactions(query) : sql``}
    where listed.cultivation_id = ${cultivationId} and ${isFindable(creatorId)} and ${isNamed}
      and ${isTagged}`;
}

/** A user of a list at its place in the order. */
export interface UserPlace {
  id: string;
  /** The value that they are sorted by, as text. */
  key: string;
}

/** Users of a list from a place on, that one included, or back from it, without it. */
export async function findUserPlaces(
  db: Db,
  query: UsersQuery,
  { from, direction, limit }: { from: UserPlace | undefined; direction: 'on' | 'back'; limit: number },
): Promise<UserPlace[]> {
  const { key: keyOf, type } = sortKeys[query.sort];
  const key = keyOf(query.creatorId);
  const isUp = (query.order === 'ascending') === (direction === 'on');
  const comparison = sql.raw((isUp ? '>' : '<') + (direction === 'on' ? '=' : ''));
  const way = sql.raw(isUp ? 'asc' : 'desc');
  const place = from
    ? sql`(${key}, listed.user_id) ${comparison} (${readKey(from.key, type)}, ${from.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<UserPlace>`
    select listed.user_id as id, ${writeKey(key, type)} as key ${fromUsers(query)} and ${place}
    order by ${key} ${way}, listed.user_id ${way} limit ${limit}`.execute(db);
  return rows;
}

/** How many users of a list a search lets through, counted up to a number. */
export async function countUsers(db: Db, query: UsersQuery, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from (select ${fromUsers({ ...query, sort: 'addedAt' })} limit ${most}) as counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** How many on a list were invited to follow the organization, and how many of those have followed it since. */
export async function findInvitationCounts(
  db: Db,
  cultivationId: string,
  creatorId: string,
): Promise<{ invitedUsers: number; followedAfterInvitation: number }> {
  const { rows } = await sql<{ invitedUsers: number; followedAfterInvitation: number }>`
    select count(*) as "invitedUsers", count(f.id) as "followedAfterInvitation"
    from cultivation_users as listed
    join follow_invitations as v on v.organization_id = ${creatorId} and v.invitee_id = listed.user_id
    left join follows as f on f.follower_id = listed.user_id and f.following_id = ${creatorId}
      and f.created_at >= v.created_at
    where listed.cultivation_id = ${cultivationId}`.execute(db);
  return rows[0] ?? { invitedUsers: 0, followedAfterInvitation: 0 };
}

/** A user's last reaction of a kind, as JSON. */
interface LastReaction {
  at: string;
  _id: string;
  postType: PostType;
  title: string;
}

/** A user on a list. */
export interface ListedUserRow {
  id: string;
  user_type: UserType;
  first_name: string | null;
  last_name: string | null;
  name: string | null;
  profile_picture: string | null;
  added_at: Date;
  total: number;
  liked: LastReaction | null;
  interested: LastReaction | null;
  going: LastReaction | null;
  follows: boolean;
  endorses: boolean;
  invited: boolean;
}

const lastOf = (column: 'liked_at' | 'interested_at' | 'going_at') => {
  const at = sql.ref(`said.${column}`);
  return sql`(array_agg(
    json_build_object('at', ${at}, '_id', p.id, 'postType', p.post_type, 'title', p.title) order by ${at} desc, p.id desc
  ) filter (where ${at} is not null))[1]`;
};

/** What is shown of these users of a list, in the order of the ids. One statement. */
export async function findListedUsers(
  db: Db,
  { cultivationId, creatorId, ids }: { cultivationId: string; creatorId: string; ids: readonly string[] },
): Promise<ListedUserRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ListedUserRow>`
    select u.id, u.user_type, i.first_name, i.last_name, o.name,
      coalesce(o.profile_picture, i.profile_picture) as profile_picture, listed.added_at,
      coalesce(reaction.total, 0) as total, reaction.liked, reaction.interested, reaction.going,
      exists (select from follows where follower_id = u.id and following_id = ${creatorId}) as follows,
      exists (select from endorsements where endorser_id = u.id and endorsee_id = ${creatorId}) as endorses,
      exists (
        select from follow_invitations where organization_id = ${creatorId} and invitee_id = u.id
      ) as invited
    from cultivation_users as listed
    join users as u on u.id = listed.user_id
    left join individuals as i on i.user_id = u.id
    left join organizations as o on o.user_id = u.id
    left join lateral (
      select count(said.liked_at) + count(said.interested_at) + count(said.going_at) as total,
        ${lastOf('liked_at')} as liked, ${lastOf('interested_at')} as interested, ${lastOf('going_at')} as going
      from post_interests as said join posts as p on p.id = said.post_id
      where said.user_id = u.id and p.creator_id = ${creatorId}
    ) as reaction on ${maySeeActivity('u.id', creatorId)}
    where listed.cultivation_id = ${cultivationId} and listed.user_id = any(${ids}::uuid[])`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
