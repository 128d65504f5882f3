import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { afterCursor, cutPage, type KeysetCursor } from '#db/keyset.ts';
import type { UserType } from '#db/tables/columns.ts';
import type { CultivationAdditionsTable, CultivationsTable } from '#db/tables/cultivations.ts';
import type { PostType } from '#db/tables/posts.ts';
import { mayFindIndividual, maySeeActivity } from '../access.ts';
import { beginWith, wordsOf } from '../name-words.ts';
import type { UserColumn } from './user-columns.schema.ts';

type CultivationRow = Selectable<CultivationsTable> & { total: number; invited: number; followed: number };
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
    .leftJoin('cultivation_counters as c', 'c.cultivation_id', 'cultivations.id')
    .selectAll('cultivations')
    .select(({ fn, lit }) => [
      fn.coalesce('c.people', lit(0)).as('total'),
      fn.coalesce('c.invited', lit(0)).as('invited'),
      fn.coalesce('c.followed', lit(0)).as('followed'),
    ])
    .where('creator_id', '=', creatorId);

/** A list of the organization's, or undefined where it has none of this id. */
export const findCultivation = (db: Db, id: string, creatorId: string): Promise<CultivationRow | undefined> =>
  selectCultivation(db, id, creatorId).executeTakeFirst();

/** Returns the statement that finds it. */
export const selectCultivation = (db: Db, id: string, creatorId: string) =>
  selectCultivations(db, creatorId).where('id', '=', id);

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
export const countListed = async (db: Db, id: string): Promise<number> =>
  (
    await db
      .selectFrom('cultivation_counters')
      .select('people')
      .where('cultivation_id', '=', id)
      .executeTakeFirst()
  )?.people ?? 0;

