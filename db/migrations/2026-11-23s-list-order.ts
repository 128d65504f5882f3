import { type Kysely, sql } from 'kysely';

/** What the people of a list are sorted by, kept beside them and up to date, and how many they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const orders = [
  'sort_name',
  'interactions',
  'last_liked',
  'last_interested',
  'last_going',
  'follows',
  'endorses',
  'invited',
];

/** Whether anybody in `changed` is on a list: most writes are over with this. */
const isListed = (person: string) => sql`exists (
  select from changed join cultivation_users as listed on listed.user_id = changed.${sql.ref(person)}
)`;
const isLookedAt = (topic: string) => sql`exists (
  select from cultivations where rules is not null and topics @> array[${sql.lit(topic)}]
)`;

/**
 * Notes rows that were changed, as before for organizations with rules that look at them, and now also for those that
 * have the person on a list. So many at once that looking at each costs more than looking at everybody are noted as
 * one change for all.
 */
const note = (table: string, topic: string, person: string, rows: ReturnType<typeof sql>) => sql`
  create or replace function ${sql.ref(`note_${table}`)}() returns trigger language plpgsql as $$
    begin
      if ${isLookedAt(topic)} or ${isListed(person)} then
        insert into cultivation_changes (organization_id, user_id, topics)
          select distinct organization, case when among <= 500 then person end, array[${sql.lit(topic)}]
          from (
            select organization, person, count(*) over (partition by organization) as among from (${rows}) as rows
          ) as counted
          where exists (
            select from cultivations as c
            where c.creator_id = organization and c.rules is not null and ${sql.lit(topic)} = any(c.topics)
          ) or exists (
            select from cultivation_users as listed join cultivations as c on c.id = listed.cultivation_id
            where listed.user_id = person and c.creator_id = organization
          );
      end if;
      return null;
    end
  $$`;

const counters = (sign: '+' | '-', rows: 'after' | 'before') => sql`
  select cultivation_id, ${sql.raw(sign)}count(*) as people,
    ${sql.raw(sign)}count(*) filter (where invited) as invited,
    ${sql.raw(sign)}count(*) filter (where followed_invitation) as followed
  from ${sql.table(rows)} group by 1`;

/** Adds differences to the counters that are there, lists in the order of their ids. */
const addDifferences = (differences: ReturnType<typeof sql>) => sql`
  update cultivation_counters c
    set people = c.people + d.people, invited = c.invited + d.invited, followed = c.followed + d.followed
    from (
      select k.cultivation_id, g.people, g.invited, g.followed
      from (${differences}) g join cultivation_counters k on k.cultivation_id = g.cultivation_id
      where g.people <> 0 or g.invited <> 0 or g.followed <> 0
      order by k.cultivation_id for no key update of k
    ) d
    where c.cultivation_id = d.cultivation_id`;

