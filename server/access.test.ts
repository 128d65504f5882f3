import { type Expression, type SqlBool } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Audience, SearchVisibility } from '#db/tables/profiles.ts';
import { mayFind, maySeeActivity } from './access.ts';
import { setUpWorld } from './testing/cast.ts';
import type { Person } from './testing/world.ts';

const world = setUpWorld();
let alice: Person;
let viewers: Record<
  'visitor' | 'stranger' | 'organization' | 'friend' | 'friendOfFriend' | 'self',
  string | undefined
>;
beforeAll(async () => {
  alice = await world.individual('alice');
  const [stranger, friend, friendOfFriend] = [
    await world.individual('bob'),
    await world.individual('dan'),
    await world.individual('eve'),
  ];
  await world.befriend(friend, alice);
  await world.befriend(friend, friendOfFriend);
  viewers = {
    visitor: undefined,
    stranger: stranger._id,
    organization: (await world.organization('carol'))._id,
    friend: friend._id,
    friendOfFriend: friendOfFriend._id,
    self: alice._id,
  };
});

/** The viewers for whom the condition lets alice through. */
async function allowed(condition: (viewer: string | undefined) => Expression<SqlBool>) {
  const names: string[] = [];
  for (const [name, viewer] of Object.entries(viewers)) {
    const row = await world.db
      .selectFrom('users')
      .select('users.id')
      .where('users.id', '=', alice._id)
      .where(condition(viewer))
      .executeTakeFirst();
    if (row) names.push(name);
  }
  return names;
}

const everybody = ['visitor', 'stranger', 'organization', 'friend', 'friendOfFriend', 'self'];
const setAlice = (columns: {
  show_activity?: Audience;
  show_on_search?: SearchVisibility;
  is_user_searchable?: boolean;
}) => world.db.updateTable('individuals').set(columns).where('user_id', '=', alice._id).execute();

describe('activity', () => {
  test.each<[Audience, string[]]>([
    ['Public', everybody],
    ['friends-of-friends', ['friend', 'friendOfFriend', 'self']],
    ['friends', ['friend', 'self']],
    ['no-one', ['self']],
  ])('shown to %s', async (show_activity, expected) => {
    await setAlice({ show_activity });
    expect(await allowed((viewer) => maySeeActivity('users.id', viewer))).toEqual(expected);
  });
});

describe('finding', () => {
  test.each<[SearchVisibility, boolean, string[]]>([
    ['always', true, everybody],
    // The person has a friend in common with themselves.
    ['friends-of-friends', true, ['friend', 'friendOfFriend', 'self']],
    ['never', true, []],
    ['always', false, []],
    ['friends-of-friends', false, []],
  ])('%s, searchable %s', async (show_on_search, is_user_searchable, expected) => {
    await setAlice({ show_on_search, is_user_searchable });
    expect(await allowed((viewer) => mayFind('users.id', viewer))).toEqual(expected);
  });
});

test('organizations are found, and what they do seen, by everybody; administrators are not found', async () => {
  const [carol, ada] = [await world.organization('carol'), await world.admin('ada')];
  const found = (ids: string[], condition: Expression<SqlBool>) =>
    world.db.selectFrom('users').select('users.id').where('users.id', 'in', ids).where(condition).execute();
  const both = [carol._id, ada._id];
  expect(await found(both, mayFind('users.id', alice._id))).toEqual([{ id: carol._id }]);
  expect(await found([carol._id], maySeeActivity('users.id', undefined))).toEqual([{ id: carol._id }]);
});
