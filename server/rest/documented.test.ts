import { beforeAll, describe, expect, it } from 'vitest';
import { setUpWorld } from '../testing/cast.ts';
import { type Person, password } from '../testing/world.ts';

const world = setUpWorld();
let alice: Person;
let bob: Person;
let carol: Person;
beforeAll(async () => {
  [alice, bob, carol] = [
    await world.individual('alice'),
    await world.individual('bob'),
    await world.organization('carol'),
  ];
  await world.befriend(alice, bob);
  for (const followerId of [bob._id, (await world.individual('dan'))._id])
    await world.db
      .insertInto('follows')
      .values({
        id: crypto.randomUUID(),
        follower_id: followerId,
        following_id: carol._id,
        created_at: new Date(),
      })
      .execute();
});

describe('the query', () => {
  it('is not read by a POST or PUT', async () => {
    const query = `email=${encodeURIComponent(alice.email)}&password=${encodeURIComponent(password)}`;
    const signIn = (address: string, body: object) => world.request(address, { method: 'POST', body });
    expect(await signIn(`/api/auth/sign-in?${query}`, {})).toMatchObject({ status: 400, data: null });
    expect(await signIn('/api/auth/sign-in', { email: alice.email, password })).toMatchObject({
      status: 200,
    });

    const follow = `followerId=${alice._id}&followingId=${carol._id}`;
    expect(await world.request(`/api/follows/follow?${follow}`, { method: 'POST', as: alice })).toMatchObject(
      {
        status: 400,
      },
    );
    const mark = `/api/notifications/?isRead=true&all=true`;
    expect(await world.request(mark, { method: 'PUT', as: alice })).toMatchObject({ status: 400 });
  });

  it('takes a flag that stands bare or with its value', async () => {
    const followers = async (query: string) => {
      const { data } = await world.request(`/api/follows/followers/${carol._id}${query}`, { as: alice });
      return data.items.map(({ followerId }: { followerId: string }) => followerId);
    };
    for (const query of ['?onlyFriends', '?onlyFriends=', '?onlyFriends=true', '?limit=5&onlyFriends'])
      expect(await followers(query), query).toEqual([bob._id]);
    for (const query of ['', '?onlyFriends=false']) expect(await followers(query), query).toHaveLength(2);
    for (const address of ['/api/notifications/count?onlyNew', '/api/notifications/?topNotifications'])
      expect(await world.request(address, { as: alice }), address).toMatchObject({ status: 200 });
    expect(await world.request(`/api/follows/followers/${carol._id}?onlyFriends=maybe`)).toMatchObject({
      status: 400,
    });
  });

  it('takes an empty text for an absent optional field', async () => {
    expect(await world.request('/api/users/email/nobody@example.org?currentUserId=')).toMatchObject({
      status: 200,
      data: { emailExists: false },
    });
    expect(await world.request('/api/posts?filters=&limit=&cursor=')).toMatchObject({ status: 200 });
  });

  it('rejects a field that is documented nowhere', async () => {
    for (const field of ['colour=red', '__proto__=1', 'constructor=1'])
      expect(await world.request(`/api/posts?${field}`), field).toMatchObject({ status: 400 });
  });
});

describe('an instant of a filter', () => {
  const wrong = [
    '2026-05-01T00:00:00+16:00',
    '2026-05-01T00:00:00-23:59',
    `2026-05-01T00:00:00.${'0'.repeat(3000)}Z`,
  ];
  it('is rejected with 400 where its offset or fraction is out of bounds', async () => {
    for (const instant of wrong)
      for (const name of ['startDate', 'endDate']) {
        const filters = { [name]: instant };
        const query = `filters=${encodeURIComponent(JSON.stringify(filters))}`;
        for (const path of ['/api/posts', '/api/posts/upcoming', `/api/posts/calendar/user/${alice._id}`])
          expect((await world.request(`${path}?${query}`, { as: alice })).status, path).toBe(400);
        for (const read of [world.visitor.posts.search, world.visitor.posts.points])
          await expect(read({ filters })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
      }
  });

  it('may have any offset of the earth, and may be a day', async () => {
    for (const startDate of ['2026-05-01T00:00:00+14:00', '2026-05-01T00:00:00.123456-12:00', '2026-05-01']) {
      const filters = { startDate, endDate: '2026-05-02' };
      const query = `filters=${encodeURIComponent(JSON.stringify(filters))}`;
      for (const path of ['/api/posts', '/api/posts/upcoming', `/api/posts/calendar/user/${alice._id}`])
        expect((await world.request(`${path}?${query}`, { as: alice })).status, path).toBe(200);
      expect((await world.visitor.posts.points({ filters })).points).toEqual([]);
    }
  });
});
