import { type Expression, type SqlBool, sql, type Updateable } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import type { IndividualsTable, OrganizationsTable } from '#db/tables/profiles.ts';
import { mayFind, mayFindByEmail } from '../access.ts';

import { type Circle, type FoundNear, findNearest, organizationsAround } from '../near.ts';

/** The basic information of an individual or administrator. */
export function findIndividual(db: Db, userId: string) {
  return db
    .selectFrom('individuals')
    .select([
      'first_name',
      'last_name',
      'date_of_birth',
      'kids',
      'phone',
      'gender',
      'races',
      'profile_picture',
      'address',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}
export type IndividualRow = NonNullable<Awaited<ReturnType<typeof findIndividual>>>;

/** The basic information of an organization. */
export function findOrganization(db: Db, userId: string) {
  return db
    .selectFrom('organizations')
    .select([
      'name',
      'phone',
      'ein',
      'website',
      'contact_email',
      'mission',
      'description',
      'address',
      'profile_picture',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}
export type OrganizationRow = NonNullable<Awaited<ReturnType<typeof findOrganization>>>;

export async function updateIndividual(
  trx: Trx,
  userId: string,
  columns: Updateable<IndividualsTable>,
): Promise<void> {
  if (saysNothing(columns)) return;
  await trx.updateTable('individuals').set(columns).where('user_id', '=', userId).execute();
}

export async function updateOrganization(
  trx: Trx,
  userId: string,
  columns: Updateable<OrganizationsTable>,
): Promise<void> {
  if (saysNothing(columns)) return;
  await trx.updateTable('organizations').set(columns).where('user_id', '=', userId).execute();
}

/** SQL has no way to set nothing. */
const saysNothing = (columns: object) => Object.values(columns).every((value) => value === undefined);

/** Returns the user with exactly this mail address, in lower case, if the viewer may find them by it. */
export function findByEmail(db: Db, email: string, viewerId: string) {
  return db
    .selectFrom('users as u')
    .select(['u.id', 'u.user_type'])
    .where('u.email', '=', email)
    .where(mayFindByEmail('u.id', viewerId))
    .executeTakeFirst();
}

/** A page of everybody whom the viewer may find and who has a name: the newest accounts first. */
export async function findNamed(
  db: Db,
  { viewerId, limit, before }: { viewerId: string; limit: number; before: string | undefined },
): Promise<{ ids: string[]; cursor: string | null }> {
  const rows = await db
    .selectFrom('users as u')
    .leftJoin('individuals as i', 'i.user_id', 'u.id')
    .leftJoin('organizations as o', 'o.user_id', 'u.id')
    .select('u.id')
    .where((eb) => eb(eb.fn.coalesce('o.name', 'i.first_name'), '<>', ''))
    .where(mayFind('u.id', viewerId))
    .$if(before !== undefined, (query) => query.where('u.id', '<', before ?? ''))
    .orderBy('u.id', 'desc')
    .limit(limit + 1)
    .execute();
  const ids = rows.slice(0, limit).map(({ id }) => id);
  return { ids, cursor: rows.length > limit ? (ids.at(-1) ?? null) : null };
}

/** Out of how many organizations suggestions are chosen. */
const candidates = { recentlyActive: 300, followedByFriends: 100, followsOfAFriend: 30 };

/**
 * Organizations that a user does not follow yet and that have something to show. Those that share causes with the user and that friends follow come
 * first, then those that published last. They are chosen among the recently active ones and those that most friends
 * follow, so that the work does not grow with the number of organizations.
 */
export async function findSuggestedOrganizations(db: Db, userId: string, limit: number): Promise<string[]> {
  const rows = await db
    .with('by_friends', (cte) =>
      cte
        .selectFrom('friends')
        .innerJoinLateral(
          (eb) =>
            eb
              .selectFrom('follows')
              .select('following_id')
              .whereRef('follower_id', '=', 'friends.friend_id')
              .orderBy('created_at', 'desc')
              .limit(candidates.followsOfAFriend)
              .as('latest'),
          (join) => join.onTrue(),
        )
        .innerJoin('organizations', 'organizations.user_id', 'latest.following_id')
        .select((eb) => ['organizations.user_id', eb.fn.countAll<number>().as('friends')])
        .where('friends.user_id', '=', userId)
        .where(isNew(userId, sql.ref('organizations.user_id')))
        .groupBy('organizations.user_id')
        .orderBy('friends', 'desc')
        .orderBy('organizations.user_id')
        .limit(candidates.followedByFriends),
    )
    .with('recent', (cte) =>
      cte
        .selectFrom('organizations')
        .select('user_id')
        .where(isNew(userId, sql.ref('organizations.user_id')))
        .orderBy('last_published_at', (order) => order.desc().nullsLast())
        .orderBy('user_id', 'desc')
        .limit(candidates.recentlyActive),
    )
    .with('candidate', (cte) =>
      cte
        .selectFrom('recent')
        .select('user_id')
        .union((eb) => eb.selectFrom('by_friends').select('user_id')),
    )
    .with('scored', (cte) =>
      cte
        .selectFrom('candidate as c')
        .innerJoin('organizations as o', 'o.user_id', 'c.user_id')
        .leftJoin('by_friends as b', 'b.user_id', 'c.user_id')
        .select((eb) => [
          'o.user_id',
          'o.last_published_at',
          eb.fn.coalesce('b.friends', sql<number>`0`).as('friends'),
          eb
            .selectFrom('user_impact_areas as theirs')
            .innerJoin('user_impact_areas as own', 'own.impact_area_id', 'theirs.impact_area_id')
            .select((counted) => counted.fn.countAll<number>().as('count'))
            .whereRef('theirs.user_id', '=', 'o.user_id')
            .where('own.user_id', '=', userId)
            .$asScalar()
            .$notNull()
            .as('causes'),
        ])
        .where('o.name', '<>', '')
        .where(hasSomethingToShow),
    )
    .selectFrom('scored')
    .select('user_id')
    .where(mayFind('scored.user_id', userId))
    .orderBy((eb) => eb('causes', '+', eb.ref('friends')), 'desc')
    .orderBy('last_published_at', (order) => order.desc().nullsLast())
    .orderBy('user_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.user_id);
}

/** Whether an organization has published anything, or says what it is there for. */
const hasSomethingToShow = sql<SqlBool>`(
  o.last_published_at is not null or coalesce(o.mission, '') <> '' or coalesce(o.description, '') <> ''
)`;

/** The nearest organizations that a user does not follow yet. */
export async function findOrganizationsNear(
  db: Db,
  { userId, circle, limit }: { userId: string; circle: Circle; limit: number },
): Promise<FoundNear[]> {
  const around = organizationsAround(circle);
  const id = sql.ref<string>('o.user_id');
  const where = sql<SqlBool>`o.name <> '' and ${hasSomethingToShow} and ${isNew(userId, id)}`;
  const rows = await findNearest(
    db,
    { from: sql`organizations as o`, alias: 'o', id, around, where, isRare: false },
    limit,
  );
  return rows.map((row) => ({ id: row.id, kilometers: around.tell(row.kilometers) }));
}

/** Neither the user nor followed by the user. */
const isNew = (userId: string, organization: Expression<unknown>) =>
  sql<SqlBool>`${organization} <> ${userId} and not exists (
    select from follows as own where own.follower_id = ${userId} and own.following_id = ${organization}
  )`;
