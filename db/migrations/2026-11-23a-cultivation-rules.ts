import { type Kysely, sql } from 'kysely';

/** Lists of people that are made by rules, what happened that may change who is on them, and who left them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

/**
 * Notes the rows that a trigger's statement changed, as `organization` and `person` in `rows`, where the organization
 * has rules that look at them. So many at once that looking at each costs more than looking at everybody are noted as
 * one change for all.
 */
const note = (topic: string, rows: ReturnType<typeof sql>) => sql`
  insert into cultivation_changes (organization_id, user_id, topics)
    select distinct organization, case when among <= 500 then person end, array[${sql.lit(topic)}]
    from (
      select organization, person, count(*) over (partition by organization) as among from (${rows}) as rows
    ) as counted
    where exists (
      select from cultivations as c
      where c.creator_id = organization and c.rules is not null and ${sql.lit(topic)} = any(c.topics)
    )`;

/** Whether rules of anybody look at it: most writes are over with this. */
const isLookedAt = (topic: string) => sql`exists (
  select from cultivations where rules is not null and topics @> array[${sql.lit(topic)}]
)`;

type Event = 'insert' | 'update' | 'delete';

/** Notes the rows of a table that are inserted, updated or deleted. */
const noteRows = (
  table: string,
  events: readonly Event[],
  topic: string,
  rows: ReturnType<typeof sql> = sql`select * from changed`,
) => [
  sql`create function ${sql.ref(`note_${table}`)}() returns trigger language plpgsql as $$
    begin
      if ${isLookedAt(topic)} then
        ${note(topic, rows)};
      end if;
      return null;
    end
  $$`,
  ...events.map(
    (event) => sql`create trigger ${sql.ref(`note_${event}`)} after ${sql.raw(event)} on ${sql.table(table)}
      referencing ${sql.raw(event === 'delete' ? 'old' : 'new')} table as changed
      for each statement execute function ${sql.ref(`note_${table}`)}()`,
  ),
];

/** The same for what belongs to a person and to no organization: it may change the lists of all. */
const noteOwn = (table: string, topic: string) => [
  sql`create function ${sql.ref(`note_${table}`)}() returns trigger language plpgsql as $$
    begin
      insert into cultivation_changes (user_id, topics)
        select distinct changed.user_id, array[${sql.lit(topic)}]
        from changed join individuals as i on i.user_id = changed.user_id
        where exists (select from cultivations where rules is not null and topics @> array[${sql.lit(topic)}]);
      return null;
    end
  $$`,
  ...(['insert', 'delete'] as const).map(
    (event) => sql`create trigger ${sql.ref(`note_${event}`)} after ${sql.raw(event)} on ${sql.table(table)}
      referencing ${sql.raw(event === 'delete' ? 'old' : 'new')} table as changed
      for each statement execute function ${sql.ref(`note_${table}`)}()`,
  ),
];

