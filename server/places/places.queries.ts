import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { beginWith } from '../name-words.ts';

/** Places with a word that begins with each of these: an exact code first, then the largest. */
export function findPlaces(db: Db, { words, limit }: { words: readonly string[]; limit: number }) {
  const codes = words.map((word) => word.toUpperCase());
  return db
    .selectFrom('places')
    .select(['id', 'name', 'code', 'state', 'country', 'latitude', 'longitude'])
    .where(beginWith(words, sql.ref('words')))
    .orderBy((eb) => eb.fn.coalesce(eb('code', 'in', codes), sql.lit(false)), 'desc')
    .orderBy('population', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}
export type PlaceRow = Awaited<ReturnType<typeof findPlaces>>[number];
