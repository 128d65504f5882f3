import { describe, expect, test } from 'vitest';
import { readEvents } from '../events/events.queries.ts';
import { setUpCast } from '../testing/cast.ts';
import type { Person } from '../testing/world.ts';

/** An id that nobody has. */
const nobodysId = '01990000-0000-7000-8000-000000000000';

const { world, alice, bob, carol } = setUpCast();

const pairOf = (endorser: Person, endorsee: Person) => ({
  endorserId: endorser._id,
  endorseeId: endorsee._id,
});
const endorse = (endorser: Person, endorsee: Person) =>
  world.as(endorser).endorsements.endorse(pairOf(endorser, endorsee));
const endorserIds = async (path: string, as?: Person) => {
  const { data } = await world.request(`/api/endorsements/endorsers/${path}`, as && { as });
  return data.items.map((item: { endorserId: string }) => item.endorserId);
};

describe('endorsing', () => {
  test('twice is once, and returns the same', async () => {
    const first = await endorse(alice, carol);
    expect(first).toMatchObject({ isEndorsing: true, endorsement: pairOf(alice, carol), totalEndorsers: 1 });
    expect(await endorse(alice, carol)).toEqual(first);
  });

  test('20 times at once is one endorsement, one notification and one event', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => endorse(alice, carol)));
    expect(new Set(answers.map((answer) => answer.endorsement?._id)).size).toBe(1);
    const notifications = await world.as(carol).notifications.list({});
    expect(notifications.items).toMatchObject([{ type: 'endorsement', senderId: alice._id, postId: null }]);
    expect(await readEvents(world.db, alice._id, 0)).toMatchObject([
      { type: 'endorsement-changed', payload: { userId: carol._id, endorses: true } },
    ]);
  });

  test('is taken back, however often, and the organization hears of it once', async () => {
    await endorse(bob, carol);
    for (let round = 0; round < 2; round++) {
      await endorse(alice, carol);
      for (let again = 0; again < 2; again++)
        expect(await world.as(alice).endorsements.cancelEndorse(pairOf(alice, carol))).toEqual({
          isEndorsing: false,
          endorsement: null,
          totalEndorsers: 1,
        });
    }
    const [notification] = (await world.as(carol).notifications.list({})).items;
    expect(notification).toMatchObject({ type: 'endorsement', totalSenders: 2 });
    const events = await readEvents(world.db, alice._id, 0);
    expect(events.map(({ payload }) => 'endorses' in payload && payload.endorses)).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  test('is for organizations: they are endorsed by people and by each other, and nobody else is', async () => {
    const dan = await world.organization('dan');
    expect(await endorse(carol, dan)).toMatchObject({ isEndorsing: true });
    const send = (body: object, as = alice) =>
      world.request('/api/endorsements/endorse', { method: 'POST', as, body });
    expect(await send(pairOf(alice, bob))).toMatchObject({
      status: 400,
      fields: { endorseeId: 'Only organizations can be endorsed.' },
    });
    expect(await send(pairOf(carol, carol), carol)).toMatchObject({ status: 400 });
    expect(await send(pairOf(alice, { ...carol, _id: nobodysId }))).toMatchObject({ status: 404 });
    expect(await send(pairOf(bob, carol))).toMatchObject({ status: 403 });
    expect(await send(pairOf(alice, carol))).toMatchObject({ status: 200 });
  });
});

