import { type Kysely, sql } from 'kysely';

/** The areas that organizations can serve, and the files that show them. The list is filled by the set-up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create extension if not exists pg_trgm`,

  // A text without case and accents, and with the letters that no accent explains as they are typed without them.
  sql`create function folded(entered text) returns text language sql immutable strict parallel safe
    return translate(lower(regexp_replace(normalize(entered, nfkd), '[\\u0300-\\u036f]', '', 'g')),
      'øłđðıþæœ’', 'olddipao''')`,

  sql`create table map_areas (
    id text primary key,
    type text not null check (type in ('neighborhood', 'zip-code', 'city', 'county', 'state', 'country')),
    name text not null unique,
    folded_name text not null generated always as (folded(name)) stored,
    latitude double precision not null check (latitude between -90 and 90),
    longitude double precision not null check (longitude between -180 and 180),
    radius integer check (radius > 0),
    outline jsonb,
    population integer not null default 0,
    check ((radius is null) <> (outline is null))
  )`,
  // Areas by their names, with typing errors.
  sql`create index map_areas_by_folded_name on map_areas using gin (folded_name gin_trgm_ops) with (fastupdate = off)`,
  sql`create table map_area_list (version text primary key)`,

  sql`create table area_files (
    user_id uuid not null references users on delete cascade,
    type text not null check (type in ('neighborhood', 'zip-code', 'city', 'county', 'state', 'country')),
    requested integer not null check (requested > 0),
    made integer not null default 0 check (made between 0 and requested),
    path text,
    made_at timestamptz(3),
    primary key (user_id, type)
  )`,
];
