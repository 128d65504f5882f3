import { type Kysely, sql } from 'kysely';

/** Stores until when a post takes place, so that calendars, their files and what is cancelled have one rule for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  // A post without an end takes an hour. In UTC, because a generated column may not depend on the session's time zone.
  sql`alter table posts add column takes_place_until timestamptz(3) generated always as (
    coalesce(end_at, (start_at at time zone 'UTC' + interval '1 hour') at time zone 'UTC')
  ) stored`,
  // A calendar's range of an organization's posts: what ends after it begins and begins before it ends.
  sql`drop index posts_calendar`,
  sql`create index posts_calendar on posts (creator_id, takes_place_until, start_at)
    where is_active and start_at is not null`,
  sql`create or replace function note_calendar_cancellation() returns trigger language plpgsql as $$
  declare
    stood boolean := old.is_active and old.start_at is not null;
    stands boolean := tg_op = 'UPDATE' and new.is_active and new.start_at is not null;
  begin
    if stood and not stands then
      delete from calendar_cancellations where end_at < now() - interval '31 days';
      insert into calendar_cancellations values (
        old.id, old.creator_id, old.title, old.start_at, old.takes_place_until,
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
  // Plans go by how common values are, and of new columns nothing is known yet.
  sql`analyze posts`,
];
