import { describe, expect, inject, test } from 'vitest';
import type { Trx } from '#db/database.ts';
import { readEvents } from './events/events.queries.ts';
import { setUpWorld } from './testing/cast.ts';
import type { Person } from './testing/world.ts';
import { write } from './write.ts';

const world = setUpWorld();

const lock = (trx: Trx, { _id }: Person) =>
  trx.selectFrom('users').select('id').where('id', '=', _id).forUpdate().execute();

// PGlite has one connection: nobody waits for anybody.
describe.runIf(inject('database').engine === 'postgres')('writes that wait for each other', () => {
  test('are both done, and cause what they cause once', async () => {
    const [alice, bob] = [await world.individual('alice'), await world.individual('bob')];
    let holding = 0;
    const bothHold = Promise.withResolvers<void>();
    const crossing = async (first: Person, second: Person) => {
      let attempts = 0;
      await write(world.deps, async (trx, effects) => {
        attempts++;
        effects.event(alice._id, { type: 'notification-count', payload: { onlyNew: 1 } });
        await lock(trx, first);
        if (++holding === 2) bothHold.resolve();
        await bothHold.promise;
        await lock(trx, second);
      });
      return attempts;
    };
    const attempts = await Promise.all([crossing(alice, bob), crossing(bob, alice)]);
    // On a busy machine the one that is done again may be the faster one, and meet the other once more.
    expect(Math.max(...attempts)).toBeGreaterThan(1);
    expect((await readEvents(world.db, alice._id, 0)).map(({ seq }) => seq)).toEqual([1, 2]);
    expect(world.ports.logged).toContainEqual(
      expect.objectContaining({ message: 'a write met a deadlock and is done again' }),
    );
  });
});

test('a write that fails for a reason of its own is not done again', async () => {
  let attempts = 0;
  const failing = write(world.deps, async () => {
    attempts++;
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(attempts).toBe(1);
});
