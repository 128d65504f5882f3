import { type Kysely, sql } from 'kysely';

/** Counters that are kept up: how many follow, endorse and have viewed a user, and what happens to posts by month. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const counted = [
  { table: 'follows', owner: 'following_id', column: 'followers' },
  { table: 'endorsements', owner: 'endorsee_id', column: 'endorsers' },
  { table: 'organization_viewers', owner: 'organization_id', column: 'viewers' },
].map(({ table, owner, column }) => ({ table, owner: sql.ref(owner), column: sql.ref(column) }));

/**
 * Keeps a column of `user_counters` up with the rows of a table, also where rows go because an account goes. Users in
 * the order of their ids, so that statements that change several do not deadlock.
 */
const keepUp = ({ table, owner, column }: (typeof counted)[number]) => [
  sql`create function ${sql.ref(`count_new_${table}`)}() returns trigger language plpgsql as $$
    begin
      insert into user_counters as c (user_id, ${column})
        select ${owner}, count(*) from changed group by 1 order by 1
        on conflict (user_id) do update set ${column} = c.${column} + excluded.${column};
      return null;
    end
  $$`,
  sql`create trigger count_new after insert on ${sql.table(table)} referencing new table as changed
    for each statement execute function ${sql.ref(`count_new_${table}`)}()`,
  sql`create function ${sql.ref(`count_gone_${table}`)}() returns trigger language plpgsql as $$
    begin
      update user_counters c set ${column} = c.${column} - gone.count
        from (
          select k.user_id, g.count
          from (select ${owner} as user_id, count(*) as count from changed group by 1) g
          join user_counters k on k.user_id = g.user_id
          order by k.user_id for no key update of k
        ) gone
        where c.user_id = gone.user_id;
      return null;
    end
  $$`,
  sql`create trigger count_gone after delete on ${sql.table(table)} referencing old table as changed
    for each statement execute function ${sql.ref(`count_gone_${table}`)}()`,
];

const statistics = sql`
    period timestamptz(3) not null,
    views integer not null default 0,
    liked integer not null default 0,
    interested integer not null default 0,
    going integer not null default 0`;

const statements = [
  // Counters change often and never take part in an index, so that updates stay within their page.
  sql`create table user_counters (
    user_id uuid primary key references users on delete cascade,
    followers integer not null default 0,
    endorsers integer not null default 0,
    viewers integer not null default 0
  ) with (fillfactor = 70)`,
  ...counted.flatMap(keepUp),
  sql`insert into user_counters (user_id, followers, endorsers, viewers)
    select u.id, coalesce(f.count, 0), coalesce(e.count, 0), coalesce(v.count, 0)
    from users u
    left join (select following_id as id, count(*) from follows group by 1) f using (id)
    left join (select endorsee_id as id, count(*) from endorsements group by 1) e using (id)
    left join (select organization_id as id, count(*) from organization_viewers group by 1) v using (id)
    where coalesce(f.count, e.count, v.count) is not null`,

  // A month begins between 14 hours before and 12 hours after the month of UTC, depending on the time zone, and at a
  // quarter of an hour. So instants are counted by quarters of hours around the ends of months, and the rest of a
  // month in one period: few rows, from which the months of any zone can be added up.
  sql`create function statistics_period(at timestamptz) returns timestamptz language sql immutable parallel safe
    as $$
      select case
        when at < date_trunc('month', at at time zone 'UTC') at time zone 'UTC' + interval '12 hours'
          or at >= (date_trunc('month', at at time zone 'UTC') + interval '1 month') at time zone 'UTC'
            - interval '14 hours'
        then date_bin('15 minutes', at, '2000-01-01 00:00:00Z')
        else date_trunc('month', at at time zone 'UTC') at time zone 'UTC' + interval '12 hours'
      end
    $$`,
  sql`create table post_statistics (
    post_id uuid not null references posts on delete cascade,${statistics},
    primary key (post_id, period)
  ) with (fillfactor = 70)`,
  sql`create table organization_statistics (
    organization_id uuid not null references users on delete cascade,${statistics},
    primary key (organization_id, period)
  ) with (fillfactor = 70)`,

  // Counts what happened so far: for this migration, and for whoever fills the tables without counting.
  sql`create procedure count_statistics() language sql as $$
    delete from organization_statistics;
    delete from post_statistics;
    insert into post_statistics (post_id, period, views, liked, interested, going)
      select post_id, statistics_period(at), count(*) filter (where what = 'views'),
        count(*) filter (where what = 'liked'), count(*) filter (where what = 'interested'),
        count(*) filter (where what = 'going')
      from (
        select post_id, viewed_at as at, 'views' as what from post_viewers
        union all select post_id, liked_at, 'liked' from post_interests where liked_at is not null
        union all select post_id, interested_at, 'interested' from post_interests where interested_at is not null
        union all select post_id, going_at, 'going' from post_interests where going_at is not null
      ) happened group by 1, 2;
    insert into organization_statistics (organization_id, period, views, liked, interested, going)
      select p.creator_id, s.period, sum(s.views), sum(s.liked), sum(s.interested), sum(s.going)
      from post_statistics s join posts p on p.id = s.post_id group by 1, 2;
  $$`,
  sql`call count_statistics()`,
];
