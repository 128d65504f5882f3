import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { setUpCast } from '../testing/cast.ts';
import type { Person } from '../testing/world.ts';
import { keepListsUp } from './keep-up.ts';
import { hasDueLists } from './rule-lists.queries.ts';
import { type Condition, ruleLimits } from './rules.schema.ts';

const { world, alice, bob, carol } = setUpCast();

const dayMs = 24 * 3_600_000;
const liked: Condition = { about: 'reactions', what: ['liked', 'going'], times: 2, days: 90 };
const follows: Condition = { about: 'follows', holds: true };
const stranger: Condition = { about: 'follows', holds: false };

const lists = (as: Person = carol) => world.as(as).cultivations;
async function create(...all: Condition[]): Promise<string> {
  const { _id } = await lists().create({ title: 'Regulars', rules: { all } });
  await world.ports.runJobs();
  return _id;
}
const namesOn = async (id: string) =>
  (await lists().byId({ id, sort: 'name', order: 'ascending' })).users.map(
    ({ basicInfo }) => basicInfo.firstName,
  );
const namesGone = async (id: string) =>
  (await lists().departures({ id })).items.map(({ user }) => user.firstName);
const listEntriesOf = async ({ _id: userId }: Person) =>
  (await world.as(carol).prospects.timeline({ userId })).items
    .filter(({ list }) => list !== null)
    .map(({ kind, at, list }) => [kind, at, list?._id]);
async function settle() {
  do {
    await keepListsUp(world.deps);
    await world.ports.runJobs();
  } while (await hasDueLists(world.db, world.ports.clock.now()));
}
const publish = async () =>
  (await world.as(carol).posts.create({ postType: 'event', title: 'Soup night', isActive: true }))._id;
const follow = (person: Person) =>
  world.as(person).follows.follow({ followerId: person._id, followingId: carol._id });
const unfollow = (person: Person) =>
  world.as(person).follows.unfollow({ followerId: person._id, followingId: carol._id });

beforeEach(() => world.ports.clock.set(new Date('2026-11-21T12:00:00.000Z')));

