import type { PoolClient } from 'pg';
import { v7 as uuid } from 'uuid';
import { assert, beforeAll, describe, expect, inject, it } from 'vitest';
import { setUpWorld } from './testing/cast.ts';
import { type Person, password, type World } from './testing/world.ts';

/**
 * Counts how often the work waits for the database: BEGIN and COMMIT count, and statements that are sent while others
 * are under way do not count again.
 */
async function countRoundTrips(world: World, work: () => Promise<unknown>): Promise<number> {
  const { pool } = world.database;
  assert(pool);
  let trips = 0;
  const watched = new Map<PoolClient, PoolClient['query']>();
  const watch = (client: PoolClient) => {
    const query = client.query as (...statement: unknown[]) => Promise<unknown>;
    watched.set(client, client.query);
    let underWay = 0;
    const counting = async (...statement: unknown[]) => {
      if (underWay++ === 0) trips++;
      try {
        return await query.apply(client, statement);
      } finally {
        underWay--;
      }
    };
    client.query = counting as PoolClient['query'];
  };
  const unwatch = (_: unknown, client: PoolClient) => {
    client.query = watched.get(client) ?? client.query;
    watched.delete(client);
  };
  pool.on('acquire', watch);
  pool.on('release', unwatch);
  try {
    await work();
  } finally {
    pool.off('acquire', watch);
    pool.off('release', unwatch);
  }
  return trips;
}

// PGlite is in the same process: there is nothing to wait for.
describe.runIf(inject('database').engine === 'postgres')('a write with an idempotency key', () => {
  const world = setUpWorld();
  let alice: Person;
  let carol: Person;
  let post: { _id: string };
  beforeAll(async () => {
    alice = await world.individual('alice');
    carol = await world.organization('carol');
    // A message to a user who is not connected takes the wallet, too.
    await world.befriend(alice, carol);
    post = await world.as(carol).posts.create({
      postType: 'event',
      title: 'Soup night',
      isActive: true,
      startDateTime: '2027-01-01T18:00:00Z',
    });
    // What each process reads once.
    await send(`/api/posts/${post._id}/cancel-like`);
  });

  const send = (path: string, body: object = {}) =>
    world.request(path, {
      method: 'POST',
      as: alice,
      body,
      // Where the length is known to be small, nobody needs to be signed in for the body to be read.
      headers: { 'idempotency-key': uuid(), 'content-length': String(JSON.stringify(body).length) },
    });

  const writes: Record<string, () => ReturnType<typeof send>> = {
    'a like': () => send(`/api/posts/${post._id}/like`),
    'a going': () => send(`/api/posts/${post._id}/going`),
    'a follow': () => send('/api/follows/follow', { followerId: alice._id, followingId: carol._id }),
    'a share': () => send('/api/shares/', { userId: alice._id, postId: post._id }),
    'taking a like back': () => send(`/api/posts/${post._id}/cancel-like`),
  };

  it.each(Object.keys(writes))('takes two round trips: %s', async (name) => {
    const before = await world.as(alice).events.head();
    let status: number | undefined;
    const trips = await countRoundTrips(world, async () => {
      status = (await writes[name]?.())?.status;
    });
    expect(status).toBe(200);
    expect((await world.as(alice).events.head()).seq).toBeGreaterThan(before.seq);
    expect(trips).toBe(2);
  });

  it('takes three round trips: a message', async () => {
    const body = { receiverId: carol._id, text: 'Hello' };
    let status: number | undefined;
    const trips = await countRoundTrips(world, async () => {
      ({ status } = await send('/api/conversations/message', body));
    });
    expect(status).toBe(200);
    expect(trips).toBe(3);
  });

  it.each([
    ['signing in', 'sign-in', () => ({ email: alice.email, password }), 200, 7],
    ['a failed sign-in', 'sign-in', () => ({ email: alice.email, password: 'wrong horse' }), 401, 2],
    ['a request for a reset', 'recover-password', () => ({ email: alice.email }), 200, 2],
    ['signing out', 'sign-out', () => ({}), 200, 3],
  ] as const)('records with few round trips: %s', async (_name, path, body, status, expected) => {
    const there = await world.elsewhere(alice);
    const request = { method: 'POST', body: body(), ...(path === 'sign-out' && { as: there }) } as const;
    let found: number | undefined;
    const trips = await countRoundTrips(world, async () => {
      found = (await world.request(`/api/auth/${path}`, request)).status;
    });
    expect(found).toBe(status);
    expect(trips).toBe(expected);
  });

  it('has notified who is concerned all the same', async () => {
    const { items } = await world.as(carol).notifications.list({});
    expect(items.map(({ type }) => type).toSorted()).toEqual(['follow', 'going', 'like']);
  });
});