const statements = [
  sql`alter table cultivations
    add column rules jsonb,
    add column topics text[] not null default '{}',
    add column filled_at timestamptz(3),
    add column refresh_at timestamptz(3),
    add check ((rules is null) = (refresh_at is null))`,
  // The lists of an organization that something may change.
  sql`create index cultivations_with_rules on cultivations (creator_id, id) where rules is not null`,
  // Those of all organizations, by what changed.
  sql`create index cultivations_by_topic on cultivations using gin (topics) where rules is not null`,
  // Those whose time has come.
  sql`create index cultivations_to_refresh on cultivations (refresh_at, id) where rules is not null`,

  sql`create table cultivation_departures (
    cultivation_id uuid not null references cultivations on delete cascade,
    user_id uuid not null references users on delete cascade,
    joined_at timestamptz(3) not null,
    left_at timestamptz(3) not null,
    primary key (cultivation_id, user_id)
  )`,
  // Who left last, and who left so long ago that it is forgotten.
  sql`create index cultivation_departures_newest on cultivation_departures
    (cultivation_id, left_at desc, user_id desc)`,
  // Who hides or is deleted is forgotten.
  sql`create index cultivation_departures_by_user on cultivation_departures (user_id)`,

  // Without references: rows that go with an account leave changes of somebody who is gone.
  sql`create table cultivation_changes (
    id uuid primary key default gen_random_uuid(),
    organization_id uuid,
    user_id uuid,
    topics text[] not null,
    after uuid,
    noted_at timestamptz not null default clock_timestamp(),
    check (organization_id is not null or user_id is not null)
  )`,
  // The oldest, and what is done along with it.
  sql`create index cultivation_changes_oldest on cultivation_changes (noted_at, id)`,
  sql`create index cultivation_changes_of_organization on cultivation_changes (organization_id, noted_at, id)
    where organization_id is not null`,
  sql`create index cultivation_changes_of_user on cultivation_changes (user_id, noted_at, id)
    where organization_id is null`,

  // Where a person lives, to a tenth of a degree: others see the city, and rules may not tell more.
  sql`create function coarse_place(address jsonb) returns point language sql immutable strict parallel safe
    return point(
      round((address->>'longitude')::numeric, 1)::double precision,
      round((address->>'latitude')::numeric, 1)::double precision)`,
  sql`create index individuals_by_place on individuals using gist (coarse_place(address))`,

  ...noteRows(
    'post_interests',
    ['insert', 'update'],
    'reactions',
    sql`select p.creator_id as organization, changed.user_id as person
      from changed join posts as p on p.id = changed.post_id`,
  ),
  // A post takes its reactions with it, and they do not know any more whose they were.
  sql`create function note_posts() returns trigger language plpgsql as $$
    begin
      if ${isLookedAt('reactions')} then
        insert into cultivation_changes (organization_id, topics)
          select distinct changed.creator_id, array['reactions'] from changed
          where exists (
            select from cultivations as c
            where c.creator_id = changed.creator_id and c.rules is not null and 'reactions' = any(c.topics)
          );
      end if;
      return null;
    end
  $$`,
  sql`create trigger note_delete after delete on posts referencing old table as changed
    for each statement execute function note_posts()`,
  ...noteRows(
    'follows',
    ['insert', 'delete'],
    'follows',
    sql`select following_id as organization, follower_id as person from changed`,
  ),
  ...noteRows(
    'endorsements',
    ['insert', 'delete'],
    'endorsements',
    sql`select endorsee_id as organization, endorser_id as person from changed`,
  ),
  ...noteRows(
    'memberships',
    ['insert', 'update', 'delete'],
    'memberships',
    sql`select organization_id as organization, individual_id as person from changed`,
  ),
  ...noteRows(
    'follow_invitations',
    ['insert', 'delete'],
    'invitations',
    sql`select organization_id as organization, invitee_id as person from changed`,
  ),
  ...noteRows(
    'blocks',
    ['insert', 'delete'],
    'blocks',
    sql`select user_id as organization, blocked_user_id as person from changed
      union all select blocked_user_id, user_id from changed`,
  ),
  ...noteOwn('user_skills', 'skills'),
  ...noteOwn('user_impact_areas', 'causes'),

  sql`create function note_individual() returns trigger language plpgsql as $$
    begin
      insert into cultivation_changes (user_id, topics)
        select new.user_id, array[tg_argv[0]]
        where exists (select from cultivations where rules is not null and topics @> array[tg_argv[0]]);
      return null;
    end
  $$`,
  sql`create trigger note_new_place after insert on individuals for each row
    when (new.address ? 'latitude') execute function note_individual('place')`,
  sql`create trigger note_place after update of address on individuals for each row
    when (new.address is distinct from old.address) execute function note_individual('place')`,
  sql`create trigger note_privacy
    after update of first_name, is_user_searchable, show_on_search, show_activity on individuals for each row
    when (
      (new.first_name = '') <> (old.first_name = '') or new.is_user_searchable <> old.is_user_searchable
      or new.show_on_search <> old.show_on_search or new.show_activity <> old.show_activity
    ) execute function note_individual('privacy')`,
];
