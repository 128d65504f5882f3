import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';
import { setUpCast } from '../testing/cast.ts';
import type { Person } from '../testing/world.ts';
import { cultivationLimits } from './cultivations.schema.ts';
import { keepListsUp } from './keep-up.ts';
import { type UserColumn, userColumns } from './user-columns.schema.ts';

const { world, alice, bob, carol } = setUpCast();

const lists = (as: Person = carol) => world.as(as).cultivations;
const create = async (title = 'Regulars') => (await lists().create({ title }))._id;
const idsOn = async (id: string, order: object = {}) =>
  (await lists().byId({ id, ...order })).users.map(({ _id }) => _id);
const publish = async (title: string) => {
  const post = { postType: 'event', title, isActive: true } as const;
  return (
    await world.as(carol).posts.create({ ...post, startDateTime: '2030-01-01T10:00:00Z', timeZone: 'UTC' })
  )._id;
};

/** Inserts individuals with names of a single word, and returns the word. */
async function addCrowd(count: number, name = `Crowd${uuid().slice(-12)}`): Promise<string> {
  await sql`
    with person as (
      insert into users (id, user_type, email, password_hash, created_at)
      select gen_random_uuid(), 'individual', lower(${name}::text) || n || '@example.org', 'hash', now()
      from generate_series(1, ${count}::int) as n returning id
    )
    insert into individuals (user_id, first_name, last_name, address)
    select id, ${name}::text, 'Example', '{}' from person`.execute(world.db);
  return name;
}

describe('a list', () => {
  it('is created, changed, copied with its people, and deleted over REST', async () => {
    const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
      world.request(`/api/cultivations/${path}`, { method, as: carol, body });
    const created = await send('POST', '', {
      title: ' Regulars ',
      description: 'Weekly',
      creatorId: carol._id,
    });
    expect(created).toMatchObject({
      status: 200,
      message: 'Cultivation saved.',
      data: { title: 'Regulars', description: 'Weekly', creatorId: carol._id, totalUsers: 0 },
    });
    const { _id: id } = created.data;
    expect(await send('PUT', `${id}/add/user`, { userId: alice._id })).toMatchObject({
      message: 'Users are added successfully.',
      data: { totalUsers: 1, addition: { added: 1, state: 'done' } },
    });
    expect(await send('PUT', `${id}/add/user`, { userIds: [alice._id, bob._id] })).toMatchObject({
      data: { totalUsers: 2, addition: { total: 2, added: 1 } },
    });
    const copied = await send('POST', `${id}/copy`, { title: 'Friends' });
    expect(copied).toMatchObject({
      message: 'Cultivation copied.',
      data: { title: 'Friends', description: 'Weekly', totalUsers: 2 },
    });
    expect(await send('PUT', `${id}/remove/user`, { userId: alice._id })).toMatchObject({
      message: '1 User removed successfully.',
      data: { totalUsers: 1 },
    });
    expect(await send('PUT', `${id}/remove/user`, { userId: alice._id })).toMatchObject({ status: 404 });
    await send('PUT', id, { title: 'Others' });
    const { data } = await send('GET', `user/${carol._id}`);
    expect(data.items).toMatchObject([
      { _id: copied.data._id, totalUsers: 2 },
      { _id: id, title: 'Others', description: 'Weekly', totalUsers: 1 },
    ]);
    expect(await send('DELETE', id)).toMatchObject({ status: 200, message: 'Cultivation deleted.' });
    expect(await send('GET', id)).toMatchObject({ status: 404 });
  });

  it('of an id that the client chose is one, however often it is sent at once', async () => {
    const _id = uuid();
    const send = () => lists().create({ _id, title: 'Regulars' });
    const sent = await Promise.all(Array.from({ length: 6 }, send));
    expect(new Set(sent.map((list) => JSON.stringify(list))).size).toBe(1);
    await expect(lists().create({ _id, title: 'Others' })).rejects.toThrow('This id is taken');
    await lists().copy({ id: _id, _id: uuid(), title: 'Copy' });
    expect((await lists().list({})).items).toHaveLength(2);
  });

  it('takes nobody from a list of another organization', async () => {
    const dan = await world.organization('dan');
    const theirs = (await lists(dan).create({ title: 'Secret' }))._id;
    await lists(dan).addUsers({ id: theirs, userId: alice._id });
    const id = await create();
    await expect(lists().addUsers({ id, cultivationId: theirs })).rejects.toThrow('Not found');
    await expect(lists().copy({ id: theirs, title: 'Mine' })).rejects.toThrow('Not found');
    expect(await idsOn(id)).toEqual([]);
  });

  it('holds whom the organization may find: hidden people, admins and itself are left out', async () => {
    const hidden = await world.individual('eve', { is_user_searchable: false });
    const never = await world.individual('eve', { show_on_search: 'never' });
    const dan = await world.organization('dan');
    const ada = await world.admin('ada');
    const id = await create();
    const userIds = [hidden, never, dan, ada, carol, alice].map(({ _id }) => _id);
    await lists().addUsers({ id, userIds });
    expect((await idsOn(id)).toSorted()).toEqual([dan._id, alice._id].toSorted());
    await expect(lists().addUsers({ id, userId: hidden._id })).rejects.toThrow('can be found');
  });

  it('loses who hides, for good, and who deletes the account', async () => {
    const id = await create();
    await lists().addUsers({ id, userIds: [alice._id, bob._id] });
    await world.as(alice).profiles.savePrivacy({ id: alice._id, showOnSearch: 'never' });
    expect(await idsOn(id)).toEqual([bob._id]);
    await world.as(alice).profiles.savePrivacy({ id: alice._id, showOnSearch: 'always' });
    expect(await idsOn(id)).toEqual([bob._id]);
    await world.db.deleteFrom('users').where('id', '=', bob._id).execute();
    expect(await lists().byId({ id })).toMatchObject({ totalUsers: 0, users: [] });
  });

  it('never keeps who hides while they are being added', async () => {
    for (let round = 0; round < 5; round++) {
      const eve = await world.individual('eve');
      const id = await create();
      await Promise.allSettled([
        lists().addUsers({ id, userId: eve._id }),
        world.as(eve).profiles.savePrivacy({ id: eve._id, isUserSearchable: false }),
      ]);
      expect((await lists().list({ limit: 1 })).items).toMatchObject([{ _id: id, totalUsers: 0 }]);
    }
  });
});

