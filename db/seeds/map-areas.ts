import { type Insertable, sql } from 'kysely';
import type { Db } from '../database.ts';
import type { MapAreasTable, Outline } from '../tables/map-areas.ts';
import { withoutIndex } from './without-index.ts';

/** An area to load. */
export interface MapAreaEntry extends Omit<Insertable<MapAreasTable>, 'outline'> {
  outline: Outline | null;
}

export interface MapAreaList {
  /** Another version replaces what is there. */
  version: string;
  /** Of areas with the same name, the first one is kept. */
  read(): Promise<MapAreaEntry[]>;
}

/** Makes the list of areas the given one. Does nothing where it is there already; of two calls at once, one loads. */
export async function loadMapAreas(db: Db, list: MapAreaList): Promise<void> {
  if (await isLoaded(db, list.version)) return;
  const entries = await list.read();
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('load map areas'))`.execute(trx);
    if (await isLoaded(trx, list.version)) return;
    await trx.deleteFrom('map_areas').execute();
    await trx.deleteFrom('map_area_list').execute();
    await withoutIndex(trx, 'map_areas_by_folded_name', async () => {
      for (let start = 0; start < entries.length; start += entriesPerStatement)
        await insert(trx, entries.slice(start, start + entriesPerStatement));
    });
    await trx.insertInto('map_area_list').values({ version: list.version }).execute();
  });
}

/** Enough that statements cost nothing, and few enough for the memory of a browser. */
const entriesPerStatement = 4000;

const isLoaded = async (db: Db, version: string) =>
  (await db.selectFrom('map_area_list').select('version').executeTakeFirst())?.version === version;

/** One parameter, whatever the number of rows. */
async function insert(db: Db, entries: readonly MapAreaEntry[]): Promise<void> {
  await sql`
    insert into map_areas (id, type, name, latitude, longitude, radius, outline, population)
    select id, type, name, latitude, longitude, radius, outline, population
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entry(
      id text, type text, name text, latitude float8, longitude float8, radius integer, outline jsonb, population integer
    )
    on conflict do nothing`.execute(db);
}
