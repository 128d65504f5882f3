import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createWorld, type Person, type World } from './world.ts';

/**
 * Opens a world for the tests of a file and closes it after them, with a new alice and bob, who are individuals, and a
 * new carol, an organization, for each test. Returns objects that are filled by then.
 */
export function setUpCast(): { world: World; alice: Person; bob: Person; carol: Person } {
  const world = {} as World;
  const [alice, bob, carol] = [{} as Person, {} as Person, {} as Person];
  beforeAll(async () => {
    Object.assign(world, await createWorld());
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    Object.assign(alice, await world.individual('alice'));
    Object.assign(bob, await world.individual('bob'));
    Object.assign(carol, await world.organization('carol'));
  });
  return { world, alice, bob, carol };
}
