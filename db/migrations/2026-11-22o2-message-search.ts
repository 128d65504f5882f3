import { type Kysely, sql } from 'kysely';

/** Search in messages by their words. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  // The words of names, with what they cost: then the planner does not compute them for thousands of messages where it
  // could look them up. A function with settings of its own is not replaced by its body, which would hide the cost.
  sql`create function message_words(message text) returns tsvector
    language sql immutable strict parallel safe cost 1000 set search_path = pg_catalog
    return name_words(message)`,
  sql`create index messages_by_words on messages using gin (message_words(text))`,
  // How common words are.
  sql`analyze messages`,
];