describe('many people', () => {
  it('are added by a search but for some of them, also in later batches', async () => {
    const name = await addCrowd(1201);
    const found = await sql<{ id: string }>`
      select user_id as id from individuals where first_name = ${name} order by user_id`.execute(world.db);
    const except = [found.rows[3], found.rows[1100]].map((row) => row?.id ?? '');
    const id = await create();
    const { addition } = await lists().addUsers({ id, filters: { name }, except });
    expect(addition).toMatchObject({ total: 1199 });
    await world.ports.runJobs();
    expect(await lists().additions({ id })).toMatchObject({ addition: { added: 1199, state: 'done' } });
    await lists().addUsers({ id, userIds: except });
    expect(await lists().byId({ id })).toMatchObject({ totalUsers: 1201 });
  });

  it('are added by a search in batches, with progress, and only once', async () => {
    const name = await addCrowd(1201);
    const id = await create();
    const { addition, totalUsers } = await lists().addUsers({ id, filters: { name } });
    expect(addition).toMatchObject({ total: 1201, done: 0, state: 'adding' });
    expect(totalUsers).toBe(0);
    await Promise.all([world.ports.runJobs(), world.ports.runJobs()]);
    expect(await lists().additions({ id })).toMatchObject({
      addition: { total: 1201, done: 1201, added: 1201, state: 'done' },
    });
    expect(await lists().byId({ id })).toMatchObject({ totalUsers: 1201, total: 150, isTotalExact: false });
    await lists().addUsers({ id, cultivationId: id });
    await world.ports.runJobs();
    expect(await lists().additions({ id })).toMatchObject({ addition: { done: 1201, added: 0 } });
    const copy = await lists().copy({ id, title: 'Copy' });
    await world.ports.runJobs();
    expect(await lists().byId({ id: copy._id })).toMatchObject({ totalUsers: 1201 });
  });

  it('are done also where they are exactly one batch', async () => {
    const name = await addCrowd(500);
    const id = await create();
    await lists().addUsers({ id, filters: { name } });
    await world.ports.runJobs();
    const addition = { done: 500, added: 500, state: 'done', finishedAt: expect.any(String) };
    expect(await lists().additions({ id })).toMatchObject({ addition });
    expect(await lists().byId({ id })).toMatchObject({ totalUsers: 500 });
  });

  it('are copied as they were, and their ids are not kept', async () => {
    const name = await addCrowd(1201);
    const id = await create();
    await lists().addUsers({ id, filters: { name } });
    await world.ports.runJobs();
    const copy = await lists().copy({ id, title: 'Copy' });
    await lists().remove({ id });
    await world.ports.runJobs();
    expect(await lists().additions({ id: copy._id })).toMatchObject({
      addition: { total: 1201, done: 1201, added: 1201, state: 'done' },
    });
    expect(await world.db.selectFrom('cultivation_addition_people').select('user_id').execute()).toEqual([]);
  });

  it('are added as a search found them, however that changes meanwhile', async () => {
    const name = await addCrowd(1201);
    const id = await create();
    await lists().addUsers({ id, filters: { name } });
    await world.db
      .updateTable('individuals')
      .set({ first_name: 'Renamed' })
      .where('first_name', '=', name)
      .execute();
    await world.ports.runJobs();
    expect(await lists().additions({ id })).toMatchObject({
      addition: { total: 1201, done: 1201, added: 1201, state: 'done' },
    });
  });

  it('are added from another list as it was, however it changes meanwhile', async () => {
    const [source, id] = [await create(), await create('Friends')];
    await lists().addUsers({ id: source, filters: { name: await addCrowd(1201) } });
    await world.ports.runJobs();
    await lists().addUsers({ id, cultivationId: source });
    await lists().remove({ id: source });
    await world.ports.runJobs();
    expect(await lists().additions({ id })).toMatchObject({
      addition: { total: 1201, done: 1201, added: 1201, state: 'done' },
    });
  });

  it('are added and copied only so often', async () => {
    const id = await create();
    await lists().addUsers({ id, filters: { name: await addCrowd(501) } });
    await world.ports.runJobs();
    world.ports.enforceLimits();
    for (let time = 0; time < 60; time++)
      expect(await world.ports.limits.consume('cultivation-additions', carol._id)).toBe(0);
    await expect(lists().copy({ id, title: 'Copy' })).rejects.toThrow('Too many attempts');
    expect(await lists().copy({ id: await create(), title: 'Copy' })).toMatchObject({ totalUsers: 0 });
  });

  it('stop at what a list can have', async () => {
    const id = await create();
    await world.db
      .insertInto('cultivation_counters')
      .values({ cultivation_id: id, people: cultivationLimits.people - 1, invited: 0, followed: 0 })
      .execute();
    const { addition, totalUsers } = await lists().addUsers({ id, userIds: [alice._id, bob._id] });
    expect([addition.added, totalUsers]).toEqual([1, cultivationLimits.people]);
    await expect(lists().addUsers({ id, userId: bob._id })).rejects.toThrow('A list can have 100000 people.');
    await lists().remove({ id });
  });
});

