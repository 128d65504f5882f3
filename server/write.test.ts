import { sql } from 'kysely';
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

test('events that the database makes stand behind the others of their users, which are all rung', async () => {
  const [alice, bob] = [await world.individual('alice'), await world.individual('bob')];
  const rung: string[] = [];
  for (const { _id } of [alice, bob]) world.ports.events.listen(_id, () => rung.push(_id));
  const count = (onlyNew: number) => ({ type: 'notification-count', payload: { onlyNew } }) as const;
  await write(world.deps, async (_trx, effects) => {
    effects.events(
      [alice._id, bob._id],
      sql`select user_id, n, 'notification-count' as type, jsonb_build_object('onlyNew', 10 - n) as payload
        from unnest(${[alice._id, bob._id]}::uuid[]) as receiver (user_id), generate_series(1, 2) as n`,
    );
    effects.event(alice._id, count(1));
    effects.event(alice._id, count(2));
  });
  const eventsOf = async ({ _id }: Person) =>
    (await readEvents(world.db, _id, 0)).map(({ seq, payload }) => [seq, payload]);
  expect(await eventsOf(alice)).toEqual([1, 2, 9, 8].map((onlyNew, n) => [n + 1, { onlyNew }]));
  expect(await eventsOf(bob)).toEqual([9, 8].map((onlyNew, n) => [n + 1, { onlyNew }]));
  expect(new Set(rung)).toEqual(new Set([alice._id, bob._id]));
});
