import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { setUpWorld } from '../testing/cast.ts';
import { addLookups, fullPosts } from '../testing/posts.ts';
import type { Person } from '../testing/world.ts';

const world = setUpWorld(addLookups);

let alice: Person;
let bob: Person;
let carol: Person;
let id: string;
beforeEach(async () => {
  world.ports.clock.set(new Date('2026-11-21T12:00:00.000Z'));
  alice = await world.individual('alice');
  bob = await world.individual('bob');
  carol = await world.organization('carol');
  id = (await world.as(carol).posts.create(fullPosts.volunteering))._id;
});

const at = (instant: string) => world.ports.clock.set(new Date(instant));
const moveTo = (place: { latitude: number; longitude: number }) =>
  world.db
    .updateTable('organizations')
    .set({ address: JSON.stringify(place) })
    .where('user_id', '=', carol._id)
    .execute();
const monthsOf = async (of: string) => {
  const { viewerStatisticsOfLastSixMonths: views, ...statistics } = await world
    .as(carol)
    .posts.statistics({ id: of });
  return Object.fromEntries(
    statistics.interactionStatisticsOfLastSixMonths.map(({ label, ...counts }, index) => [
      label,
      { ...counts, views: views[index]?.views },
    ]),
  );
};

test.each([
  ['Kiritimati, 14 hours before UTC', { latitude: 1.87, longitude: -157.4 }, '2026-10-31T10:00:00.000Z'],
  ['Kathmandu, 5:45 before UTC', { latitude: 27.7, longitude: 85.3 }, '2026-10-31T18:15:00.000Z'],
  [
    'Halifax in summer, 3 hours after UTC',
    { latitude: 44.65, longitude: -63.58 },
    '2026-11-01T03:00:00.000Z',
  ],
])('months begin as they do in %s', async (_, place, begin) => {
  await moveTo(place);
  at(new Date(Date.parse(begin) - 1).toISOString());
  await world.as(alice).posts.view({ id });
  await world.as(alice).posts.interested({ id });
  at(begin);
  await world.as(bob).posts.view({ id });
  await world.as(bob).posts.going({ id });
  at('2026-11-21T12:00:00.000Z');
  for (const of of [id, carol._id])
    expect(await monthsOf(of)).toMatchObject({
      'Sep 2026': { views: 0, liked: 0, interested: 0, going: 0 },
      'Oct 2026': { views: 1, liked: 0, interested: 1, going: 0 },
      'Nov 2026': { views: 1, liked: 0, interested: 0, going: 1 },
    });
});

test('a reaction that is removed is subtracted from the month in which it was set', async () => {
  at('2026-09-10T12:00:00.000Z');
  await world.as(alice).posts.interested({ id });
  await world.as(bob).posts.interested({ id });
  at('2026-11-21T12:00:00.000Z');
  await Promise.all([alice, alice, bob].map((person) => world.as(person).posts.cancelInterested({ id })));
  await world.as(alice).posts.interested({ id });
  for (const of of [id, carol._id])
    expect(await monthsOf(of)).toMatchObject({
      'Sep 2026': { interested: 0 },
      'Nov 2026': { interested: 1 },
    });
});

test('what happened to a post stays in the months of its organization when it is deleted', async () => {
  await world.as(alice).posts.view({ id });
  await world.as(carol).posts.remove({ id });
  expect(await monthsOf(carol._id)).toMatchObject({ 'Nov 2026': { views: 1 } });
});

test('whatever happens at once is counted as the rows show', async () => {
  const other = (await world.as(carol).posts.create(fullPosts.event))._id;
  const people = [alice, bob, await world.individual('dan'), await world.individual('erin')];
  await Promise.all(
    people.flatMap((person) => {
      const { follows, endorsements, posts } = world.as(person);
      const following = { followerId: person._id, followingId: carol._id };
      const endorsing = { endorserId: person._id, endorseeId: carol._id };
      return [
        posts.view({ id }),
        posts.view({ id: other }),
        posts.like({ id: other }),
        posts.going({ id: other }),
        posts.interested({ id }).then(() => posts.cancelInterested({ id })),
        follows.follow(following),
        endorsements.endorse(endorsing),
        ...(person === bob ? [follows.unfollow(following), endorsements.cancelEndorse(endorsing)] : []),
      ];
    }),
  );
  const counted = () =>
    sql`select * from post_statistics s
        join organization_statistics o using (period, views) where s.post_id in (${id}, ${other})`.execute(
      world.db,
    );
  expect(await monthsOf(carol._id)).toMatchObject({
    'Nov 2026': { views: 8, liked: 4, interested: 0, going: 4 },
  });
  const before = await counted();
  await sql`call count_statistics()`.execute(world.db);
  expect((await counted()).rows).toEqual(before.rows);
  expect(await monthsOf(carol._id)).toMatchObject({
    'Nov 2026': { views: 8, liked: 4, interested: 0, going: 4 },
  });
  const count = async (table: string, column: string) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where ${sql.ref(column)} = ${carol._id}`.execute(
      world.db,
    );
    return rows[0]?.count;
  };
  expect(
    await world.db
      .selectFrom('user_counters')
      .select(['followers', 'endorsers', 'viewers'])
      .where('user_id', '=', carol._id)
      .executeTakeFirst(),
  ).toEqual({
    followers: await count('follows', 'following_id'),
    endorsers: await count('endorsements', 'endorsee_id'),
    viewers: await count('organization_viewers', 'organization_id'),
  });
});

test('who is gone is no longer counted', async () => {
  await world.as(alice).follows.follow({ followerId: alice._id, followingId: carol._id });
  await world.as(bob).follows.follow({ followerId: bob._id, followingId: carol._id });
  await world.db.deleteFrom('users').where('id', '=', alice._id).execute();
  expect(await world.as(carol).follows.summary({ id: carol._id })).toMatchObject({ totalFollowers: 1 });
});
