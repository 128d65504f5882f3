import { sql } from 'kysely';
import type { Db } from '../database.ts';
import type { PlacesTable } from '../tables/places.ts';
import { withoutIndex } from './without-index.ts';

/** A place to load, with the text by whose words it is found. */
export interface PlaceEntry extends Omit<PlacesTable, 'words'> {
  foundBy: string;
}

export interface PlaceList {
  /** Another version replaces what is there. */
  version: string;
  read(): PlaceEntry[];
}

/**
 * Makes the place list the given one. Does nothing where it is there already; of two calls at once, one loads.
 */
export async function loadPlaces(db: Db, list: PlaceList): Promise<void> {
  if (await isLoaded(db, list.version)) return;
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('load places'))`.execute(trx);
    if (await isLoaded(trx, list.version)) return;
    await trx.deleteFrom('places').execute();
    await trx.deleteFrom('place_list').execute();
    const entries = list.read();
    await withoutIndex(trx, 'places_by_words', async () => {
      for (let start = 0; start < entries.length; start += entriesPerStatement)
        await insert(trx, entries.slice(start, start + entriesPerStatement));
    });
    await trx.insertInto('place_list').values({ version: list.version }).execute();
  });
}

/** Enough that statements cost nothing, and few enough for the memory of a browser. */
const entriesPerStatement = 5000;

const isLoaded = async (db: Db, version: string) =>
  (await db.selectFrom('place_list').select('version').executeTakeFirst())?.version === version;

/** One parameter, whatever the number of rows. As an array a column, every value would be escaped by the driver. */
async function insert(db: Db, entries: readonly PlaceEntry[]): Promise<void> {
  await sql`
    insert into places (id, kind, name, code, state, country, latitude, longitude, population, words)
    select id, kind, name, code, state, country, latitude, longitude, population, name_words("foundBy")
    from json_to_recordset(${JSON.stringify(entries)}::json) as entry(
      id text, kind text, name text, code text, state text, country text, latitude float8, longitude float8,
      population integer, "foundBy" text
    )`.execute(db);
}
