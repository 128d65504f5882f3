import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../database.ts';
import { organizations as demoOrganizations } from './community/organizations.ts';
import { impactAreas } from './data/impact-areas.ts';
import { seedLookups } from './lookups.ts';
import { withoutChecks } from './without-checks.ts';

export interface VolumeOptions {
  /** The end of the range over which everything is spread. */
  now: Date;
  /** Of everybody's password. */
  passwordHash: string;
  /** How many days back the oldest post is. */
  days: number;
  /** Organizations, the quiet ones included. The first publish the most and the last the least. */
  organizations: number;
  /** How many of them, the last ones, have published nothing for `quietDays` days. */
  quietOrganizations: number;
  quietDays: number;
  /** Individuals beside the two readers. */
  people: number;
  /** How many organizations each of them follows, at most; well-known ones more often. */
  followsPerPerson: number;
  /** All published. Texts are those of the demo community, a third of the posts has a picture. */
  posts: number;
  /** Pairs of a person and a post; pairs that come up twice count once. */
  reactions: number;
  /** How many of the organizations that publish the reader follows, spread over all of them. */
  followsOfReader: number;
  /** For how many causes the reader cares. */
  areasOfReader: number;
  /** How many people are the reader's friends, and how many posts each of them has shared. */
  friendsOfReader: number;
  sharesPerFriend: number;
  /** Where the n-th post takes place, in degrees, where it is somewhere; all at one place unless given. */
  placeOf?: (n: RawBuilder<unknown>) => { latitude: RawBuilder<unknown>; longitude: RawBuilder<unknown> };
  /** What the pictures of posts are, in turn; rows without files unless given. */
  pictures?: readonly { path: string; width: number; height: number; description: string }[];
}

/** What the figures in design and benchmarks refer to. */
export const defaultVolume: Omit<VolumeOptions, 'now' | 'passwordHash'> = {
  days: 365,
  organizations: 1000,
  quietOrganizations: 20,
  quietDays: 31,
  people: 10_000,
  followsPerPerson: 20,
  posts: 1_000_000,
  reactions: 500_000,
  followsOfReader: 200,
  areasOfReader: 2,
  friendsOfReader: 20,
  sharesPerFriend: 10,
};

/** An account that benchmarks sign in as. */
interface VolumeAccount {
  id: string;
  email: string;
}

export interface Volume {
  /** Follows many organizations, has friends who share, and cares for a few causes. */
  reader: VolumeAccount;
  /** Follows only the quiet organizations, has no friends and named no causes. */
  quietReader: VolumeAccount;
  /** The organization that published the most and is followed by the most. */
  organization: VolumeAccount;
}

/**
 * Fills an empty database for benchmarks, in SQL: a million posts take about a minute. The same options make the
 * same rows. Pictures have rows but no files, unless some are given. Rejects, and changes nothing, where it ran before.
 */
export async function seedVolume(db: Db, options: VolumeOptions): Promise<Volume> {
  await db.transaction().execute(async (trx) => {
    await seedLookups(trx);
    await seedAccounts(trx, options);
    await withoutChecks(trx, largeTables, async () => {
      await seedPosts(trx, options);
      await seedReactions(trx, options);
      await seedRelations(trx, options);
    });
  });
  // So that the planner knows the tables, and index-only scans serve what they can.
  await sql`vacuum (analyze)`.execute(db);
  return {
    reader: await findAccount(db, 'reader'),
    quietReader: await findAccount(db, 'quiet-reader'),
    organization: await findAccount(db, 'organization-1'),
  };
}

/** What most of the rows go into. */
const largeTables = [
  'posts',
  'post_images',
  'post_impact_areas',
  'post_interests',
  'post_counters',
  'follows',
];

const emailOf = (handle: string) => `${handle}@volume.gatherwell.example`;

async function findAccount(db: Db, handle: string): Promise<VolumeAccount> {
  return db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', emailOf(handle))
    .executeTakeFirstOrThrow();
}