describe('those who reacted to a post', () => {
  it('are added, written to and invited, but for some of them, and for who hides it', async () => {
    const postId = await publish('Soup night');
    const quiet = await world.individual('eve', { show_activity: 'no-one' });
    const gone = await world.individual('erin');
    for (const person of [alice, quiet, gone, carol]) await world.as(person).posts.like({ id: postId });
    await world.as(bob).posts.going({ id: postId });
    await world.as(gone).posts.cancelLike({ id: postId });
    const id = await create();
    await lists().addUsers({ id, postId, except: [bob._id] });
    expect(await idsOn(id)).toEqual([alice._id]);
    expect(await lists().messagePrice({ postId })).toEqual({ total: 2, connected: 0, cost: 2 });
    const invited = { organizationId: carol._id, postId, except: [alice._id] };
    expect(await world.as(carol).invitations.followPrice(invited)).toMatchObject({ total: 1 });
    await lists().message({ postId, text: 'Thank you', cost: 2 });
    await world.ports.runJobs();
    for (const person of [alice, bob])
      expect((await world.as(person).conversations.list({})).items).toHaveLength(1);
    expect((await world.as(quiet).conversations.list({})).items).toEqual([]);
  });

  it('are those of the organization’s own posts', async () => {
    const postId = await publish('Soup night');
    await world.as(alice).posts.like({ id: postId });
    const dan = await world.organization('dan');
    const id = (await lists(dan).create({ title: 'Regulars' }))._id;
    for (const read of [
      () => lists(dan).addUsers({ id, postId }),
      () => lists(dan).messagePrice({ postId }),
      () => lists(dan).message({ postId, text: 'Hello' }),
      () => world.as(dan).invitations.followPrice({ organizationId: dan._id, postId }),
    ])
      await expect(read()).rejects.toThrow('Not found');
  });

  it('are left out by their ids up to a bound, and never of people who are named', async () => {
    const postId = await publish('Soup night');
    const many = Array.from({ length: cultivationLimits.except + 1 }, () => uuid());
    await expect(lists().messagePrice({ postId, except: many })).rejects.toThrow('Leave out at most 1000');
    expect(await lists().messagePrice({ postId, except: many.slice(1) })).toMatchObject({ total: 0 });
    await expect(lists().messagePrice({ userIds: [alice._id], except: [bob._id] })).rejects.toThrow();
  });
});

