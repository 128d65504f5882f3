import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  hasField,
  interestTypes,
  type PostField,
  supportsInterest,
} from '#server/posts/post-rules.schema.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { type DemoAccounts, demoPassword, seedDemo } from './demo.ts';

const now = new Date('2026-11-21T15:00:00Z');
let database: TestDatabase;
let seeded: DemoAccounts;
let stored = 0;
const hashed: string[] = [];
const files: string[] = [];

const seed = () =>
  seedDemo(database.db, {
    now,
    hashPassword: async (password) => {
      hashed.push(password);
      return `hash of ${password}`;
    },
    storePicture: async (file) => {
      files.push(basename(file.pathname));
      return { path: `picture-${++stored}`, width: 1200, height: 675 };
    },
  });

beforeAll(async () => {
  database = await openTestDatabase();
  seeded = await seed();
});
afterAll(() => database.close());

const countAll = async () => {
  const { rows } = await sql<{ table: string }>`
    select table_name::text as table from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(database.db);
  const counts: Record<string, number> = {};
  for (const { table } of rows) {
    const counted = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
      database.db,
    );
    counts[table] = counted.rows[0]?.n ?? 0;
  }
  return counts;
};

const idOf = async (handle: string) => {
  const { id } = await database.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', `${handle}@demo.gatherwell.example`)
    .executeTakeFirstOrThrow();
  return id;
};

test('it returns the accounts to look around with, and hashes their password once', async () => {
  expect(seeded.seeded).toBe(true);
  expect(seeded.accounts.map(({ email, userType, password }) => [email, userType, password])).toEqual([
    ['larkfield@demo.gatherwell.example', 'organization', demoPassword],
    ['maria@demo.gatherwell.example', 'individual', demoPassword],
    ['noor@demo.gatherwell.example', 'individual', demoPassword],
  ]);
  const hashes = await database.db.selectFrom('users').select('password_hash').distinct().execute();
  expect(hashes).toEqual([{ password_hash: `hash of ${demoPassword}` }]);
  expect(hashed).toEqual([demoPassword]);
});

test('a database with users is left as it is', async () => {
  const [before, pictures] = [await countAll(), stored];
  expect(await seed()).toEqual({ seeded: false, accounts: seeded.accounts });
  expect(await countAll()).toEqual(before);
  expect([stored, hashed.length]).toEqual([pictures, 1]);
});

test('of two first starts at once, one fills the database', async () => {
  const other = await openTestDatabase();
  const start = () =>
    seedDemo(other.db, {
      now,
      hashPassword: async () => 'hash',
      storePicture: async () => ({ path: 'picture', width: 1200, height: 675 }),
    });
  const outcomes = await Promise.all([start(), start()]);
  expect(outcomes.filter((outcome) => outcome.seeded)).toHaveLength(1);
  expect(outcomes[0]?.accounts).toEqual(outcomes[1]?.accounts);
  const users = await other.db.selectFrom('users').select('id').execute();
  expect(users).toHaveLength(54);
  await other.close();
}, 60_000);

test('there is a whole community', async () => {
  const counts = await countAll();
  expect(counts).toMatchObject({ individuals: 41, organizations: 13, users: 54, user_heads: 54, posts: 150 });
  for (const [table, atLeast] of [
    ['follows', 200],
    ['friendships', 50],
    ['endorsements', 60],
    ['memberships', 50],
    ['shares', 30],
    ['post_interests', 500],
    ['post_images', 50],
    ['post_required_items', 25],
    ['notifications', 500],
  ] as const)
    expect(counts[table], table).toBeGreaterThanOrEqual(atLeast);
});

describe('posts', () => {
  test('are of all six types, some of them drafts or scheduled', async () => {
    const kinds = await database.db
      .selectFrom('posts')
      .select(({ fn }) => [
        'post_type',
        fn.countAll<number>().as('all'),
        fn.countAll<number>().filterWhere('is_active', '=', true).as('published'),
      ])
      .groupBy('post_type')
      .execute();
    expect(kinds.map(({ post_type }) => post_type).sort()).toEqual([
      'advocacy',
      'event',
      'general',
      'in-kind',
      'project',
      'volunteering',
    ]);
    for (const { post_type, published } of kinds) expect(published, post_type).toBeGreaterThanOrEqual(10);
    const waiting = await database.db
      .selectFrom('posts')
      .select('scheduled_publish_at')
      .where('is_active', '=', false)
      .execute();
    expect(waiting.filter((post) => post.scheduled_publish_at).length).toBeGreaterThanOrEqual(5);
    expect(waiting.filter((post) => !post.scheduled_publish_at).length).toBeGreaterThanOrEqual(5);
  });

  test('have texts of their own: long and short, with line breaks, links and mentions', async () => {
    const posts = await database.db.selectFrom('posts').select(['title', 'description']).execute();
    expect(new Set(posts.map(({ title }) => title)).size).toBe(posts.length);
    expect(new Set(posts.map(({ description }) => description)).size).toBe(posts.length);
    const texts = posts.map(({ description }) => description);
    expect(texts.filter((text) => text.length > 250).length).toBeGreaterThan(20);
    expect(texts.filter((text) => text.length <= 250).length).toBeGreaterThan(20);
    expect(texts.some((text) => text.includes('\n'))).toBe(true);
    expect(texts.some((text) => text.includes('https://'))).toBe(true);
  });

  test('mention people by their name and id', async () => {
    const names = await sql<{ id: string; name: string }>`
      select user_id as id, first_name || ' ' || last_name as name from individuals
      union all select user_id, name from organizations`.execute(database.db);
    const nameOf = new Map(names.rows.map(({ id, name }) => [id, name]));
    const posts = await database.db.selectFrom('posts').select('description').execute();
    const mentions = posts.flatMap(({ description }) => [
      ...description.matchAll(/@\[([^\]]*)\](?:\(([^)]*)\))?/g),
    ]);
    expect(mentions.length).toBeGreaterThan(20);
    for (const [, name, id] of mentions) expect(nameOf.get(id ?? '')).toBe(name);
  });

  test('have only what their type has', async () => {
    const posts = await database.db
      .selectFrom('posts as p')
      .select((eb) => [
        'post_type',
        'title',
        'start_at',
        'time_zone',
        'full_address',
        'post_url',
        'contact',
        'expected_required_hours',
        'petition_link',
        'top_need',
        eb.exists(eb.selectFrom('post_skills').whereRef('post_id', '=', 'p.id')).as('skills'),
        eb.exists(eb.selectFrom('post_required_items').whereRef('post_id', '=', 'p.id')).as('items'),
      ])
      .execute();
    for (const post of posts) {
      const has: [PostField, boolean][] = [
        ['startDateTime', post.start_at !== null],
        ['timeZone', post.time_zone !== null],
        ['address', post.full_address !== null],
        ['postURL', post.post_url !== null],
        ['contact', post.contact !== null],
        ['expectedRequiredHours', post.expected_required_hours !== null],
        ['petitionLink', post.petition_link !== null],
        ['topNeed', post.top_need],
        ['skills', Boolean(post.skills)],
        ['requiredItems', Boolean(post.items)],
      ];
      for (const [field, filled] of has)
        if (filled) expect(hasField(post.post_type, field), `${field} of ${post.title}`).toBe(true);
      expect(Boolean(post.items), post.title).toBe(post.post_type === 'in-kind');
      expect(post.petition_link !== null, post.title).toBe(post.post_type === 'advocacy');
    }
  });

  test('and their organizations and causes agree on when they were published', async () => {
    const { rows } = await sql<{ kind: string }>`
      select 'organization' as kind from organizations o where last_published_at is distinct from (
        select max(published_at) from posts where creator_id = o.user_id and is_active)
      union all
      select 'cause' from post_impact_areas a join posts p on p.id = a.post_id
        where a.published_at is distinct from p.published_at`.execute(database.db);
    expect(rows).toEqual([]);
    const causeless = await sql`select title from posts p
      where not exists (select from post_impact_areas a where a.post_id = p.id)`.execute(database.db);
    expect(causeless.rows).toEqual([]);
  });

  test('have all pictures of the seed, and each once', async () => {
    const folder = await readdir(new URL('pictures', import.meta.url));
    expect(files.toSorted()).toEqual(folder.filter((name) => name.endsWith('.webp')).sort());

    const { db } = database;
    const images = await db.selectFrom('post_images').select(['path', 'description']).execute();
    const portraits = await db
      .selectFrom('individuals')
      .select('profile_picture as path')
      .where('profile_picture', 'is not', null)
      .execute();
    const logos = await db.selectFrom('organizations').select('profile_picture as path').execute();
    expect(new Set([...images, ...portraits, ...logos].map(({ path }) => path)).size).toBe(stored);
    expect(logos).toHaveLength(13);
    for (const { description } of images) expect(description).not.toBe('');
  });
});

describe('reactions', () => {
  test('are what the type of the post allows, and are to published posts', async () => {
    const { rows } = await sql<{
      post_type: Parameters<typeof supportsInterest>[0];
      is_active: boolean;
      liked: boolean;
      interested: boolean;
      going: boolean;
    }>`select post_type, is_active, bool_or(liked_at is not null) as liked,
        bool_or(interested_at is not null) as interested, bool_or(going_at is not null) as going
      from post_interests join posts on posts.id = post_id group by 1, 2`.execute(database.db);
    expect(rows).toHaveLength(6);
    for (const row of rows) {
      expect(row.is_active).toBe(true);
      for (const interest of interestTypes)
        expect(row[interest], `${interest}, ${row.post_type}`).toBe(
          supportsInterest(row.post_type, interest),
        );
    }
  });

  test('match the counters', async () => {
    const { rows } = await sql`
      select p.title from posts p
      left join post_counters c on c.post_id = p.id
      cross join lateral (
        select count(liked_at) as liked, count(interested_at) as interested, count(going_at) as going
        from post_interests where post_id = p.id
      ) said
      where (c.liked, c.interested, c.going) is distinct from (said.liked, said.interested, said.going)`.execute(
      database.db,
    );
    expect(rows).toEqual([]);
  });
});

describe('views', () => {
  test('come before reactions, match the counters, and fill months of the chart', async () => {
    const { rows: unseen } = await sql`
      select 1 from post_interests i
      where not exists (
        select from post_viewers v where v.post_id = i.post_id and v.viewer_id = i.user_id
          and v.viewed_at <= least(i.liked_at, i.interested_at, i.going_at, ${now}::timestamptz)
      )`.execute(database.db);
    expect(unseen).toEqual([]);
    const { rows: miscounted } = await sql`
      select p.title from posts p join post_counters c on c.post_id = p.id
      where c.views <> (select count(*) from post_viewers where post_id = p.id)
        or c.views <> coalesce((select sum(views) from post_statistics where post_id = p.id), 0)`.execute(
      database.db,
    );
    expect(miscounted).toEqual([]);
    const { rows } = await sql<{ months: number; viewers: number }>`
      select (
          select count(distinct date_trunc('month', period)) from organization_statistics
          where organization_id = o.user_id and views > 0
        ) as months,
        (select viewers from user_counters where user_id = o.user_id) as viewers
      from organizations o join users u on u.id = o.user_id
      where u.email = 'larkfield@demo.gatherwell.example'`.execute(database.db);
    expect(rows[0]?.months).toBeGreaterThan(1);
    expect(rows[0]?.viewers).toBeGreaterThan(20);
  });
});

describe('notifications', () => {
  test('report only what happened, to whom it concerns', async () => {
    const { rows } = await sql`
      select s.type from notification_senders s
      join notifications n on n.id = s.notification_id
      left join posts p on p.id = n.post_id
      left join post_interests i on i.post_id = n.post_id and i.user_id = s.sender_id
      where n.user_id <> s.user_id or n.type <> s.type or s.object_id <> coalesce(n.post_id, n.user_id)
        or not case s.type
          when 'like' then p.creator_id = s.user_id and i.liked_at = s.created_at
          when 'interest' then p.creator_id = s.user_id and i.interested_at = s.created_at
          when 'going' then p.creator_id = s.user_id and i.going_at = s.created_at
          when 'new-post' then p.creator_id = s.sender_id and p.published_at = s.created_at and exists (
            select from follows where follower_id = s.user_id and following_id = s.sender_id)
          when 'follow' then exists (
            select from follows
            where follower_id = s.sender_id and following_id = s.user_id and created_at = s.created_at)
          when 'friend-request' then exists (
            select from friendships
            where sender_id = s.sender_id and receiver_id = s.user_id and created_at = s.created_at)
          when 'endorsement' then exists (
            select from endorsements
            where endorser_id = s.sender_id and endorsee_id = s.user_id and created_at = s.created_at)
          when 'membership-request' then exists (
            select from memberships
            where (individual_id, organization_id, requested_by) in
              ((s.sender_id, s.user_id, 'individual'), (s.user_id, s.sender_id, 'organization'))
              and created_at = s.created_at)
          when 'membership-accept' then exists (
            select from memberships
            where (individual_id, organization_id, requested_by) in
              ((s.user_id, s.sender_id, 'individual'), (s.sender_id, s.user_id, 'organization'))
              and status = 'accepted')
          when 'friend-accept' then exists (
            select from friendships
            where sender_id = s.user_id and receiver_id = s.sender_id and accepted_at = s.created_at)
        end`.execute(database.db);
    expect(rows).toEqual([]);
  });

  test('report everything of the last weeks', async () => {
    const { rows } = await sql<{ missing: number }>`
      select count(*) as missing from post_interests i join posts p on p.id = i.post_id
      where liked_at > ${now}::timestamptz - interval '29 days' and not exists (
        select from notification_senders s where s.user_id = p.creator_id and s.sender_id = i.user_id
          and s.object_id = p.id and s.type = 'like')`.execute(database.db);
    expect(rows).toEqual([{ missing: 0 }]);
  });

  test('have their latest time, and take more senders until they are read', async () => {
    const { rows } = await sql`
      select n.id from notifications n
      where latest_at is distinct from (
        select max(created_at) from notification_senders where notification_id = n.id) or is_open and is_read`.execute(
      database.db,
    );
    expect(rows).toEqual([]);
    const grouped = await sql<{ most: number }>`
      select max(n) as most from (
        select count(*) as n from notification_senders group by notification_id) senders`.execute(
      database.db,
    );
    expect(grouped.rows[0]?.most).toBeGreaterThan(3);
  });

  test.each(['maria', 'larkfield'])('some of %s are unread and most are read', async (handle) => {
    const lines = await database.db
      .selectFrom('notifications')
      .select('is_read')
      .where('user_id', '=', await idOf(handle))
      .execute();
    const unread = lines.filter((line) => !line.is_read).length;
    expect(unread).toBeGreaterThan(2);
    expect(unread).toBeLessThan(lines.length / 2);
  });
});

describe('the accounts to look around with', () => {
  test('maria follows eight organizations, has friends and requests', async () => {
    const maria = await idOf('maria');
    const followed = await database.db
      .selectFrom('follows')
      .innerJoin('organizations', 'organizations.user_id', 'following_id')
      .select('name')
      .where('follower_id', '=', maria)
      .execute();
    expect(followed).toHaveLength(8);
    const friendships = await database.db
      .selectFrom('friendships')
      .select(['status', 'receiver_id'])
      .where((eb) => eb.or([eb('sender_id', '=', maria), eb('receiver_id', '=', maria)]))
      .execute();
    expect(friendships.filter(({ status }) => status === 'accepted').length).toBeGreaterThanOrEqual(5);
    const pending = friendships.filter(({ status }) => status === 'pending');
    expect(pending.some(({ receiver_id }) => receiver_id === maria)).toBe(true);
    expect(pending.some(({ receiver_id }) => receiver_id !== maria)).toBe(true);
  });

  test('maria and larkfield have memberships to respond to, to wait for and to show', async () => {
    const statesOf = async (column: 'individual_id' | 'organization_id', handle: string) => {
      const rows = await database.db
        .selectFrom('memberships')
        .select(['status', 'requested_by'])
        .where(column, '=', await idOf(handle))
        .execute();
      return new Set(rows.map(({ status, requested_by }) => `${status} ${requested_by}`));
    };
    const maria = await statesOf('individual_id', 'maria');
    for (const state of ['pending organization', 'pending individual']) expect(maria).toContain(state);
    expect([...maria].some((state) => state.startsWith('accepted'))).toBe(true);
    expect(await statesOf('organization_id', 'larkfield')).toContain('pending individual');
  });

  test("maria's friends shared posts of organizations that she does not follow", async () => {
    const { rows } = await sql<{ title: string }>`
      select p.title from shares s
      join friends f on f.friend_id = s.user_id and f.user_id = ${await idOf('maria')}
      join posts p on p.id = s.post_id and p.is_active
      where not exists (
        select from follows where follower_id = f.user_id and following_id = p.creator_id)`.execute(
      database.db,
    );
    expect(new Set(rows.map(({ title }) => title)).size).toBeGreaterThanOrEqual(4);
  });

  test('noor is new: nothing is there yet', async () => {
    const noor = await idOf('noor');
    const { rows } = await sql<{ n: number }>`select
      (select count(*) from follows where ${noor} in (follower_id, following_id))
      + (select count(*) from friendships where ${noor} in (sender_id, receiver_id))
      + (select count(*) from notifications where user_id = ${noor})
      + (select count(*) from post_interests where user_id = ${noor}) as n`.execute(database.db);
    expect(rows).toEqual([{ n: 0 }]);
  });

  test('larkfield has followers, drafts and scheduled posts', async () => {
    const larkfield = await idOf('larkfield');
    const { rows } = await sql<{ followers: number; drafts: number; scheduled: number }>`select
      (select count(*) from follows where following_id = ${larkfield}) as followers,
      count(*) filter (where not is_active and not scheduled_publish) as drafts,
      count(*) filter (where scheduled_publish) as scheduled
      from posts where creator_id = ${larkfield}`.execute(database.db);
    expect(rows[0]?.followers).toBeGreaterThan(20);
    expect(rows[0]).toMatchObject({ drafts: 2, scheduled: 2 });
  });
});

test('people differ in what they let others see', async () => {
  const people = await database.db
    .selectFrom('individuals')
    .select([
      'is_user_searchable',
      'show_on_search',
      'show_activity',
      'is_email_searchable',
      'is_calendar_public',
    ])
    .execute();
  const variants = (key: keyof (typeof people)[number]) => new Set(people.map((person) => person[key])).size;
  expect(variants('is_user_searchable')).toBe(2);
  expect(variants('is_email_searchable')).toBe(2);
  expect(variants('is_calendar_public')).toBe(2);
  expect(variants('show_on_search')).toBe(3);
  expect(variants('show_activity')).toBe(4);
});