/** A UUIDv7 of an instant, for the n-th thing of a kind. */
const idOf = (kind: string, n: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql`(
  lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0')
  || '7' || substr(md5(${kind}::text || (${n})::text), 1, 3)
  || '8' || substr(md5(${kind}::text || (${n})::text), 4, 15)
)::uuid`;

/** A number from 0 up to 1 that looks random and is always the same for n. */
const chance = (n: RawBuilder<unknown>, salt: number) =>
  sql`((hashint8extended(${n}, ${sql.lit(salt)}) & 4294967295)::float8 / 4294967296)`;

/**
 * One of the first `count`, by `chance`: the first come up the most. Half of all falls on the first quarter.
 */
const leaning = (count: number | RawBuilder<unknown>, n: RawBuilder<unknown>, salt: number) =>
  sql`(1 + floor((${count})::int * power(${chance(n, salt)}, 2)))::int`;

const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`;

/** Accounts, profiles and wallets. For the rest of the transaction, `volume_users` has everybody by kind and number. */
async function seedAccounts(trx: Trx, { now, days, organizations, people, passwordHash }: VolumeOptions) {
  const joined = sql`(${instant(now)} - (${days + 60}::int || ' days')::interval + n * interval '1 minute')`;
  await sql`create temporary table volume_users on commit drop as
    select kind, n, ${idOf('', sql`kind || n`, joined)} as id, ${joined} as joined_at,
      case when kind in ('reader', 'quiet-reader') then kind else kind || '-' || n end as handle
    from (
      select 'organization' as kind, n from generate_series(1, ${organizations}::int) n
      union all select 'person', n from generate_series(1, ${people}::int) n
      union all select 'reader', 1
      union all select 'quiet-reader', 1
    ) everybody`.execute(trx);
  await sql`create unique index on volume_users (kind, n)`.execute(trx);
  await sql`analyze volume_users`.execute(trx);
  await sql`insert into users (id, user_type, email, password_hash, created_at)
    select id, case kind when 'organization' then 'organization' else 'individual' end,
      handle || ${emailOf('')}, ${passwordHash}, joined_at
    from volume_users order by id`.execute(trx);
  await sql`insert into organizations (user_id, name, mission)
    select id, 'Organization ' || n, 'To be organization number ' || n || ' and do it well.'
    from volume_users where kind = 'organization' order by id`.execute(trx);
  await sql`insert into individuals (user_id, first_name, last_name)
    select id, initcap(kind), 'Number ' || n from volume_users where kind <> 'organization' order by id`.execute(
    trx,
  );
  await sql`insert into user_heads (user_id) select id from volume_users order by id`.execute(trx);
  await sql`insert into wallets (user_id, balance) select id, 100 from volume_users order by id`.execute(trx);
  await sql`insert into wallet_entries (id, user_id, coins, reason, created_at)
    select gen_random_uuid(), id, 100, 'start', joined_at from volume_users order by id`.execute(trx);
}

/** Posts in the order in which they came out. For the rest of the transaction, `volume_posts` has all by number. */
async function seedPosts(
  trx: Trx,
  { now, days, posts, organizations, quietOrganizations, quietDays, placeOf, pictures = [] }: VolumeOptions,
) {
  const place = placeOf?.(sql`p.n`) ?? { latitude: sql`43.6655`, longitude: sql`-79.447` };
  const texts = demoOrganizations.flatMap((organization) => organization.posts);
  await sql`create temporary table volume_texts on commit drop as
    select * from unnest(
      ${texts.map(({ title }) => title)}::text[], ${texts.map(({ text }) => text)}::text[]
    ) with ordinality as texts (title, description, n)`.execute(trx);

  // The posts of the last days come from the organizations that are not quiet.
  const age = sql`(${days}::float8 * (1 - n / ${posts}::float8))`;
  const awake = sql`case when ${age} < ${quietDays}::int then ${organizations - quietOrganizations}::int
    else ${organizations}::int end`;
  await sql`create temporary table volume_posts on commit drop as
    select p.n, ${idOf('post', sql`p.n`, sql`p.published_at`)} as id, u.id as creator_id, p.post_type,
      p.published_at
    from (
      select n, ${leaning(awake, sql`n`, 1)} as creator,
        (array['event', 'general', 'volunteering', 'project', 'in-kind', 'advocacy'])[1 + n % 6] as post_type,
        date_trunc('milliseconds', ${instant(now)} - ${age} * interval '1 day') as published_at
      from generate_series(1, ${posts}::int) n
    ) p join volume_users u on u.kind = 'organization' and u.n = p.creator`.execute(trx);
  await sql`create unique index on volume_posts (n)`.execute(trx);
  await sql`analyze volume_posts, volume_texts`.execute(trx);

  await sql`insert into posts (id, creator_id, post_type, title, description, keywords, start_at, end_at, time_zone,
      full_address, latitude, longitude, top_need, is_active, published_at, social_media_sharing, created_at,
      updated_at, is_open)
    select p.id, p.creator_id, p.post_type, t.title, t.description, array['volume'],
      case when is_dated then p.published_at + interval '10 days' end,
      case when is_dated then p.published_at + interval '10 days 2 hours' end,
      case when is_dated then 'America/Toronto' end,
      case when is_dated then '88 Larkfield Avenue, Toronto, ON M6H 2T9, Canada' end,
      case when is_dated then ${place.latitude} end, case when is_dated then ${place.longitude} end,
      p.n % 60 between 2 and 5, true, p.published_at, '{}', p.published_at, p.published_at,
      not is_dated or p.published_at + interval '10 days 2 hours' > ${instant(now)}
    from (select *, post_type in ('event', 'volunteering', 'project') as is_dated from volume_posts) p
    join volume_texts t on t.n = 1 + p.n % ${texts.length}::int
    order by p.n`.execute(trx);
  await sql`create temporary table volume_pictures on commit drop as
    select * from unnest(
      ${pictures.map(({ path }) => path)}::text[], ${pictures.map(({ width }) => width)}::int[],
      ${pictures.map(({ height }) => height)}::int[], ${pictures.map(({ description }) => description)}::text[]
    ) with ordinality as pictures (path, width, height, description, n)`.execute(trx);
  await sql`insert into post_images (post_id, position, path, width, height, description, created_at)
    select p.id, 0, coalesce(v.path, md5(p.n::text) || md5((-p.n)::text)), coalesce(v.width, 1200),
      coalesce(v.height, 675), coalesce(v.description, 'A picture'), p.published_at
    from volume_posts p
    left join volume_pictures v on v.n = 1 + (p.n / 3) % ${Math.max(1, pictures.length)}::int
    where p.n % 3 = 0 order by p.n`.execute(trx);

  const areas = impactAreas.map(({ id }) => id);
  await sql`insert into post_impact_areas (post_id, impact_area_id, published_at)
    select p.id, (${areas}::text[])[1 + (floor(${chance(sql`p.n`, 2)} * ${areas.length}::int)::int + k * 7)
      % ${areas.length}::int], p.published_at
    from volume_posts p cross join generate_series(0, 1) k where k <= p.n % 2
    order by p.n`.execute(trx);
  await sql`update organizations o set last_published_at = newest.at
    from (select creator_id, max(published_at) as at from volume_posts group by creator_id) newest
    where o.user_id = newest.creator_id`.execute(trx);
}

/** Reactions, and the counters that agree with them. */
async function seedReactions(trx: Trx, { posts, people, reactions }: VolumeOptions) {
  await sql`insert into post_interests (post_id, user_id, liked_at, interested_at)
    select p.id, u.id, case when is_liked then at end, case when not is_liked then at end
    from (
      select distinct 1 + floor(${chance(sql`r`, 3)} * ${posts}::int)::int as post,
        ${leaning(people, sql`r`, 4)} as person
      from generate_series(1, ${reactions}::int) r
    ) pair
    join volume_posts p on p.n = pair.post
    join volume_users u on u.kind = 'person' and u.n = pair.person
    cross join lateral (select p.post_type in ('event', 'general') as is_liked,
      p.published_at + interval '1 hour' as at) acts`.execute(trx);
  await sql`insert into post_counters (post_id, liked, interested)
    select p.id, coalesce(c.liked, 0), coalesce(c.interested, 0)
    from volume_posts p left join (
      select post_id, count(liked_at) as liked, count(interested_at) as interested
      from post_interests group by post_id
    ) c on c.post_id = p.id
    order by p.n`.execute(trx);
  await sql`call count_statistics()`.execute(trx);
}

/** Who follows whom, and the reader's friends with what they shared. */
async function seedRelations(trx: Trx, options: VolumeOptions) {
  const { now, organizations, quietOrganizations, posts } = options;
  const awake = organizations - quietOrganizations;
  const at = sql`(${instant(now)} - (n % 300) * interval '1 day')`;
  const follow = (pairs: RawBuilder<unknown>) =>
    sql`insert into follows (id, follower_id, following_id, created_at)
      select ${idOf('follow', sql`follower_id::text || following_id`, at)}, follower_id, following_id, ${at}
      from (${pairs}) pairs`.execute(trx);

  await follow(sql`select distinct p.id as follower_id, o.id as following_id, (p.n + o.n) as n
    from volume_users p
    cross join generate_series(1, ${options.followsPerPerson}::int) k
    join volume_users o on o.kind = 'organization'
      and o.n = ${leaning(organizations, sql`p.n * 1000 + k`, 5)}
    where p.kind = 'person'`);
  await follow(sql`select r.id as follower_id, o.id as following_id, o.n
    from volume_users r, volume_users o
    where r.kind = 'reader' and o.kind = 'organization' and o.n in (
      select 1 + floor((k - 1) * ${awake}::float8 / ${options.followsOfReader}::int)::int
      from generate_series(1, ${options.followsOfReader}::int) k)`);
  await follow(sql`select r.id as follower_id, o.id as following_id, o.n
    from volume_users r, volume_users o
    where r.kind = 'quiet-reader' and o.kind = 'organization' and o.n > ${awake}::int`);

  await sql`insert into user_impact_areas (user_id, impact_area_id)
    select r.id, a.id from volume_users r, (
      select id from impact_areas order by id limit ${options.areasOfReader}::int
    ) a where r.kind = 'reader'`.execute(trx);
  await sql`insert into friendships (id, sender_id, receiver_id, status, created_at, accepted_at)
    select ${idOf('friendship', sql`p.n`, instant(now))}, p.id, r.id, 'accepted', ${instant(now)}, ${instant(now)}
    from volume_users r, volume_users p
    where r.kind = 'reader' and p.kind = 'person' and p.n <= ${options.friendsOfReader}::int`.execute(trx);
  await sql`insert into shares (id, user_id, post_id, created_at)
    select ${idOf('share', sql`u.n || ' ' || p.n`, sql`p.published_at`)}, u.id, p.id, p.published_at
    from volume_users u
    cross join generate_series(1, ${options.sharesPerFriend}::int) k
    join volume_posts p on p.n = ${posts}::int - ((u.n * 37 + k * 1009) % ${posts}::int)
    where u.kind = 'person' and u.n <= ${options.friendsOfReader}::int
    on conflict do nothing`.execute(trx);
}