describe('the users of a list', () => {
  it('stand with what they do with the organization, without what they hide from it', async () => {
    const quiet = await world.individual('eve', { show_activity: 'no-one' });
    const [first, second] = [await publish('Soup night'), await publish('Bread day')];
    const elsewhere = await world.organization('dan');
    const theirs = await world
      .as(elsewhere)
      .posts.create({ postType: 'general', title: 'Hello', isActive: true });
    for (const person of [alice, quiet]) {
      await world.as(person).posts.like({ id: first });
      world.ports.clock.advance(1000);
      await world.as(person).posts.like({ id: second });
      await world.as(person).posts.going({ id: first });
      await world.as(person).posts.like({ id: theirs._id });
      await world.as(person).follows.follow({ followerId: person._id, followingId: carol._id });
      await world.as(person).endorsements.endorse({ endorserId: person._id, endorseeId: carol._id });
    }
    const id = await create();
    await lists().addUsers({ id, userIds: [alice._id, bob._id, quiet._id] });
    const { users } = await lists().byId({ id, sort: 'name', order: 'ascending' });
    const nothing = {
      totalInteractions: 0,
      lastLiked: null,
      lastLikedPost: null,
      lastInterested: null,
      lastInterestedPost: null,
      lastGoing: null,
      lastGoingPost: null,
      invited: false,
    };
    expect(users).toMatchObject([
      {
        _id: alice._id,
        userType: 'individual',
        basicInfo: { firstName: 'Alice', lastName: 'Example', name: 'Alice Example', profilePicture: null },
        totalInteractions: 3,
        lastLiked: { likedAt: expect.any(String) },
        lastLikedPost: { _id: second, postType: 'event', title: 'Bread day' },
        lastInterested: null,
        lastGoingPost: { _id: first, title: 'Soup night' },
        follows: true,
        endorses: true,
      },
      { _id: bob._id, ...nothing, follows: false, endorses: false },
      { _id: quiet._id, ...nothing, follows: true, endorses: true },
    ]);
    expect(await idsOn(id, { sort: 'totalInteractions' })).toEqual([
      alice._id,
      ...[bob._id, quiet._id].toSorted().toReversed(),
    ]);
    expect(await idsOn(id, { search: 'ali' })).toEqual([alice._id]);
    await world.as(alice).posts.cancelLike({ id: second });
    expect((await lists().byId({ id, search: 'alice' })).users).toMatchObject([
      { totalInteractions: 2, lastLikedPost: { _id: first } },
    ]);
  });

  it.each(userColumns)('are walked over in pages, each once, in both directions: by %s', async (sort) => {
    const id = await create();
    const name = await addCrowd(64);
    await lists().addUsers({ id, filters: { name } });
    const post = await publish('Soup night');
    await sql`
      insert into post_interests (post_id, user_id, liked_at, interested_at, going_at)
      select ${post}::uuid, user_id, now(), now(), now() from cultivation_users
      where cultivation_id = ${id} order by user_id limit 40`.execute(world.db);
    await keepListsUp(world.deps);
    const walk = async (order: 'ascending' | 'descending') => {
      const ids: string[] = [];
      let next: { page: number; cursor: string | null } | undefined = { page: 1, cursor: null };
      while (next) {
        const found = await lists().byId({ id, sort: sort satisfies UserColumn, order, ...next });
        ids.push(...found.users.map(({ _id }) => _id));
        next = found.pages.find(({ page }) => page === found.page + 1);
      }
      return ids;
    };
    const up = await walk('ascending');
    expect(new Set(up).size).toBe(64);
    expect(up).toHaveLength(64);
    expect(await walk('descending')).toEqual(up.toReversed());
  });

  it('reject a cursor of another order', async () => {
    const id = await create();
    for (const cursor of ['x', `${id}_x`, `${id}_99999999999999999`, id])
      await expect(lists().byId({ id, cursor })).rejects.toThrow('not a cursor');
    await expect(lists().byId({ id, sort: 'name', cursor: `${id}_a\0b` })).rejects.toThrow('not a cursor');
  });

  it('cost the same number of statements for one and for thirty', async () => {
    const id = await create();
    await lists().addUsers({ id, userId: alice._id });
    const forOne = await world.countQueries(() => lists().byId({ id }));
    await lists().addUsers({ id, filters: { name: await addCrowd(40) } });
    expect(await world.countQueries(() => lists().byId({ id }))).toBe(forOne);
  });
});

