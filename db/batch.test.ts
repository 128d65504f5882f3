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

  it('sends a statement again that failed when it was first sent', async () => {
    const divide = (by: number) => sql<{ result: number }>`select 6 / ${by}::int as result`;
    await db.connection().execute(async (connection) => {
      const attempt = (by: number) =>
        connection.transaction().execute((trx) => executeTogether(trx, [all, divide(by), all]));
      await expect(attempt(0)).rejects.toMatchObject({ code: '22012' });
      expect(await attempt(2)).toEqual([[], [{ result: 3 }], []]);
      await expect(attempt(0)).rejects.toMatchObject({ code: '22012' });
      expect(await attempt(3)).toEqual([[], [{ result: 2 }], []]);
    });
  });

  it('prepares a statement anew after a column was added', async () => {
    await sql`create table plots (id int)`.execute(db);
    await db.connection().execute(async (connection) => {
      const read = () =>
        connection
          .transaction()
          .execute((trx) => executeTogether(trx, [sql`select * from plots where id > ${0}`]));
      await sql`insert into plots values (1)`.execute(connection);
      expect(await read()).toEqual([[{ id: 1 }]]);
      await sql`alter table plots add column name text default 'north'`.execute(connection);
      // PostgreSQL rejects the first one; PGlite prepares nothing.
      await read().catch(() => undefined);
      expect(await read()).toEqual([[{ id: 1, name: 'north' }]]);
    });
  });

  it('returns rows without columns, and none, as each statement does', async () => {
    const sent = await db
      .transaction()
      .execute((trx) =>
        executeTogether(trx, [sql`select from generate_series(1, 2)`, sql`delete from notes`, all]),
      );
    expect(sent).toEqual([[{}, {}], [], []]);
  });

  it('returns how many rows the first statement of a transaction changed', async () => {
    await db.transaction().execute((trx) => executeTogether(trx, [add(1), add(2)]));
    const { numAffectedRows } = await db
      .transaction()
      .execute((trx) => sql`update notes set id = id + ${10}`.execute(trx));
    expect(numAffectedRows).toBe(2n);
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
