import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { setUpCast } from '../testing/cast.ts';
import type { Person } from '../testing/world.ts';
import { keepListsUp } from './keep-up.ts';
import type { UserColumn } from './user-columns.schema.ts';

const { world, alice, bob, carol } = setUpCast();

const lists = () => world.as(carol).cultivations;
async function create(...people: Person[]): Promise<string> {
  const { _id: id } = await lists().create({ title: 'Regulars' });
  await lists().addUsers({ id, userIds: people.map(({ _id }) => _id) });
  return id;
}
async function settle() {
  await keepListsUp(world.deps);
  await world.ports.runJobs();
}
const namesBy = async (id: string, sort: UserColumn) =>
  (await lists().byId({ id, sort })).users.map(({ basicInfo }) => basicInfo.firstName);
const publish = async (postType: 'event' | 'volunteering' = 'event') =>
  (await world.as(carol).posts.create({ postType, title: 'Soup night', isActive: true }))._id;

describe('the order of a list', () => {
  it('follows what people do, within the time that changes take', async () => {
    const id = await create(bob, alice);
    const [first, second] = [await publish(), await publish('volunteering')];
    const people = [bob, alice].toSorted((a, b) => (a._id < b._id ? -1 : 1));
    const [one, other] = people as [Person, Person];
    const nameOf = ({ name }: Person) => name.split(' ')[0];
    const expectFirst = async (sort: UserColumn, person: Person) => {
      await settle();
      expect((await namesBy(id, sort))[0]).toBe(nameOf(person));
    };
    // Without any difference, descending order begins with the greater id.
    await expectFirst('totalInteractions', other);
    await world.as(one).posts.like({ id: first });
    await expectFirst('totalInteractions', one);
    world.ports.clock.advance(1000);
    await world.as(other).posts.like({ id: first });
    await world.as(other).posts.interested({ id: second });
    await expectFirst('totalInteractions', other);
    await expectFirst('lastLiked', other);
    await expectFirst('lastInterested', other);
    await world.as(other).posts.cancelLike({ id: first });
    await expectFirst('lastLiked', one);
    await world.as(one).posts.going({ id: second });
    await expectFirst('lastGoing', one);
    await world.as(one).follows.follow({ followerId: one._id, followingId: carol._id });
    await expectFirst('follows', one);
    await world.as(one).endorsements.endorse({ endorserId: one._id, endorseeId: carol._id });
    await expectFirst('endorses', one);
    // A post takes with it what was said to it.
    await world.as(carol).posts.remove({ id: first });
    await world.as(carol).posts.remove({ id: second });
    await expectFirst('totalInteractions', other);
    await world.as(one).follows.unfollow({ followerId: one._id, followingId: carol._id });
    await expectFirst('follows', other);
  });

  it('has those who are added where they belong, and follows names at once', async () => {
    await world.as(bob).posts.like({ id: await publish() });
    const id = await create(alice, bob);
    expect(await namesBy(id, 'totalInteractions')).toEqual(['Bob', 'Alice']);
    expect(await namesBy(id, 'name')).toEqual(['Bob', 'Alice']);
    await world.db
      .updateTable('individuals')
      .set({ first_name: 'Zoe' })
      .where('user_id', '=', alice._id)
      .execute();
    expect(await namesBy(id, 'name')).toEqual(['Zoe', 'Bob']);
  });

  it('tells nothing of who hides what they do, from the moment on when they do', async () => {
    const dan = await world.individual('dan');
    const id = await create(alice, bob, dan);
    const post = await publish();
    for (const person of [alice, bob]) await world.as(person).posts.like({ id: post });
    await settle();
    const without = [dan, alice, bob].toSorted((a, b) => (a._id < b._id ? 1 : -1));
    await world.as(alice).profiles.savePrivacy({ id: alice._id, showActivity: 'no-one' });
    const expected = ['Bob', ...without.filter((one) => one !== bob).map(({ name }) => name.split(' ')[0])];
    for (const sort of ['totalInteractions', 'lastLiked'] as const)
      expect(await namesBy(id, sort)).toEqual(expected);
    await settle();
    await world.as(alice).posts.going({ id: post });
    await settle();
    expect(await namesBy(id, 'totalInteractions')).toEqual(expected);
    await world.as(alice).profiles.savePrivacy({ id: alice._id, showActivity: 'Public' });
    await settle();
    expect((await namesBy(id, 'totalInteractions'))[0]).toBe('Alice');
  });

  it('and its counts follow invitations and who follows after one', async () => {
    const id = await create(alice, bob);
    await world.as(carol).invitations.inviteToFollow({
      organizationId: carol._id,
      usersToBeInvited: [alice._id],
    });
    await settle();
    expect(await lists().byId({ id })).toMatchObject({ invitedUsers: 1, followedAfterInvitation: 0 });
    expect((await namesBy(id, 'invited'))[0]).toBe('Alice');
    world.ports.clock.advance(1000);
    await world.as(alice).follows.follow({ followerId: alice._id, followingId: carol._id });
    await settle();
    expect(await lists().byId({ id })).toMatchObject({ invitedUsers: 1, followedAfterInvitation: 1 });
    await lists().removeUser({ id, userId: alice._id });
    expect(await lists().byId({ id })).toMatchObject({
      totalUsers: 1,
      invitedUsers: 0,
      followedAfterInvitation: 0,
    });
  });

  it('follows what many do at once, batch by batch', async () => {
    const id = await create(alice);
    await sql`
      with person as (
        insert into users (id, user_type, email, password_hash, created_at)
        select gen_random_uuid(), 'individual', ${id}::text || n || '@example.org', 'hash', now()
        from generate_series(1, 1100) as n returning id
      ), named as (
        insert into individuals (user_id, first_name, last_name, address)
        select id, 'Crowd', 'Example', '{}' from person
      )
      insert into cultivation_users (cultivation_id, user_id, added_at)
      select ${id}::uuid, id, now() from person`.execute(world.db);
    const post = await publish();
    await sql`
      insert into post_interests (post_id, user_id, liked_at)
      select ${post}::uuid, user_id, now() from cultivation_users
      where cultivation_id = ${id} and user_id <> ${alice._id}`.execute(world.db);
    await settle();
    const { rows } = await sql<{ interactions: number; count: number }>`
      select interactions, count(*) as count from cultivation_users where cultivation_id = ${id}
      group by 1 order by 1`.execute(world.db);
    expect(rows).toEqual([
      { interactions: 0, count: 1 },
      { interactions: 1, count: 1100 },
    ]);
    await lists().remove({ id });
  });

  it('is noted for nobody who is on no list of the organization', async () => {
    await create(alice);
    await settle();
    await world.as(bob).posts.like({ id: await publish() });
    await world.as(bob).follows.follow({ followerId: bob._id, followingId: carol._id });
    const noted = await world.db
      .selectFrom('cultivation_changes')
      .select('id')
      .where('user_id', '=', bob._id)
      .execute();
    expect(noted).toEqual([]);
  });
});
