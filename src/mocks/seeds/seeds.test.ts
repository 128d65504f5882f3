import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#db/database.ts';
import { seedDemo } from '#db/seeds/demo.ts';
import { seedLookups } from '#db/seeds/lookups.ts';
import { setUpWorld } from '#server/testing/cast.ts';
import type { World } from '#server/testing/world.ts';
import { plantSeed } from '../backend.ts';
import { findByHandle } from '../factories.ts';
import type { SeedName } from '../seed-names.ts';
import { createMockedTables } from '../tables.ts';

const now = new Date();
let pictures = 0;

/** Makes a seed as the mocked mode does: of the demo community. Resolves to what was there before that. */
async function plant(world: World, seed: SeedName): Promise<Record<string, string>> {
  const { db } = world;
  await createMockedTables(db);
  await seedLookups(db);
  const before = await contentOf(db);
  await seedDemo(db, {
    now,
    hashPassword: async () => 'hash',
    storePicture: async () => ({ path: `picture-${++pictures}`, width: 1200, height: 675 }),
  });
  await plantSeed(seed, 0, { db, publicUrl: 'https://gatherwell.test', log: world.ports.log });
  return before;
}

async function contentOf(db: Db): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(db);
  const content: Record<string, string> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ rows: string[] | null }>`
      select array_agg(t::text order by t::text) as rows from ${sql.table(name)} t`.execute(db);
    content[name] = rows[0]?.rows?.join('\n') ?? '';
  }
  return content;
}

const idOf = async (world: World, handle: string): Promise<string> => {
  const found = await findByHandle(world.db, handle);
  if (!found) throw new Error(`Nobody is called ${handle}.`);
  return found.id;
};

const callerOf = async (world: World, handle: string) => {
  const _id = await idOf(world, handle);
  const person = { _id, userType: 'individual' as const, email: '', name: '', token: '', cookie: '' };
  return world.as(await world.elsewhere(person));
};

describe('the seed empty', () => {
  const world = setUpWorld();

  test('has what a new installation has, and no row more', async () => {
    const before = await plant(world, 'empty');
    expect(await contentOf(world.db)).toEqual(before);
    expect((await world.visitor.profiles.search({ name: 'Maria' })).individuals).toEqual([]);
    expect(before['skills']).not.toBe('');
  });
});

describe('the seed large', () => {
  const world = setUpWorld();
  const count = async (table: string) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
      world.db,
    );
    return rows[0]?.n ?? 0;
  };
  beforeAll(() => plant(world, 'large'));

  test('adds 10,000 posts to the demo community, with pictures that are there', async () => {
    expect(await count('posts')).toBeGreaterThan(10_050);
    expect(await count('posts')).toBeLessThan(10_500);
    expect(await count('users')).toBeGreaterThan(2_250);
    const { rows } = await sql`
      select distinct path from post_images where path not like 'picture-%'`.execute(world.db);
    expect(rows).toEqual([]);
  });

  test('has pages of a feed, and finds what is in it', async () => {
    const reader = await callerOf(world, 'reader');
    const first = await reader.feeds.home({ limit: 20 });
    expect(first.items).toHaveLength(20);
    const second = await reader.feeds.home({ limit: 20, cursor: first.cursor });
    expect(second.items).toHaveLength(20);
    const { organizations } = await reader.profiles.search({ name: 'Organization 12' });
    expect(organizations.length).toBeGreaterThan(5);
    const maria = await callerOf(world, 'maria');
    expect((await maria.feeds.home({})).items.length).toBeGreaterThan(5);
  });
});

describe('the seed edge-cases', () => {
  const world = setUpWorld();
  beforeAll(() => plant(world, 'edge-cases'));

  test('has names and texts as long as they can be, and as short', async () => {
    const { rows } = await sql`
      select (select max(length(name)) from organizations) as longest,
        (select min(length(name)) from organizations) as shortest,
        (select max(length(first_name)) from individuals) as first_name,
        (select max(length(title)) from posts) as title,
        (select max(length(description)) from posts) as description,
        (select max(length(text)) from messages) as message,
        (select count(*)::int from post_images) as pictures`.execute(world.db);
    expect(rows[0]).toEqual({
      longest: 200,
      shortest: 0,
      first_name: 100,
      title: 200,
      description: 10_000,
      message: 5000,
      pictures: 0,
    });
  });

  test('shows Robin a feed, friends, members, requests and messages', async () => {
    const robin = await callerOf(world, 'robin');
    const { items } = await robin.feeds.home({ limit: 50 });
    expect(items.map(({ title }) => title)).toEqual(
      expect.arrayContaining([
        '.',
        'Who wrote this?',
        'חדשות: 3 ספסלים חדשים!',
        expect.stringMatching(/^.{200}$/),
      ]),
    );
    expect(items.find(({ title }) => title === 'Who wrote this?')?.organizationName).toBe('');
    const { items: conversations } = await robin.conversations.list({ limit: 50 });
    expect(conversations).toHaveLength(6);
    expect(await robin.conversations.countNew({})).toEqual({ count: 6 });
    const id = await idOf(world, 'longest-organization');
    expect((await world.visitor.memberships.members({ id })).items.length).toBeGreaterThan(8);
    const { items: notifications } = await robin.notifications.list({});
    expect(notifications.length).toBeGreaterThan(0);
  });

  test('hides who is hidden, and has nothing of who was deleted', async () => {
    const found = async (name: string) => {
      const { individuals } = await world.visitor.profiles.search({ name });
      return individuals.length;
    };
    expect(await found('Hidden')).toBe(0);
    expect(await found('Asking')).toBe(1);
    expect(await findByHandle(world.db, 'deleted')).toBeUndefined();
    expect(await findByHandle(world.db, 'deleted-organization')).toBeUndefined();
  });

  test('has people who have blocked each other', async () => {
    const [userId, blockedUserId] = [await idOf(world, 'robin'), await idOf(world, 'blocked')];
    const robin = await callerOf(world, 'robin');
    expect(await robin.blocks.between({ userId, blockedUserId })).toMatchObject({
      conversationBlock: { isBlocked: true },
      oppositeConversationBlock: { isBlocked: true },
    });
  });
});