describe('the file of a list', () => {
  const read = async (id: string, as?: Person) =>
    world.fetch(`/api/cultivations/${id}/users.csv`, {
      ...(as && { headers: { authorization: `Bearer ${as.token}` } }),
    });

  it('has everybody, with cells that no spreadsheet takes for a formula', async () => {
    const id = (await lists().create({ title: '=1+1', description: 'Weekly' }))._id;
    await lists().addUsers({ id, filters: { name: await addCrowd(520) } });
    await world.ports.runJobs();
    const mallory = await world.individual('mallory', { first_name: '@SUM(A1)', last_name: '"x"' });
    await lists().addUsers({ id, userId: mallory._id });
    const post = await publish('Soup night');
    await world.as(mallory).posts.like({ id: post });
    const response = await read(id, carol);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('x-total-count')).toBe('521');
    const lines = (await response.text()).trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      'List Title,List Description,User Name,Total Interactions,Last Liked,Last Interested,Last Going,Follows,Endorses',
    );
    expect(lines).toHaveLength(522);
    const [
      {
        users: [listed],
      },
    ] = [await lists().byId({ id, search: 'sum' })];
    expect(lines.find((line) => line.includes('SUM'))).toBe(
      `'=1+1,Weekly,"'@SUM(A1) ""x""",1,${listed?.lastLiked?.likedAt} Soup night,,,No,No`,
    );
  });

  it('is for the organization whose list it is', async () => {
    const id = await create();
    expect((await read(id, await world.organization('dan'))).status).toBe(404);
    expect((await read(id, alice)).status).toBe(403);
    expect((await read(id)).status).toBe(401);
    expect((await read('nonsense', carol)).status).toBe(404);
    expect((await read(id, carol)).status).toBe(200);
  });
});
