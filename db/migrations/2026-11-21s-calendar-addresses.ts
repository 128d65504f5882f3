import { type Kysely, sql } from 'kysely';

/** Addresses under which other programs read calendars, and what no longer takes place, which they are to be told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  // One a person, so that making another ends the one before. The unique index on the hash is what a reader looks up.
  sql`create table calendar_addresses (
    user_id uuid primary key references users on delete cascade,
    token_hash text not null unique,
    created_at timestamptz(3) not null
  )`,
  // What is left of a post that others have in their calendars: it outlives the post, and its organization.
  sql`create table calendar_cancellations (
    post_id uuid primary key,
    creator_id uuid not null,
    title text not null,
    start_at timestamptz(3) not null,
    end_at timestamptz(3) not null,
    created_at timestamptz(3) not null,
    cancelled_at timestamptz(3) not null
  )`,
  // Of the organizations that somebody follows.
  sql`create index calendar_cancellations_by_creator on calendar_cancellations (creator_id, end_at)`,
  // What is over is told nobody any longer.
  sql`create index calendar_cancellations_by_end on calendar_cancellations (end_at)`,
  // Who had added it or went there: the rows that said so went with it.
  sql`create table calendar_cancellation_people (
    user_id uuid not null references users on delete cascade,
    post_id uuid not null references calendar_cancellations on delete cascade,
    primary key (user_id, post_id)
  )`,
  sql`create index calendar_cancellation_people_by_post on calendar_cancellation_people (post_id)`,
  // However a published post with a date ceases to be one, it is noted; published again, it takes place after all.
  sql`create function note_calendar_cancellation() returns trigger language plpgsql as $$
  declare
    stood boolean := old.is_active and old.start_at is not null;
    stands boolean := tg_op = 'UPDATE' and new.is_active and new.start_at is not null;
  begin
    if stood and not stands then
      delete from calendar_cancellations where end_at < now() - interval '31 days';
      insert into calendar_cancellations values (
        old.id, old.creator_id, old.title, old.start_at, coalesce(old.end_at, old.start_at + interval '1 hour'),
        old.created_at, greatest(now(), old.updated_at + interval '1 second')
      ) on conflict do nothing;
      insert into calendar_cancellation_people
        select user_id, post_id from scheduler_entries where post_id = old.id
        union
        select user_id, post_id from post_interests where post_id = old.id and going_at is not null
        on conflict do nothing;
    elsif stands and not stood then
      delete from calendar_cancellations where post_id = old.id;
    end if;
    if tg_op = 'DELETE' then
      return old;
    end if;
    return new;
  end $$`,
  sql`create trigger calendar_cancellation before delete or update of is_active, start_at on posts
    for each row execute function note_calendar_cancellation()`,
];
