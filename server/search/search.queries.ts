import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { mayFindIndividual, maySeeActivity } from '../access.ts';
import { beginWith, wordsOf } from '../name-words.ts';
import {
  type Around,
  circleOf,
  findNearest,
  individualsAround,
  isWithin,
  type NearSearch,
  organizationsAround,
} from '../near.ts';
import type { Walk } from '../pages.ts';
import { findMeantWords, fits, hasWords } from './names.queries.ts';
import { type IndividualFilter, mostPoints, type OrganizationFilter } from './search.schema.ts';

/** The users that a search finds: a table and conditions on it, with the newest accounts first. */
export interface Search {
  /** `organizations as o`, whose key is `id`. */
  from: RawBuilder<unknown>;
  id: RawBuilder<string>;
  where: Expression<SqlBool>;
  /** The same around where they have to be: then the nearest come first. */
  near: NearSearch | undefined;
}

/** A search for those of whom all conditions hold: those that always must, and those of a filter. */
function searchFor(
  { alias, from, id }: Pick<NearSearch, 'alias' | 'from'> & { id: RawBuilder<string> },
  { always, chosen }: Record<'always' | 'chosen', Condition[]>,
  around: Around | undefined,
): Search {
  const where = all([...always, ...chosen]);
  const isRare = chosen.some(isCondition) ? undefined : false;
  return {
    from,
    id,
    where: around ? all([where, isWithin(around)]) : where,
    near: around && { from, alias, id, around, where, isRare },
  };
}

/** The organizations that a filter lets through. */
export async function organizationSearch(
  db: Db,
  filter: OrganizationFilter,
  viewerId: string | undefined,
): Promise<Search> {
  const circle = await circleOf(db, filter.near, viewerId);
  const around = circle && organizationsAround(circle);
  return searchFor(
    { from: sql`organizations as o`, alias: 'o', id: sql.ref('o.user_id') },
    {
      // Anybody may find an organization.
      always: [sql`o.name <> ''`],
      chosen: [
        await nameFits(db, filter.name, 'o.name_words'),
        chose('user_impact_areas', 'impact_area_id', filter.impactAreas, 'o.user_id'),
        chose('user_organization_types', 'organization_type_id', filter.organizationTypes, 'o.user_id'),
        filter.serviceAreas?.length && sql`o.service_areas && ${filter.serviceAreas}::text[]`,
        wordsBegin(filter.address, 'o.address_words'),
        wordsBegin(filter.keyword, 'o.text_words'),
        filter.keywords?.length && sql`o.folded_keywords && folded_texts(${filter.keywords}::text[])`,
      ],
    },
    around,
  );
}

/** The individuals that a filter lets through and that the viewer may find. */
export async function individualSearch(
  db: Db,
  filter: IndividualFilter,
  viewerId: string | undefined,
): Promise<Search> {
  const circle = await circleOf(db, filter.near, viewerId);
  const around = circle && individualsAround(circle);
  return searchFor(
    { from: sql`individuals as i`, alias: 'i', id: sql.ref('i.user_id') },
    {
      always: [sql`i.first_name <> ''`, mayFindIndividual('i', viewerId)],
      chosen: [
        await nameFits(db, filter.name, 'i.name_words'),
        chose('user_impact_areas', 'impact_area_id', filter.impactAreas, 'i.user_id'),
        chose('user_skills', 'skill_id', filter.skills, 'i.user_id'),
        wordsBegin(filter.address, 'i.address_words'),
        filter.onlyFollowers &&
          sql`exists (
          select from follows where follows.following_id = ${viewerId} and follows.follower_id = i.user_id
        )`,
        filter.onlyInteractedWithPosts &&
          sql`exists (
          select from posts join post_interests as said on said.post_id = posts.id
          where posts.creator_id = ${viewerId} and said.user_id = i.user_id
            and coalesce(said.liked_at, said.interested_at, said.going_at) is not null
        )`,
        filter.onlyInteractedWithPosts && maySeeActivity('i.user_id', viewerId),
        filter.onlyLookingForVolunteering && sql`i.looking_for_volunteering_opportunity`,
        filter.onlyLookingForProject && sql`i.looking_for_project`,
        filter.onlyLookingForMembership && sql`i.looking_for_membership`,
      ],
    },
    around,
  );
}

type Condition = Expression<unknown> | false | 0 | undefined;

const isCondition = (condition: Condition) => typeof condition === 'object';