/** Stores an addition, in place of the list's earlier ones that are finished. */
export async function insertAddition(
  trx: Trx,
  { id, cultivationId, total, now }: NewAddition,
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
      created_at: now,
      total,
      after: null,
      finished_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

interface NewAddition {
  id: string;
  cultivationId: string;
  total: number;
  now: Date;
}

/** Keeps whom a query selects, as those whom an addition is to add. */
export const keepPeople = (trx: Trx, additionId: string, people: RawBuilder<unknown>, most: number) =>
  sql<never>`
    insert into cultivation_addition_people (addition_id, user_id)
    select ${additionId}::uuid, id from (${people}) as people limit ${most}
    on conflict do nothing`.execute(trx);

/** Selects as `id` those who were kept. */
export const selectKept = (additionId: string) =>
  sql`select user_id as id from cultivation_addition_people where addition_id = ${additionId}`;

/** Forgets those who were kept. */
export const forgetPeople = (trx: Trx, additionId: string) =>
  trx.deleteFrom('cultivation_addition_people').where('addition_id', '=', additionId).execute();

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
 * them, and who was new. Locks the rows that hold their privacy settings: see `leaveLists`.
 */
export async function insertPeople(trx: Trx, batch: PeopleBatch) {
  const { cultivationId, creatorId, people, after, limit, room, now } = batch;
  const { rows } = await sql<{ done: number; last: string | null; added: string[] }>`
    with batch as materialized (
      select id from (${people}) as people
      where ${after === null ? sql`true` : sql`id > ${after}::uuid`} order by id limit ${limit}
    ), findable as materialized (
      select i.user_id as id, i.first_name || ' ' || i.last_name as name from individuals as i
      where i.user_id in (select id from batch) and ${mayFindIndividual('i', creatorId)}
      order by i.user_id for share of i
    ), candidate as (
      select id, name from findable
      union all select user_id, name from organizations where user_id in (select id from batch) and user_id <> ${creatorId}
    ), added as (
      insert into cultivation_users (cultivation_id, user_id, added_at, sort_name)
      select ${cultivationId}::uuid, id, ${now}::timestamptz, lower(name) from candidate
      where not exists (
        select from cultivation_users as member where member.cultivation_id = ${cultivationId} and member.user_id = id
      )
      order by id limit ${room}
      on conflict do nothing returning user_id
    )
    select (select count(*) from batch) as done,
      (select coalesce(jsonb_agg(user_id), '[]') from added) as added,
      (select id from batch order by id desc limit 1) as last`.execute(trx);
  return rows[0] ?? { done: 0, last: null, added: [] };
}

/** Notes how far an addition is. */
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

/** What the users of a list are sorted by: a column that is never null, and its type. */
const sortKeys: Record<UserColumn, { column: string; type: string }> = {
  addedAt: { column: 'added_at', type: 'timestamptz' },
  name: { column: 'sort_name', type: 'text' },
  totalInteractions: { column: 'interactions', type: 'integer' },
  lastLiked: { column: 'last_liked', type: 'timestamptz' },
  lastInterested: { column: 'last_interested', type: 'timestamptz' },
  lastGoing: { column: 'last_going', type: 'timestamptz' },
  follows: { column: 'follows', type: 'boolean' },
  endorses: { column: 'endorses', type: 'boolean' },
  invited: { column: 'invited', type: 'boolean' },
};

/** A key as text: an instant in milliseconds, so that any number in a cursor is one. */
const writeKey = (key: RawBuilder<unknown>, type: string) =>
  type === 'timestamptz' ? sql`((extract(epoch from ${key}) * 1000)::bigint)::text` : sql`(${key})::text`;
const readKey = (key: string, type: string) =>
  type === 'timestamptz'
    ? sql`to_timestamp(${key}::text::bigint / 1000.0)`
    : sql`${key}::text::${sql.raw(type)}`;

/**
 * The users of a list whom its organization may find. Read in the order of an index, which nothing else begins: whom
 * privacy hides is looked up for each, and a search by name is a set of its own.
 */
function fromUsers({ cultivationId, creatorId, search, tag }: UsersQuery) {
  const words = wordsOf(search ?? '');
  const isNamed =
    words.length === 0
      ? sql`true`
      : sql`listed.user_id in (
          select user_id from individuals where ${beginWith(words, sql.ref('name_words'))}
          union all select user_id from organizations where ${beginWith(words, sql.ref('name_words'))}
        )`;
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
    where listed.cultivation_id = ${cultivationId} and ${isNamed} and ${isTagged}
      and coalesce(
        (select ${mayFindIndividual('i', creatorId)} from individuals as i where i.user_id = listed.user_id), true
      )`;
}

/** A user of a list at its place in the order. */
export interface UserPlace {
  id: string;
  /** The value that they are sorted by, as text. */
  key: string;
}

interface PlacesQuery {
  from: UserPlace | undefined;
  direction: 'on' | 'back';
  limit: number;
}

/** Returns the statement that finds users of a list from a place on, that one included, or back from it, without it. */
export function selectUserPlaces(query: UsersQuery, { from, direction, limit }: PlacesQuery) {
  const { column, type } = sortKeys[query.sort];
  const key = sql.ref(`listed.${column}`);
  const isUp = (query.order === 'ascending') === (direction === 'on');
  const comparison = sql.raw((isUp ? '>' : '<') + (direction === 'on' ? '=' : ''));
  const way = sql.raw(isUp ? 'asc' : 'desc');
  const place = from
    ? sql`(${key}, listed.user_id) ${comparison} (${readKey(from.key, type)}, ${from.id}::uuid)`
    : sql`true`;
  return sql<UserPlace>`
    select listed.user_id as id, ${writeKey(key, type)} as key ${fromUsers(query)} and ${place}
    order by ${key} ${way}, listed.user_id ${way} limit ${limit}`;
}

/** Finds the same. */
export const findUserPlaces = async (db: Db, query: UsersQuery, places: PlacesQuery): Promise<UserPlace[]> =>
  (await selectUserPlaces(query, places).execute(db)).rows;

/** How many users of a list a search lets through, counted up to a number. */
export async function countUsers(db: Db, query: UsersQuery, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from (select ${fromUsers(query)} limit ${most}) as counted`.execute(db);
  return rows[0]?.count ?? 0;
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

type Kind = 'liked' | 'interested' | 'going';

/** When the last reaction of a kind was, and of which post, in a row of the user's reactions. */
const lastOf = (kind: Kind) => {
  const at = sql.ref(`said.${kind}_at`);
  return sql`max(${at}) as ${sql.ref(`${kind}_at`)},
    (array_agg(said.post_id order by ${at} desc, said.post_id desc) filter (where ${at} is not null))[1]
      as ${sql.ref(`${kind}_post`)}`;
};
const lastAsJson = (kind: Kind) => sql`(
    select json_build_object(
      'at', ${sql.ref(`reaction.${kind}_at`)}, '_id', last.id, 'postType', last.post_type, 'title', last.title
    )
    from posts as last where last.id = ${sql.ref(`reaction.${kind}_post`)}
  ) as ${sql.ref(kind)}`;

/** Whether there is a row. Looked up for each user: the planner may turn `exists` into a set of all rows. */
const isThere = (from: RawBuilder<unknown>) => sql`coalesce((select true ${from} limit 1), false)`;

/**
 * What is shown of these users of a list, in the order of the ids. One statement, which looks each of them up: how many
 * lists somebody is on says nothing of how many rows there are.
 */
export async function findListedUsers(
  db: Db,
  { cultivationId, creatorId, ids }: { cultivationId: string; creatorId: string; ids: readonly string[] },
): Promise<ListedUserRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ListedUserRow>`
    select u.id, u.user_type, i.first_name, i.last_name, o.name,
      coalesce(o.profile_picture, i.profile_picture) as profile_picture, listed.added_at,
      coalesce(reaction.total, 0) as total, ${lastAsJson('liked')}, ${lastAsJson('interested')},
      ${lastAsJson('going')},
      ${isThere(sql`from follows where follower_id = u.id and following_id = ${creatorId}`)} as follows,
      ${isThere(sql`from endorsements where endorser_id = u.id and endorsee_id = ${creatorId}`)} as endorses,
      ${isThere(sql`from follow_invitations where organization_id = ${creatorId} and invitee_id = u.id`)} as invited
    from unnest(${ids}::uuid[]) as page (id)
    cross join lateral (
      select added_at from cultivation_users
      where cultivation_id = ${cultivationId} and user_id = page.id limit 1
    ) as listed
    join users as u on u.id = page.id
    left join individuals as i on i.user_id = u.id
    left join organizations as o on o.user_id = u.id
    left join lateral (
      select count(said.liked_at) + count(said.interested_at) + count(said.going_at) as total,
        ${lastOf('liked')}, ${lastOf('interested')}, ${lastOf('going')}
      from post_interests as said join posts as p on p.id = said.post_id
      where said.user_id = u.id and p.creator_id = ${creatorId}
    ) as reaction on ${maySeeActivity('u.id', creatorId)}`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
