import { type Kysely, sql } from 'kysely';

/** The list of places behind address search. It is filled by the set-up, and replaced as a whole. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create table places (
    id text primary key,
    kind text not null check (kind in ('zip-code', 'city')),
    name text not null,
    code text,
    state text,
    country text not null,
    latitude double precision not null check (latitude between -90 and 90),
    longitude double precision not null check (longitude between -180 and 180),
    population integer not null default 0,
    words tsvector not null
  )`,
  // Places by the beginnings of their words.
  sql`create index places_by_words on places using gin (words) with (fastupdate = off)`,
  sql`create table place_list (version text primary key)`,
];