const statements = [
  sql`alter table cultivation_users
    add column sort_name text not null default '',
    add column interactions integer not null default 0,
    add column last_liked timestamptz(3) not null default 'epoch',
    add column last_interested timestamptz(3) not null default 'epoch',
    add column last_going timestamptz(3) not null default 'epoch',
    add column follows boolean not null default false,
    add column endorses boolean not null default false,
    add column invited boolean not null default false,
    add column followed_invitation boolean not null default false`,
  sql`update cultivation_users as listed
    set sort_name = lower(coalesce(o.name, i.first_name || ' ' || i.last_name))
    from users as u
    left join individuals as i on i.user_id = u.id
    left join organizations as o on o.user_id = u.id
    where u.id = listed.user_id and (i.user_id is not null or o.user_id is not null)`,
  // A list in each order.
  ...orders.map(
    (order) => sql`create index ${sql.ref(`cultivation_users_by_${order.replace('sort_', '')}`)}
      on cultivation_users (cultivation_id, ${sql.ref(order)}, user_id)`,
  ),

  // Beside the lists, so that counting locks no list.
  sql`create table cultivation_counters (
    cultivation_id uuid primary key references cultivations on delete cascade,
    people integer not null default 0,
    invited integer not null default 0,
    followed integer not null default 0
  ) with (fillfactor = 70)`,
  sql`insert into cultivation_counters (cultivation_id, people)
    select cultivation_id, count(*) from cultivation_users group by 1`,
  sql`create function count_new_cultivation_users() returns trigger language plpgsql as $$
    begin
      insert into cultivation_counters as c (cultivation_id, people, invited, followed)
        select * from (${counters('+', 'after')}) as added order by 1
        on conflict (cultivation_id) do update
          set people = c.people + excluded.people, invited = c.invited + excluded.invited,
            followed = c.followed + excluded.followed;
      return null;
    end
  $$`,
  sql`create trigger count_new after insert on cultivation_users referencing new table as after
    for each statement execute function count_new_cultivation_users()`,
  sql`create function count_gone_cultivation_users() returns trigger language plpgsql as $$
    begin
      ${addDifferences(counters('-', 'before'))};
      return null;
    end
  $$`,
  sql`create trigger count_gone after delete on cultivation_users referencing old table as before
    for each statement execute function count_gone_cultivation_users()`,
  sql`create function count_changed_cultivation_users() returns trigger language plpgsql as $$
    begin
      ${addDifferences(sql`
        select cultivation_id, sum(people) as people, sum(invited) as invited, sum(followed) as followed
        from (${counters('+', 'after')} union all ${counters('-', 'before')}) as counted group by 1`)};
      return null;
    end
  $$`,
  sql`create trigger count_changed after update on cultivation_users
    referencing old table as before new table as after
    for each statement execute function count_changed_cultivation_users()`,

  // What is known of somebody's name changes at once, and so does what they hide: a place in an order may not tell it.
  sql`create function rename_listed() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'organizations' then
        update cultivation_users set sort_name = lower(new.name) where user_id = new.user_id;
      else
        update cultivation_users set sort_name = lower(new.first_name || ' ' || new.last_name)
          where user_id = new.user_id;
      end if;
      return null;
    end
  $$`,
  sql`create trigger rename_listed after update of first_name, last_name on individuals for each row
    when (new.first_name <> old.first_name or new.last_name <> old.last_name) execute function rename_listed()`,
  sql`create trigger rename_listed after update of name on organizations for each row
    when (new.name <> old.name) execute function rename_listed()`,
  sql`create function hide_listed() returns trigger language plpgsql as $$
    begin
      update cultivation_users
        set interactions = 0, last_liked = 'epoch', last_interested = 'epoch', last_going = 'epoch'
        where user_id = new.user_id and interactions > 0;
      insert into cultivation_changes (organization_id, user_id, topics)
        select distinct c.creator_id, new.user_id, array['order']
        from cultivation_users as listed join cultivations as c on c.id = listed.cultivation_id
        where listed.user_id = new.user_id;
      return null;
    end
  $$`,
  sql`create trigger hide_listed after update of show_activity on individuals for each row
    when (new.show_activity <> old.show_activity) execute function hide_listed()`,

  note(
    'post_interests',
    'reactions',
    'user_id',
    sql`select p.creator_id as organization, changed.user_id as person
      from changed join posts as p on p.id = changed.post_id`,
  ),
  note(
    'follows',
    'follows',
    'follower_id',
    sql`select following_id as organization, follower_id as person from changed`,
  ),
  note(
    'endorsements',
    'endorsements',
    'endorser_id',
    sql`select endorsee_id as organization, endorser_id as person from changed`,
  ),
  note(
    'follow_invitations',
    'invitations',
    'invitee_id',
    sql`select organization_id as organization, invitee_id as person from changed`,
  ),
  // A post takes its reactions with it, and they do not know any more whose they were.
  sql`create or replace function note_posts() returns trigger language plpgsql as $$
    begin
      insert into cultivation_changes (organization_id, topics)
        select distinct changed.creator_id, array['reactions'] from changed
        where exists (select from cultivations as c where c.creator_id = changed.creator_id);
      return null;
    end
  $$`,

  // What people did so far is read after the update, as if it happened now.
  sql`insert into cultivation_changes (organization_id, topics)
    select distinct creator_id, array['order'] from cultivations`,
];
