import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createWorld, type Person, type World } from './world.ts';

/**
 * Opens a world for the tests of a file and closes it after them; `fill` adds what all of them need. Returns an object
 * that is filled before the first test.
 */
export function setUpWorld(fill?: (world: World) => Promise<unknown>): World {
  const world = {} as World;
  beforeAll(async () => {
    Object.assign(world, await createWorld());
    await fill?.(world);
  });
  // Nothing to close where it could not be opened.
  afterAll(() => world.close?.());
  return world;
}

const usualCast = { alice: 'individual', bob: 'individual', carol: 'organization' } as const;

/** As `setUpWorld`, with new people for each test: alice and bob, who are individuals, and carol, an organization. */
export function setUpCast<Name extends string = keyof typeof usualCast>({
  people = usualCast as Record<Name, 'individual' | 'organization'>,
  fill,
}: {
  /** Others than these, by their names. */
  people?: Record<Name, 'individual' | 'organization'>;
  fill?: (world: World) => Promise<unknown>;
} = {}): { world: World } & Record<Name, Person> {
  const world = setUpWorld(fill);
  const names = Object.keys(people) as Name[];
  const cast = Object.fromEntries(names.map((name) => [name, {} as Person])) as Record<Name, Person>;
  beforeEach(async () => {
    for (const name of names) Object.assign(cast[name], await world[people[name]](name));
  });
  return { world, ...cast };
}
