import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import type { MapAreaType } from './map-areas.schema.ts';

interface AreaSearch {
  /** May be empty. */
  text: string;
  type: MapAreaType | undefined;
  /** The id of the last area of the page before. */
  after: string | undefined;
  limit: number;
}

/**
 * Returns a page of the areas whose name begins with a text, then of those with a word in it that is like the text; the
 * larger ones first. Without a text, the largest. Undefined where there is no such area as `after`.
 */
export async function findMapAreas(db: Db, { text, type, after, limit }: AreaSearch) {
  const folded = sql<string>`folded(${text})`;
  const { ref } = db.dynamic;
  // Smaller is earlier in all of them, so that places in the order compare as a row.
  const order = (row: string) => {
    const name = ref(`${row}.folded_name`);
    const fit = [
      sql`case when ${name} like ${likePattern(text)} then 0 else 1 end`,
      sql`-round(word_similarity(${folded}, ${name})::numeric, 1)`,
    ];
    return sql.join([...(text === '' ? [] : fit), sql`-${ref(`${row}.population`)}`, ref(`${row}.name`)]);
  };
  const last =
    after === undefined
      ? undefined
      : await db.selectFrom('map_areas').select('id').where('id', '=', after).executeTakeFirst();
  if (after !== undefined && !last) return undefined;
  const rows = await db
    .selectFrom('map_areas as a')
    .select([
      'a.id as _id',
      'a.type',
      'a.name',
      'a.latitude',
      'a.longitude',
      sql<boolean>`a.outline is null`.as('isApproximate'),
    ])
    .$if(type !== undefined, (query) => query.where('a.type', '=', type ?? 'country'))
    .$if(text !== '', (query) =>
      query.where(sql<boolean>`(a.folded_name like ${likePattern(text)} or ${folded} <% a.folded_name)`),
    )
    .$if(last !== undefined, (query) =>
      query.where(
        sql<boolean>`(${order('a')}) > (select ${order('b')} from map_areas as b where b.id = ${after})`,
      ),
    )
    .orderBy(order('a'))
    .limit(limit + 1)
    .execute();
  const items = rows.slice(0, limit);
  return { items, cursor: rows.length > limit ? (items.at(-1)?._id ?? null) : null };
}

/** What begins with a text; of the text, nothing is a pattern. */
const likePattern = (text: string) => sql<string>`folded(${text.replaceAll(/[\\%_]/g, '\\$&')}) || '%'`;

/** What an organization serves; undefined for who is none. */
export async function findServedAreas(db: Db, organizationId: string): Promise<string[] | undefined> {
  const row = await db
    .selectFrom('organizations')
    .select('service_areas')
    .where('user_id', '=', organizationId)
    .executeTakeFirst();
  return row?.service_areas;
}

/** The areas of a type that an organization serves and that are known, in the order of its own list. */
export function findShownAreas(db: Db, organizationId: string, type: MapAreaType) {
  return db
    .selectFrom('organizations as o')
    .innerJoin('map_areas as a', (join) => join.on(sql<boolean>`a.name = any(o.service_areas)`))
    .select(['a.name', 'a.latitude', 'a.longitude', 'a.radius', 'a.outline'])
    .where('o.user_id', '=', organizationId)
    .where('a.type', '=', type)
    .orderBy(sql`array_position(o.service_areas, a.name)`)
    .execute();
}
export type ShownArea = Awaited<ReturnType<typeof findShownAreas>>[number];

/** Of which types an organization serves areas, and of which it has a file. */
export async function findTypesOfFiles(db: Db, organizationId: string): Promise<MapAreaType[]> {
  const { rows } = await sql<{ type: MapAreaType }>`
    select unnest(service_area_types) as type from organizations where user_id = ${organizationId}
    union
    select type from area_files where user_id = ${organizationId}
    order by type`.execute(db);
  return rows.map(({ type }) => type);
}

/** The types of which an organization serves areas, where no file was ever requested. */
export async function findMissingAreaFiles(db: Db): Promise<{ organizationId: string; type: MapAreaType }[]> {
  const { rows } = await sql<{ organizationId: string; type: MapAreaType }>`
    select o.user_id as "organizationId", served.type
    from organizations as o cross join unnest(o.service_area_types) as served(type)
    where not exists (
      select from area_files where area_files.user_id = o.user_id and area_files.type = served.type
    )
    order by o.user_id, served.type`.execute(db);
  return rows;
}

/** Notes that a file is wanted as of now. */
export async function requestAreaFile(trx: Trx, organizationId: string, type: MapAreaType): Promise<void> {
  await trx
    .insertInto('area_files')
    .values({ user_id: organizationId, type, requested: 1, made: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'type'])
        .doUpdateSet((eb) => ({ requested: eb('area_files.requested', '+', 1) })),
    )
    .execute();
}

const selectAreaFiles = (db: Db, organizationId: string) =>
  db
    .selectFrom('area_files')
    .select(['type', 'requested', 'made', 'path', 'made_at'])
    .where('user_id', '=', organizationId);

export const findAreaFiles = (db: Db, organizationId: string) =>
  selectAreaFiles(db, organizationId).orderBy('type').execute();
export type AreaFileRow = Awaited<ReturnType<typeof findAreaFiles>>[number];

export const findAreaFile = (db: Db, organizationId: string, type: MapAreaType) =>
  selectAreaFiles(db, organizationId).where('type', '=', type).executeTakeFirst();

/** Notes a file that was made for a request; one that was made for a later request stays. */
export async function keepAreaFile(
  db: Db,
  organizationId: string,
  type: MapAreaType,
  file: { request: number; path: string; now: Date },
): Promise<void> {
  await db
    .updateTable('area_files')
    .set({ made: file.request, path: file.path, made_at: file.now })
    .where('user_id', '=', organizationId)
    .where('type', '=', type)
    .where('made', '<', file.request)
    .execute();
}