describe('a list with rules', () => {
  it('follows what people do, and notes when they joined and left', async () => {
    const id = await create(liked, stranger);
    expect(await lists().byId({ id })).toMatchObject({
      keepsItself: true,
      rules: { version: 1, all: [liked, stranger] },
      filledAt: '2026-11-21T12:00:00.000Z',
      users: [],
    });
    const post = await publish();
    await world.as(alice).posts.like({ id: post });
    await world.as(bob).posts.like({ id: post });
    await settle();
    expect(await namesOn(id)).toEqual([]);
    world.ports.clock.advance(dayMs);
    await world.as(alice).posts.going({ id: post });
    await settle();
    expect(await lists().byId({ id })).toMatchObject({
      users: [{ _id: alice._id, addedAt: '2026-11-22T12:00:00.000Z' }],
    });
    world.ports.clock.advance(dayMs);
    await follow(alice);
    await settle();
    expect(await namesOn(id)).toEqual([]);
    expect(await lists().departures({ id })).toMatchObject({
      items: [
        {
          user: { _id: alice._id, name: 'Alice Example' },
          joinedAt: '2026-11-22T12:00:00.000Z',
          leftAt: '2026-11-23T12:00:00.000Z',
        },
      ],
      cursor: null,
    });
    expect(await listEntriesOf(alice)).toEqual([
      ['left-list', '2026-11-23T12:00:00.000Z', id],
      ['joined-list', '2026-11-22T12:00:00.000Z', id],
    ]);
    world.ports.clock.advance(dayMs);
    await unfollow(alice);
    await settle();
    expect([await namesOn(id), await namesGone(id)]).toEqual([['Alice'], []]);
    expect(await listEntriesOf(alice)).toEqual([
      ['joined-list', '2026-11-24T12:00:00.000Z', id],
      ['left-list', '2026-11-23T12:00:00.000Z', id],
    ]);
    await world.as(alice).blocks.block({ userId: alice._id, blockedUserId: carol._id });
    expect(await listEntriesOf(alice)).toEqual([['joined-list', '2026-11-24T12:00:00.000Z', id]]);
    await world.as(alice).blocks.unblock({ userId: alice._id, blockedUserId: carol._id });
    await world.as(carol).posts.remove({ id: post });
    await settle();
    world.ports.clock.advance(60_000);
    await settle();
    expect([await namesOn(id), await namesGone(id)]).toEqual([[], ['Alice']]);
  });

  it('loses whom time takes out of a window, and forgets them after 90 days', async () => {
    const id = await create({ ...liked, times: 1, days: 7 });
    await world.as(alice).posts.like({ id: await publish() });
    await settle();
    world.ports.clock.advance(6.9 * dayMs);
    await settle();
    expect(await namesOn(id)).toEqual(['Alice']);
    world.ports.clock.advance(0.5 * dayMs);
    await settle();
    expect([await namesOn(id), await namesGone(id)]).toEqual([[], ['Alice']]);
    world.ports.clock.advance(91 * dayMs);
    expect(await namesGone(id)).toEqual([]);
    await settle();
    const kept = await world.db
      .selectFrom('cultivation_departures')
      .select('user_id')
      .where('cultivation_id', '=', id)
      .execute();
    expect(kept).toEqual([]);
  });

  it('shows nothing of who hides what they do, not even that they left', async () => {
    const [reacted, followers] = [await create({ ...liked, times: 1 }), await create(follows)];
    const post = await publish();
    for (const person of [alice, bob]) {
      await world.as(person).posts.like({ id: post });
      await follow(person);
    }
    await settle();
    expect(await namesOn(reacted)).toEqual(['Alice', 'Bob']);
    await world.as(alice).profiles.savePrivacy({ id: alice._id, showActivity: 'no-one' });
    await settle();
    expect([await namesOn(reacted), await namesGone(reacted)]).toEqual([['Bob'], []]);
    expect(await namesOn(followers)).toEqual(['Alice', 'Bob']);
    expect(await lists().countRules({ rules: { all: [{ ...liked, times: 1 }] } })).toEqual({
      count: 1,
      isExact: true,
    });
    await world.as(alice).profiles.savePrivacy({ id: alice._id, showActivity: 'Public' });
    await settle();
    expect(await namesOn(reacted)).toEqual(['Alice', 'Bob']);
  });

  it('has nobody who is hidden, blocked or gone, and shows no trace of them', async () => {
    const id = await create(follows);
    const [eve, mallory] = [await world.individual('eve'), await world.individual('mallory')];
    for (const person of [alice, bob, eve, mallory]) await follow(person);
    await settle();
    await unfollow(mallory);
    await settle();
    expect(await namesGone(id)).toEqual(['Mallory']);
    await world.as(alice).profiles.savePrivacy({ id: alice._id, isUserSearchable: false });
    await world.as(mallory).profiles.savePrivacy({ id: mallory._id, isUserSearchable: false });
    expect(await namesOn(id)).toEqual(['Bob', 'Eve']);
    await world.as(bob).blocks.block({ userId: bob._id, blockedUserId: carol._id });
    await world.db.deleteFrom('users').where('id', '=', eve._id).execute();
    await settle();
    expect([await namesOn(id), await namesGone(id)]).toEqual([[], []]);
    await world.as(alice).profiles.savePrivacy({ id: alice._id, isUserSearchable: true });
    await settle();
    expect(await namesOn(id)).toEqual(['Alice']);
  });

  it('is brought up to date once, however many processes look', async () => {
    const id = await create(follows);
    await Promise.all([follow(alice), follow(bob)]);
    await Promise.all(Array.from({ length: 4 }, () => keepListsUp(world.deps)));
    await settle();
    expect(await namesOn(id)).toEqual(['Alice', 'Bob']);
    expect(await world.db.selectFrom('cultivation_changes').select('id').execute()).toEqual([]);
  });

  it('takes in a crowd in batches, and changes with its rules', async () => {
    const id = await create(follows);
    await sql`
      with person as (
        insert into users (id, user_type, email, password_hash, created_at)
        select gen_random_uuid(), 'individual', ${uuid()}::text || n || '@example.org', 'hash', now()
        from generate_series(1, 1201) as n returning id
      ), profile as (
        insert into individuals (user_id, first_name, last_name, address)
        select id, 'Crowd', 'Example', '{}' from person
      )
      insert into follows (id, follower_id, following_id, created_at)
      select gen_random_uuid(), id, ${carol._id}::uuid, now() from person`.execute(world.db);
    await settle();
    world.ports.clock.advance(60_000);
    await settle();
    expect(await lists().byId({ id })).toMatchObject({ totalUsers: 1201 });
    await follow(alice);
    const all: Condition[] = [{ ...liked, times: 1 }, follows];
    await lists().update({ id, rules: { all } });
    expect(await lists().byId({ id })).toMatchObject({ filledAt: null, rules: { all } });
    await world.as(alice).posts.like({ id: await publish() });
    await settle();
    expect(await lists().byId({ id })).toMatchObject({ totalUsers: 1, filledAt: expect.any(String) });
    await lists().remove({ id });
  });

  it('asks nothing of the lists of organizations with other rules', async () => {
    await create({ about: 'endorses', holds: true });
    await follow(alice);
    await world.as(alice).posts.like({ id: await publish() });
    const noted = await world.db
      .selectFrom('cultivation_changes')
      .select('topics')
      .where('organization_id', '=', carol._id)
      .execute();
    expect(noted).toEqual([]);
  });
});

