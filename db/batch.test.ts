import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { compileOnce, executeTogether } from './batch.ts';
import type { Db } from './database.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  await sql`create table notes (id int primary key)`.execute(db);
});
afterAll(() => database.close());
beforeEach(async () => {
  await sql`delete from notes`.execute(db);
});

/** Counts how often it was built. */
let built = 0;
const addCompiled = (id: number) =>
  compileOnce('add a note', { id }, (hole) => {
    built++;
    return add(hole.id);
  });
const add = (id: number) => sql<{ id: number }>`insert into notes values (${id}) returning id`;
const all = sql<{ id: number }>`select id from notes order by id`;
const stored = async () => (await all.execute(db)).rows.map(({ id }) => id);

describe('executeTogether', () => {
  it('returns the rows of each statement, each of which sees what those before it did', async () => {
    const [first, second, seen] = await db
      .transaction()
      .execute((trx) => executeTogether(trx, [add(1), add(2), all]));
    expect([first, second, seen]).toEqual([[{ id: 1 }], [{ id: 2 }], [{ id: 1 }, { id: 2 }]]);
    expect(await stored()).toEqual([1, 2]);
  });

  it('commits with the last statements where they are marked as the last', async () => {
    await db.transaction().execute(async (trx) => {
      await add(1).execute(trx);
      await executeTogether(trx, [add(2)], { isLast: true });
    });
    expect(await stored()).toEqual([1, 2]);
  });

  it.each([false, true])('throws the first error and changes nothing, the last ones: %s', async (isLast) => {
    const failing = db
      .transaction()
      .execute((trx) => executeTogether(trx, [add(1), add(1), add(2)], { isLast }));
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await stored()).toEqual([]);
    // The connection can serve the next one.
    await db.transaction().execute((trx) => executeTogether(trx, [add(3)], { isLast: true }));
    expect(await stored()).toEqual([3]);
  });

  it('does not pass over an error that the work kept to itself', async () => {
    const careless = db.transaction().execute(async (trx) => {
      await add(1).execute(trx);
      await add(1)
        .execute(trx)
        .catch(() => undefined);
      await executeTogether(trx, [], { isLast: true });
    });
    await expect(careless).rejects.toThrow();
    expect(await stored()).toEqual([]);
  });

  it('rolls back what was sent together where the work fails afterwards', async () => {
    const failing = db.transaction().execute(async (trx) => {
      await executeTogether(trx, [add(1), add(2)]);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await stored()).toEqual([]);
  });

  it('rejects a statement after the last', async () => {
    const late = db.transaction().execute(async (trx) => {
      await executeTogether(trx, [add(1)], { isLast: true });
      await add(2).execute(trx);
    });
    await expect(late).rejects.toThrow();
    expect(await stored()).not.toContain(2);
  });
});

describe('compileOnce', () => {
  it('builds a statement once and fills it with the parameters of each call', async () => {
    await db.transaction().execute((trx) => executeTogether(trx, [addCompiled(1), addCompiled(2)]));
    await db.transaction().execute((trx) => executeTogether(trx, [addCompiled(3)]));
    expect(await stored()).toEqual([1, 2, 3]);
    expect(built).toBe(1);
  });
});
