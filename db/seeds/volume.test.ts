import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { seedVolume, type Volume, type VolumeOptions } from './volume.ts';

const options: VolumeOptions = {
  now: new Date('2026-11-21T15:00:00Z'),
  passwordHash: 'hash',
  days: 365,
  organizations: 60,
  quietOrganizations: 5,
  quietDays: 31,
  people: 80,
  followsPerPerson: 6,
  posts: 6000,
  reactions: 600,
  followsOfReader: 12,
  areasOfReader: 2,
  friendsOfReader: 4,
  sharesPerFriend: 3,
};

let database: TestDatabase;
let volume: Volume;
let schemaBefore: unknown;

const findSchema = async () => {
  const { rows } = await sql`
    select pg_get_constraintdef(oid) as definition from pg_constraint where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    order by 1`.execute(database.db);
  return rows;
};
const count = async (from: ReturnType<typeof sql>) => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${from}`.execute(database.db);
  return rows[0]?.n;
};

beforeAll(async () => {
  database = await openTestDatabase();
  schemaBefore = await findSchema();
  volume = await seedVolume(database.db, options);
});
afterAll(() => database.close());

test('it makes as much as requested', async () => {
  expect(await count(sql`organizations`)).toBe(60);
  expect(await count(sql`individuals`)).toBe(82);
  expect(await count(sql`posts where is_active`)).toBe(6000);
  expect(await count(sql`post_counters`)).toBe(6000);
  expect(await count(sql`post_interests`)).toBeGreaterThan(550);
  expect(await count(sql`post_impact_areas`)).toBe(9000);
  expect(await count(sql`friendships`)).toBe(4);
  expect(await count(sql`shares`)).toBe(12);
});

test('the readers follow what they are meant to follow', async () => {
  const follows = (id: string) => sql`follows join organizations o on o.user_id = following_id
    where follower_id = ${id}`;
  const isQuiet = sql`last_published_at < ${options.now}::timestamptz - interval '31 days'`;
  expect(await count(follows(volume.reader.id))).toBe(12);
  expect(await count(sql`${follows(volume.reader.id)} and ${isQuiet}`)).toBe(0);
  expect(await count(follows(volume.quietReader.id))).toBe(5);
  expect(await count(sql`${follows(volume.quietReader.id)} and ${isQuiet}`)).toBe(5);
  expect(await count(sql`user_impact_areas where user_id = ${volume.reader.id}`)).toBe(2);
});

test('some organizations publish and are followed far more than others', async () => {
  const posts = (await count(sql`posts where creator_id = ${volume.organization.id}`)) ?? 0;
  expect(posts).toBeGreaterThan((3 * 6000) / 60);
  const followers = (await count(sql`follows where following_id = ${volume.organization.id}`)) ?? 0;
  expect(followers).toBeGreaterThan((2 * 80 * 6) / 60);
});

test('counters and times agree with the rows', async () => {
  expect(
    await count(sql`post_counters c cross join lateral (
        select count(liked_at) as liked, count(interested_at) as interested
        from post_interests i where i.post_id = c.post_id
      ) said where (c.liked, c.interested) is distinct from (said.liked, said.interested)`),
  ).toBe(0);
  expect(
    await count(sql`organizations o where last_published_at is distinct from (
      select max(published_at) from posts where creator_id = o.user_id)`),
  ).toBe(0);
  expect(
    await count(sql`post_impact_areas a join posts p on p.id = a.post_id
      where a.published_at is distinct from p.published_at`),
  ).toBe(0);
  expect(await count(sql`posts where published_at > ${options.now}::timestamptz`)).toBe(0);
});

test('keys and indexes are all back', async () => {
  expect(await findSchema()).toEqual(schemaBefore);
});

test('a second run is rejected and changes nothing', async () => {
  await expect(seedVolume(database.db, options)).rejects.toThrow();
  expect(await count(sql`posts`)).toBe(6000);
  expect(await findSchema()).toEqual(schemaBefore);
});
