import { type Kysely, sql } from 'kysely';

/** Who is friends with whom, from either side; and people and organizations by the words of their names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  // Each half is answered by an index of its own: friendships_by_sender, friendships_by_receiver.
  sql`create view friends as
    select sender_id as user_id, receiver_id as friend_id from friendships where status = 'accepted'
    union all
    select receiver_id as user_id, sender_id as friend_id from friendships where status = 'accepted'`,

  // A name's words without accents and case: "O'Brien-Núñez" has the words obrien and nunez. Signs that the parser
  // would take for a file path, an address or a compound part words; apostrophes disappear.
  sql`create function name_words(name text) returns tsvector language sql immutable strict parallel safe
    return to_tsvector('pg_catalog.simple', lower(regexp_replace(
      normalize(translate(name, '/.-@_&''’', '      '), nfkd), '[\\u0300-\\u036f]', '', 'g')))`,
  sql`alter table individuals add column name_words tsvector not null
    generated always as (name_words(first_name || ' ' || last_name)) stored`,
  sql`alter table organizations add column name_words tsvector not null
    generated always as (name_words(name)) stored`,
  // Searching names by the beginnings of their words.
  sql`create index individuals_by_name on individuals using gin (name_words)`,
  sql`create index organizations_by_name on organizations using gin (name_words)`,
];
