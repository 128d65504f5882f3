import { sql } from 'kysely';
import { assert, beforeAll, describe, expect, inject, it } from 'vitest';
import { createPool, createPostgresDb } from '#db/postgres.ts';
import { createContext } from '../context.ts';
import { appRouter } from '../router.ts';
import { setUpWorld } from '../testing/cast.ts';
import { addLookups, fullPosts } from '../testing/posts.ts';
import type { Person, World } from '../testing/world.ts';
import { createCallerFactory } from '../trpc.ts';

type Caller = ReturnType<World['as']>;

/** After how many executions Postgres decides whether it keeps a statement's plan. */
const plannedFirst = 5;

// PGlite keeps no plans.
describe.runIf(inject('database').engine === 'postgres')('plans', () => {
  const world = setUpWorld(addLookups);
  let alice: Person;
  let carol: Person;
  let postIds: string[];

  beforeAll(async () => {
    [alice, carol] = [await world.individual('alice'), await world.organization('carol')];
    const { _id } = await world.as(carol).posts.create({ ...fullPosts.event, impactAreas: ['education'] });
    await world.as(alice).posts.like({ id: _id });
    await sql`
      with person as (
        insert into users (id, user_type, email, password_hash, created_at)
        select gen_random_uuid(), 'individual', 'person-' || n || '@example.org', 'hash', now()
        from generate_series(1, 3000) as n returning id
      )
      insert into follows (id, follower_id, following_id, created_at)
      select gen_random_uuid(), id, ${carol._id}, now() from person`.execute(world.db);
    await sql`
      insert into posts (id, creator_id, post_type, title, description, is_active, published_at, created_at, updated_at)
      select gen_random_uuid(), ${carol._id}, 'general', 'Soup', 'Soup', true, now(), now(), now()
      from generate_series(1, 3000)`.execute(world.db);
    await sql`insert into post_counters (post_id) select id from posts on conflict do nothing`.execute(
      world.db,
    );
    await sql`
      insert into post_impact_areas (post_id, impact_area_id, published_at)
      select p.id, a.id, now() from posts p, impact_areas a on conflict do nothing`.execute(world.db);
    await sql`
      insert into post_images (post_id, position, path, width, height, description, created_at)
      select id, n, '/media/' || n, 10, 10, '', now() from posts, generate_series(1, 3) as n
      on conflict do nothing`.execute(world.db);
    await sql`analyze`.execute(world.db);
    const posts = await world.db.selectFrom('posts').select('id').limit(20).execute();
    postIds = posts.map(({ id }) => id);
  }, 30_000);

  /** Returns how often each statement that a connection knows was planned for its values, and by a kept plan. */
  async function plansOf(read: (caller: Caller, n: number) => Promise<unknown>) {
    const { connectionString } = world.database;
    assert(connectionString !== undefined);
    const pool = createPool({
      connectionString,
      name: 'test',
      max: 1,
      timeoutMs: undefined,
      onIdleError: () => {},
    });
    const db = createPostgresDb(pool);
    try {
      const headers = new Headers({ authorization: `Bearer ${alice.token}` });
      const deps = { db, ports: world.ports, settings: { publicUrl: 'http://localhost' } };
      const info = { requestId: 'test', clientAddress: '127.0.0.1' };
      for (let n = 0; n < 3 * plannedFirst; n++)
        await read(createCallerFactory(appRouter)(createContext(deps, headers, info)), n);
      const { rows } = await sql<{ statement: string; planned: number; kept: number }>`
        select statement, custom_plans as planned, generic_plans as kept from pg_prepared_statements`.execute(
        db,
      );
      return rows;
    } finally {
      await pool.end();
    }
  }

  it.each<[string, (caller: Caller, n: number) => Promise<unknown>]>([
    ['a post', (caller, n) => caller.posts.byId({ id: postIds[n] ?? '' })],
    ['a public profile', (caller) => caller.profiles.publicInfo({ id: carol._id })],
  ])('of statements with many tables are kept: %s', async (_name, read) => {
    const plans = await plansOf(read);
    expect(plans.filter(({ kept }) => kept > 0)).not.toEqual([]);
    expect(plans.filter(({ planned }) => planned > plannedFirst)).toEqual([]);
  });

  const near = { latitude: 43.7, longitude: -79.4, kilometers: 50 };

  it.each<[string, (caller: Caller) => Promise<unknown>]>([
    ['posts by words', (caller) => caller.posts.points({ filters: { title: 'soup', fullAddress: 'oak' } })],
    ['posts by keyword', (caller) => caller.posts.points({ filters: { keyword: 'soup' } })],
    ['posts by date', (caller) => caller.posts.points({ filters: { startDate: '2026-11-21T00:00:00Z' } })],
    ['posts near a place', (caller) => caller.posts.points({ filters: { near } })],
    ['organizations near a place', (caller) => caller.search.organizations({ filters: { near } })],
    ['names near a place', (caller) => caller.profiles.search({ name: 'ann', near })],
  ])('are made anew where they depend on the values: %s', async (_name, read) => {
    const plans = await plansOf(read);
    expect(plans.filter(({ kept }) => kept > 0)).not.toEqual([]);
    expect(plans.filter(({ statement }) => / ilike | && |near_box/.test(statement))).toEqual([]);
  });
});