describe('lists', () => {
  test('show who endorses whom, newest first, with names and what there is between them and the caller', async () => {
    await endorse(alice, carol);
    await endorse(bob, carol);
    const endorsers = await world.request(`/api/endorsements/endorsers/${carol._id}`, { as: alice });
    expect(endorsers.data).toMatchObject({
      cursor: null,
      items: [
        {
          ...pairOf(bob, carol),
          endorserUserType: 'individual',
          endorserName: 'Bob Example',
          endorserFirstName: 'Bob',
          endorserLastName: 'Example',
          endorserProfilePicture: null,
          relation: { follows: false, endorses: false, friendship: null },
        },
        { ...pairOf(alice, carol), relation: null },
      ],
    });
    const endorsees = await world.request(`/api/endorsements/endorsees/${alice._id}`, { as: alice });
    expect(endorsees.data.items).toMatchObject([
      {
        endorseeId: carol._id,
        endorseeUserType: 'organization',
        endorseeName: 'Carol',
        endorseeFirstName: null,
        relation: { endorses: true },
      },
    ]);
    expect((await world.visitor.endorsements.endorsees({ id: alice._id })).items).toHaveLength(1);
  });

  test('tell which of some organizations the caller endorses, and nothing of anybody else', async () => {
    const dan = await world.organization('dan');
    await endorse(alice, carol);
    await endorse(bob, dan);
    const ids = [dan._id, carol._id, nobodysId];
    expect(await world.as(alice).endorsements.mine({ ids })).toEqual({ ids: [carol._id] });
    expect(await world.as(alice).endorsements.mine({ ids: [] })).toEqual({ ids: [] });
    const path = (some: string[]) => `/api/endorsements/mine?ids=${encodeURIComponent(JSON.stringify(some))}`;
    expect((await world.request(path(ids), { as: bob })).data).toEqual({ ids: [dan._id] });
    expect(await world.request(path(ids))).toMatchObject({ status: 401 });
    const many = Array.from({ length: 101 }, () => carol._id);
    expect(await world.request(path(many), { as: bob })).toMatchObject({ status: 400 });
  });

  test('page without gaps over endorsements of one instant', async () => {
    const crowd = await Promise.all(Array.from({ length: 7 }, () => world.individual('dan')));
    for (const person of crowd) await endorse(person, carol);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await world.visitor.endorsements.endorsers({ id: carol._id, limit: 2, cursor });
      seen.push(...page.items.map((item) => item.endorserId));
      ({ cursor } = page);
    } while (cursor);
    expect(seen.toSorted()).toEqual(crowd.map(({ _id }) => _id).toSorted());
  });

  test('leave out whom the caller may not find, without short pages; can be of friends only', async () => {
    const eve = await world.individual('eve', { show_on_search: 'never' });
    for (const person of [alice, eve, bob]) await endorse(person, carol);
    const dan = await world.individual('dan');
    await world.befriend(bob, dan);
    expect(await endorserIds(`${carol._id}?limit=2`, dan)).toEqual([bob._id, alice._id]);
    expect(await endorserIds(`${carol._id}?onlyFriends=true`, dan)).toEqual([bob._id]);
    expect(await endorserIds(`${carol._id}?onlyFriends=true`)).toEqual([]);
    expect(await endorserIds(carol._id, carol)).toEqual([bob._id, eve._id, alice._id]);
    const between = async (as: Person) =>
      (await world.request(`/api/endorsements/${eve._id}/${carol._id}`, { as })).data;
    expect(await between(dan)).toEqual({ isEndorsing: false, endorsement: null });
    expect(await between(eve)).toMatchObject({ isEndorsing: true, endorsement: pairOf(eve, carol) });
  });

  test('cost the same number of statements for one and for thirty', async () => {
    const list = () => world.as(alice).endorsements.endorsers({ id: carol._id });
    await endorse(bob, carol);
    const forOne = await world.countQueries(list);
    for (let index = 0; index < 29; index++) await endorse(await world.individual('dan'), carol);
    expect(await world.countQueries(list)).toBe(forOne);
  });
});

test('the summary counts all, friends of the caller, and those of the last 7 days', async () => {
  const now = new Date('2026-11-21T10:00:00Z');
  world.ports.clock.set(new Date(now.getTime() - 8 * 24 * 60 * 60 * 1000));
  await endorse(alice, carol);
  world.ports.clock.set(now);
  await endorse(bob, carol);
  await world.befriend(alice, bob);
  const path = `/api/endorsements/endorsers/${carol._id}/summary`;
  expect((await world.request(path, { as: bob })).data).toEqual({
    totalEndorsers: 2,
    totalFriendsEndorsers: 1,
    totalNewEndorsers: 1,
  });
  expect((await world.request(path)).data).toMatchObject({ totalEndorsers: 2, totalFriendsEndorsers: 0 });
});

test('the summary counts as many friends as the list of friends shows', async () => {
  const hidden = await world.individual('eve', { show_on_search: 'never' });
  await world.befriend(alice, hidden);
  await endorse(hidden, carol);
  const id = carol._id;
  const caller = world.as(alice);
  expect((await caller.endorsements.endorsers({ id, onlyFriends: true })).items).toEqual([]);
  expect((await caller.endorsements.summary({ id })).totalFriendsEndorsers).toBe(0);
});
