import { v7 as uuid } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpCast } from './testing/cast.ts';
import type { Person } from './testing/world.ts';

/*
 * A session that was found a moment ago is taken for granted, and looked at by the statement in front of the first one.
 * Nothing that follows from it may show once it has ended.
 */

const { world, alice } = setUpCast({ people: { alice: 'individual' } });
let carol: Person;
let post: { _id: string };
beforeAll(async () => {
  carol = await world.organization('carol');
  post = await world.as(carol).posts.create({
    postType: 'event',
    title: 'Soup night',
    isActive: true,
    startDateTime: '2027-01-01T18:00:00Z',
  });
});

const signOut = (person: Person) =>
  world.db.deleteFrom('sessions').where('user_id', '=', person._id).execute();
const expire = (person: Person) =>
  world.db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('user_id', '=', person._id)
    .execute();

const like = (person: Person, sent: object = {}) =>
  world.request(`/api/posts/${post._id}/like`, { method: 'POST', as: person, body: {}, ...sent });
const liked = async () => (await world.as(carol).posts.byId({ id: post._id })).counts.liked;

describe.each([
  ['was ended', signOut],
  ['is over', expire],
])('a session that %s', (_, end) => {
  test('reads nothing that is for who is signed in', async () => {
    expect((await world.request('/api/notifications/', { as: alice })).status).toBe(200);
    await end(alice);
    const refused = await world.request('/api/notifications/', { as: alice });
    expect(refused).toMatchObject({ status: 401, data: null });
  });

  test('reads what is public as a visitor does', async () => {
    await world.as(alice).posts.like({ id: post._id });
    const read = () => world.as(alice).posts.byId({ id: post._id });
    expect((await read()).interests).toHaveLength(1);
    await end(alice);
    expect((await read()).interests).toHaveLength(0);
  });

  test.each([undefined, uuid()])('writes nothing, with the key %s', async (key) => {
    const headers = key ? { 'idempotency-key': key } : undefined;
    const before = await liked();
    await end(alice);
    expect(await like(alice, { headers })).toMatchObject({ status: 401 });
    expect(await liked()).toBe(before);
  });

  test('gets no earlier result of its own write', async () => {
    const headers = { 'idempotency-key': uuid() };
    expect(await like(alice, { headers })).toMatchObject({ status: 200 });
    expect(await like(alice, { headers })).toMatchObject({ status: 200 });
    await end(alice);
    expect(await like(alice, { headers })).toMatchObject({ status: 401 });
  });

  test('is not told what is wrong with its request before it is told that it ended', async () => {
    const missing = `/api/posts/${uuid()}/like`;
    const send = () => world.request(missing, { method: 'POST', as: alice, body: {} });
    expect(await send()).toMatchObject({ status: 404 });
    await end(alice);
    expect(await send()).toMatchObject({ status: 401 });
  });

  test('is nobody’s in each call of a batch', async () => {
    const input = encodeURIComponent(JSON.stringify({ 0: {}, 1: {} }));
    const send = async () => {
      const response = await world.fetch(`/api/trpc/notifications.list,accounts.me?batch=1&input=${input}`, {
        headers: { authorization: `Bearer ${alice.token}` },
      });
      const [list, me] = (await response.json()) as {
        error?: { data: { httpStatus: number } };
        result?: { data: unknown };
      }[];
      return [list?.error?.data.httpStatus, me?.result?.data];
    };
    expect(await send()).toEqual([undefined, expect.objectContaining({ _id: alice._id })]);
    await end(alice);
    expect(await send()).toEqual([401, null]);
  });
});

test('a session that is in force does as before, by cookie and by token', async () => {
  const headers = { cookie: alice.cookie, origin: 'https://gatherwell.test' };
  for (let time = 0; time < 3; time++) {
    expect(await world.request('/api/notifications/', { headers })).toMatchObject({ status: 200 });
    expect(await like(alice)).toMatchObject({ status: 200 });
  }
});

test('a session is somebody’s own: the calls of two people at once are each their own', async () => {
  const bob = await world.individual('bob');
  const names = await Promise.all(
    Array.from({ length: 20 }, (_, n) => world.as(n % 2 ? alice : bob).accounts.me()),
  );
  expect(names.map((me) => me?._id)).toEqual(Array.from({ length: 20 }, (_, n) => (n % 2 ? alice : bob)._id));
});