/** All of the conditions that there are. */
const all = (conditions: Condition[]) =>
  sql<SqlBool>`(${sql.join(conditions.filter(isCondition), sql` and `)})`;

async function nameFits(db: Db, name: string | undefined, column: string): Promise<Condition> {
  const words = wordsOf(name ?? '');
  // What has no word in it searches for nothing in particular.
  if (words.length === 0) return undefined;
  return hasWords(await findMeantWords(db, words), fits.meant, sql.ref(column));
}

function wordsBegin(entered: string | undefined, column: string): Condition {
  const words = wordsOf(entered ?? '');
  return words.length > 0 && beginWith(words, sql.ref(column));
}

/** Whether the user chose one of these ids from a list; where none are named, that is no condition. */
const chose = (table: string, column: string, ids: readonly string[] | undefined, user: string): Condition =>
  ids?.length &&
  sql`exists (
    select from ${sql.table(table)} as choice
    where choice.user_id = ${sql.ref(user)} and ${isOneOf(sql`choice.${sql.ref(column)}`, ids)}
  )`;

/** Those of one choice come from its index in the order of the pages; those of several have to be sorted. */
const isOneOf = (column: Expression<unknown>, [first, ...others]: readonly string[]) =>
  others.length === 0 ? sql`${column} = ${first}` : sql`${column} = any(${[first, ...others]}::text[])`;

/** The pages of a search. A cursor is the id of the first user of a page. */
export const walkSearch = (db: Db, search: Search): Walk => ({
  step: async (from, direction, limit) => {
    const ids = await findIds(db, search, { from, direction, limit });
    return ids.map((id) => ({ id, cursor: id }));
  },
  count: (most) => countUpTo(db, search, most),
});

/** Ids from a place on, that one included; or back from it, without it. Newest first, or back, newest last. */
async function findIds(
  db: Db,
  { from, id, where }: Search,
  { from: start, direction, limit }: { from: string | undefined; direction: 'on' | 'back'; limit: number },
): Promise<string[]> {
  const place =
    start === undefined
      ? sql`true`
      : direction === 'on'
        ? sql`${id} <= ${start}::uuid`
        : sql`${id} > ${start}::uuid`;
  const order = direction === 'on' ? sql`desc` : sql`asc`;
  const { rows } = await sql<{ id: string }>`
    select ${id} as id from ${from} where ${where} and ${place} order by ${id} ${order} limit ${limit}`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

async function countUpTo(db: Db, { from, id, where }: Search, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from (select from ${from} where ${where} order by ${id} desc limit ${most}) as counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * What a search finds that has a place, the nearest or else the newest accounts first; one more than a map shows, where
 * there is one.
 */
export async function findPoints(db: Db, search: Search) {
  const { near, where } = search;
  const nearest = near && (await findNearest(db, near, mostPoints + 1));
  const ids = nearest?.map(({ id }) => id);
  const { rows } = await sql<{
    _id: string;
    name: string;
    profilePicture: string | null;
    latitude: number;
    longitude: number;
    city: string | null;
  }>`
    select o.user_id as "_id", o.name, o.profile_picture as "profilePicture",
      (o.address->>'latitude')::float8 as latitude, (o.address->>'longitude')::float8 as longitude,
      o.address->>'city' as city
    from organizations as o
    where ${ids ? sql`o.user_id = any(${ids}::uuid[])` : where} and o.address ? 'latitude' and o.address ? 'longitude'
    order by ${ids ? sql`array_position(${ids}::uuid[], o.user_id)` : sql`o.user_id desc`}
    limit ${mostPoints + 1}`.execute(db);
  return rows;
}

/** What search results hold beside names: where, what for, and for what causes. */
export function findDetails(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('users as u')
    .leftJoin('organizations as o', 'o.user_id', 'u.id')
    .leftJoin('individuals as i', 'i.user_id', 'u.id')
    .select((eb) => [
      'u.id',
      'o.mission',
      eb.fn
        .coalesce('o.address', 'i.address')
        .$castTo<{ city?: string; state?: string; country?: string }>()
        .as('address'),
      sql<{ _id: string; name: string }[]>`coalesce((
        select jsonb_agg(jsonb_build_object('_id', a.id, 'name', a.name) order by a.name)
        from user_impact_areas as ua join impact_areas as a on a.id = ua.impact_area_id
        where ua.user_id = u.id), '[]')`.as('impactAreas'),
    ])
    .where('u.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}
