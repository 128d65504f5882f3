import { type Expression, type SqlBool, sql } from 'kysely';
import { compileOnce, executeAlone } from '#db/batch.ts';
import type { Db } from '#db/database.ts';
import { hidden } from '#db/hidden.ts';
import type { KeysetCursor } from '#db/keyset.ts';
import { mayFindIndividual } from '../access.ts';

/** Returns what a preview shows of a published post. */
export async function findPublicPost(db: Db, id: string) {
  const statement = compileOnce('select public post', { id }, (hole) =>
    db
      .selectFrom('posts as p')
      .innerJoin('organizations as o', 'o.user_id', 'p.creator_id')
      .leftJoin('post_images as i', (join) =>
        join.onRef('i.post_id', '=', 'p.id').on('i.position', '=', sql.lit(0)),
      )
      .select([
        'p.id',
        'p.post_type',
        'p.title',
        'p.description',
        'p.start_at',
        'p.end_at',
        'p.time_zone',
        'p.full_address',
        'p.latitude',
        'p.longitude',
        'p.creator_id',
        'o.name as organization_name',
        'o.profile_picture',
        'i.path',
        'i.width',
        'i.height',
        'i.description as image_description',
      ])
      .where('p.id', '=', hidden(hole.id, 'uuid'))
      .where((eb) => eb('p.is_active', '=', eb.lit(true))),
  );
  const [row] = await executeAlone(db, statement);
  return row;
}
export type PublicPostRow = NonNullable<Awaited<ReturnType<typeof findPublicPost>>>;

/** Returns the same of an organization that has a name. */
export async function findPublicOrganization(db: Db, id: string) {
  const statement = compileOnce('select public organization', { id }, (hole) =>
    db
      .selectFrom('organizations as o')
      .select([
        'o.user_id',
        'o.name',
        'o.mission',
        'o.description',
        'o.website',
        'o.address',
        'o.profile_picture',
      ])
      .where('o.user_id', '=', hidden(hole.id, 'uuid'))
      .where('o.name', '<>', sql.lit('')),
  );
  const [row] = await executeAlone(db, statement);
  return row;
}
export type PublicOrganizationRow = NonNullable<Awaited<ReturnType<typeof findPublicOrganization>>>;

/** Returns the same of an individual who has a name and may be found by everybody. */
export async function findPublicIndividual(db: Db, id: string) {
  const statement = compileOnce('select public individual', { id }, (hole) =>
    db
      .selectFrom('individuals as i')
      .select(['i.user_id', 'i.first_name', 'i.last_name', 'i.profile_picture'])
      .where('i.user_id', '=', hidden(hole.id, 'uuid'))
      .where(sql<boolean>`(i.first_name <> '' or i.last_name <> '')`)
      .where(mayFindIndividual('i', undefined)),
  );
  const [row] = await executeAlone(db, statement);
  return row;
}
export type PublicIndividualRow = NonNullable<Awaited<ReturnType<typeof findPublicIndividual>>>;

/** The part of a list that a sitemap file holds. A bound that is undefined is open. */
export interface Range<Place> {
  /** The place before the first one. */
  after: Place | undefined;
  /** The last one. */
  until: Place | undefined;
}

/** The published posts of a range, the oldest first. */
export const findListedPosts = (db: Db, range: Range<KeysetCursor>, limit: number) =>
  listPosts(db, range).select(['id', 'post_type', 'updated_at']).limit(limit).execute();

/** The last of the first `count` published posts after a place; undefined where there are not as many. */
export const findPostPlace = (
  db: Db,
  after: KeysetCursor | undefined,
  count: number,
): Promise<KeysetCursor | undefined> =>
  listPosts(db, { after, until: undefined })
    .select(['published_at as at', 'id'])
    .$narrowType<{ at: Date }>()
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst();

/** The organizations of a range that have a name, those that signed up first at the beginning. */
export const findListedOrganizations = (db: Db, range: Range<string>, limit: number) =>
  listOrganizations(db, range).select(['user_id', 'last_published_at']).limit(limit).execute();

/** The last of the first `count` such organizations after a place; undefined where there are not as many. */
export async function findOrganizationPlace(
  db: Db,
  after: string | undefined,
  count: number,
): Promise<string | undefined> {
  const row = await listOrganizations(db, { after, until: undefined })
    .select('user_id')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.user_id;
}

/** One range of the index on published posts. */
const listPosts = (db: Db, { after, until }: Range<KeysetCursor>) =>
  db
    .selectFrom('posts')
    .where((eb) => eb('is_active', '=', eb.lit(true)))
    .$if(after !== undefined, (query) => query.where(comparePlace(sql`>`, after)))
    .$if(until !== undefined, (query) => query.where(comparePlace(sql`<=`, until)))
    .orderBy('published_at')
    .orderBy('id');

const comparePlace = (operator: Expression<unknown>, place: KeysetCursor | undefined) =>
  sql<SqlBool>`(published_at, id) ${operator} (${place?.at}::timestamptz, ${place?.id}::uuid)`;

/** One range of the primary key. */
const listOrganizations = (db: Db, { after, until }: Range<string>) =>
  db
    .selectFrom('organizations')
    .where('name', '<>', sql.lit(''))
    .$if(after !== undefined, (query) => query.where('user_id', '>', after ?? ''))
    .$if(until !== undefined, (query) => query.where('user_id', '<=', until ?? ''))
    .orderBy('user_id');