describe('by hand', () => {
  it('nobody is added to a list with rules or removed from it, and the error says why', async () => {
    const id = await create(follows);
    await follow(alice);
    await settle();
    const send = (what: 'add' | 'remove', person: Person) =>
      world.request(`/api/cultivations/${id}/${what}/user`, {
        method: 'PUT',
        as: carol,
        body: { userId: person._id },
      });
    for (const answer of [await send('add', bob), await send('remove', alice)])
      expect(answer).toMatchObject({
        status: 409,
        message: expect.stringContaining('This list keeps itself by its rules'),
      });
    expect(await namesOn(id)).toEqual(['Alice']);
  });

  it('its people are copied to a list of names, exported and written to', async () => {
    const id = await create(follows);
    await follow(alice);
    await settle();
    const { _id: names } = await lists().create({ title: 'Chosen' });
    await lists().addUsers({ id: names, cultivationId: id });
    const copy = await lists().copy({ id, title: 'Copy' });
    expect(copy).toMatchObject({ keepsItself: false, rules: null, totalUsers: 1 });
    await unfollow(alice);
    await settle();
    expect([await namesOn(id), await namesOn(names), await namesOn(copy._id)]).toEqual([
      [],
      ['Alice'],
      ['Alice'],
    ]);
    await lists().removeUser({ id: names, userId: alice._id });
    await follow(bob);
    await settle();
    expect(await lists().messagePrice({ cultivationId: id })).toMatchObject({ total: 1 });
    const file = await world.fetch(`/api/cultivations/${id}/users.csv`, {
      headers: { authorization: `Bearer ${carol.token}` },
    });
    expect(await file.text()).toContain('Bob Example');
  });

  it('a list of names cannot get rules, and rules are changed, not dropped', async () => {
    const { _id: names } = await lists().create({ title: 'Chosen' });
    await expect(lists().update({ id: names, rules: { all: [follows] } })).rejects.toThrow(
      'cannot have rules',
    );
    const id = await create(follows);
    expect(await lists().update({ id, title: 'Friends', rules: null })).toMatchObject({
      title: 'Friends',
      rules: { all: [follows] },
    });
  });
});

describe('bounds', () => {
  it('an organization has so many lists with rules, and counts so often', async () => {
    for (let count = 0; count < ruleLimits.lists; count++)
      await lists().create({ title: 'Regulars', rules: { all: [follows] } });
    await expect(lists().create({ title: 'One more', rules: { all: [follows] } })).rejects.toThrow(
      `You can have ${ruleLimits.lists} lists with rules`,
    );
    await lists().create({ title: 'Names' });
    const { _id: id = '' } = (await lists().list({})).items.find(({ keepsItself }) => keepsItself) ?? {};
    world.ports.enforceLimits();
    for (let time = 0; time < 60; time++)
      expect(await world.ports.limits.consume('rules', carol._id)).toBe(0);
    await expect(lists().countRules({ rules: { all: [follows] } })).rejects.toThrow('Too many attempts');
    await expect(lists().update({ id, rules: { all: [stranger, liked] } })).rejects.toThrow(
      'Too many attempts',
    );
    expect(await lists().update({ id, title: 'Friends' })).toMatchObject({ title: 'Friends' });
  });

  // PGlite has one connection, and everything waits for it.
  it.runIf(inject('database').engine === 'postgres')('counts for an organization one at a time', async () => {
    await world.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`count rules ${carol._id}`}, 0))`.execute(
        trx,
      );
      await expect(lists().countRules({ rules: { all: [follows] } })).rejects.toThrow('Too many attempts');
    });
    expect(await lists().countRules({ rules: { all: [follows] } })).toEqual({ count: 0, isExact: true });
  });

  it('rules of a version that is not known leave a list as it is', async () => {
    const id = await create(follows);
    await follow(alice);
    await settle();
    await world.db
      .updateTable('cultivations')
      .set({ rules: JSON.stringify({ version: 99, all: [] }) })
      .where('id', '=', id)
      .execute();
    await unfollow(alice);
    await settle();
    expect(await lists().byId({ id })).toMatchObject({ keepsItself: true, rules: null, totalUsers: 1 });
  });

  it('counting costs the same number of statements whatever the rules', async () => {
    const count = (all: Condition[]) => () => lists().countRules({ rules: { all } });
    const one = await world.countQueries(count([follows]));
    expect(await world.countQueries(count([follows, liked, { about: 'skills', ids: ['cooking'] }]))).toBe(
      one,
    );
  });
});
