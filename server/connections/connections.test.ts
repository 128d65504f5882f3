import { describe, expect, test } from 'vitest';
import { setUpCast } from '../testing/cast.ts';
import type { Person } from '../testing/world.ts';
import { findConnected, noteWritten } from './connections.queries.ts';

const { world, alice, bob, carol } = setUpCast();

const isConnected = async (from: Person, to: Person) => {
  const path = `/api/users/check-if-connected/${from._id}/${to._id}`;
  const answers = await Promise.all([world.request(path, { as: from }), world.request(path, { as: to })]);
  expect(answers[0].data).toEqual(answers[1].data);
  return answers[0].data.isConnected;
};
const directions = async (one: Person, other: Person) => [
  await isConnected(one, other),
  await isConnected(other, one),
];
const grant = (sender: Person, receiver: Person, granted: boolean, as = receiver) =>
  world.request(`/api/connections/sender/${sender._id}/receiver/${receiver._id}`, {
    method: 'PUT',
    as,
    body: { isConnected: granted },
  });
const wrote = (writer: Person, reader: Person) =>
  world.db.transaction().execute((trx) =>
    noteWritten(trx, {
      writerId: writer._id,
      readerIds: [reader._id],
      now: world.ports.clock.now(),
    }).execute(),
  );
const connectedUsers = async (person: Person, query = '') => {
  const { data } = await world.request(`/api/users/${person._id}/connected-users${query}`, { as: person });
  return data;
};

describe('one may write to another without coins', () => {
  test('not where there is nothing between them', async () => {
    expect(await directions(alice, bob)).toEqual([false, false]);
    expect(await directions(alice, carol)).toEqual([false, false]);
    expect(await isConnected(alice, alice)).toBe(false);
  });

  test('where they are friends, both ways; a request is not enough', async () => {
    const { _id: id } = await world.as(alice).friendships.ask({ senderId: alice._id, receiverId: bob._id });
    expect(await directions(alice, bob)).toEqual([false, false]);
    await world.as(bob).friendships.accept({ id });
    expect(await directions(alice, bob)).toEqual([true, true]);
    await world.as(bob).friendships.remove({ id });
    expect(await directions(alice, bob)).toEqual([false, false]);
  });

  test('where the other one follows, one way', async () => {
    await world.as(alice).follows.follow({ followerId: alice._id, followingId: carol._id });
    expect(await directions(alice, carol)).toEqual([false, true]);
  });

  test('where they share an accepted membership, both ways', async () => {
    const { _id: id } = await world.as(alice).memberships.create({
      individualId: alice._id,
      organizationId: carol._id,
      membershipType: 'volunteer',
      startTime: { month: 0, year: 2025 },
    });
    expect(await directions(alice, carol)).toEqual([false, false]);
    await world.as(carol).memberships.accept({ id });
    expect(await directions(alice, carol)).toEqual([true, true]);
  });

  test('where the other one has ever written, one way, whatever is withdrawn', async () => {
    await wrote(bob, alice);
    await wrote(bob, alice);
    expect(await directions(alice, bob)).toEqual([true, false]);
    await grant(alice, bob, false);
    expect(await directions(alice, bob)).toEqual([true, false]);
  });

  test('where the other one allowed it, until that is withdrawn', async () => {
    const answer = await grant(alice, bob, true);
    expect(answer).toMatchObject({
      status: 200,
      data: {
        connection: { senderId: alice._id, receiverId: bob._id, isConnected: true, isGranted: true },
      },
    });
    await grant(alice, bob, true);
    expect(await directions(alice, bob)).toEqual([true, false]);
    const path = `/api/connections/sender/${alice._id}`;
    expect((await world.request(path, { as: alice })).data.items).toMatchObject([{ receiverId: bob._id }]);
    expect((await world.request(`${path}/receiver/${bob._id}`, { as: alice })).data).toEqual(answer.data);
    expect((await grant(alice, bob, false)).data.connection).toMatchObject({
      isConnected: false,
      isGranted: false,
    });
    expect(await directions(alice, bob)).toEqual([false, false]);
    expect((await world.request(path, { as: alice })).data.items).toEqual([]);
  });
});

test('only the receiver decides who may write, and only the sender asks whom one may write to', async () => {
  expect(await grant(alice, bob, true, alice)).toMatchObject({ status: 403 });
  expect(await grant(alice, bob, true, carol)).toMatchObject({ status: 403 });
  expect(await grant(alice, alice, true)).toMatchObject({ status: 400 });
  const nobody = { ...alice, _id: '01990000-0000-7000-8000-000000000000' };
  expect(await grant(nobody, bob, true)).toMatchObject({ status: 404 });
  const ask = (path: string, as: Person) => world.request(`/api/${path}`, { as });
  const between = `connections/sender/${alice._id}/receiver/${bob._id}`;
  expect(await ask(between, bob)).toMatchObject({ status: 403 });
  expect(await ask(between, alice)).toMatchObject({ status: 200 });
  expect(await ask(`users/check-if-connected/${alice._id}/${bob._id}`, carol)).toMatchObject({ status: 403 });
});

test('those to whom one may write are the same, seen from one and from all', async () => {
  const people = await Promise.all(
    ['dan', 'eve', 'frank', 'grace', 'heidi', 'ivan'].map((name) => world.individual(name)),
  );
  const [dan, eve, frank, grace] = people;
  if (!dan || !eve || !frank || !grace) throw new Error('Somebody is missing.');
  await world.befriend(dan, alice);
  await world.as(eve).follows.follow({ followerId: eve._id, followingId: alice._id });
  await wrote(frank, alice);
  await grant(alice, grace, true);
  await wrote(dan, alice);
  const expected = [dan, eve, frank, grace].map(({ _id }) => _id).toSorted();

  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await connectedUsers(alice, `?limit=2${cursor ? `&cursor=${cursor}` : ''}`);
    seen.push(...page.items.map(({ _id }: { _id: string }) => _id));
    ({ cursor } = page);
  } while (cursor);
  expect(seen.toSorted()).toEqual(expected);

  const candidates = [...people.map(({ _id }) => _id), alice._id, carol._id];
  const found = await findConnected(world.db, alice._id, candidates);
  expect([...found].toSorted()).toEqual(expected);
});

test('1,000 candidates cost one statement', async () => {
  await world.befriend(alice, bob);
  const candidates = [bob._id, ...Array.from({ length: 999 }, () => crypto.randomUUID())];
  let found = new Set<string>();
  const statements = await world.countQueries(async () => {
    found = await findConnected(world.db, alice._id, candidates);
  });
  expect(statements).toBe(1);
  expect([...found]).toEqual([bob._id]);
});
