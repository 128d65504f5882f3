import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { executeTogether } from './batch.ts';
import { carriesPreconditions, type Db, runShared, runUnder } from './database.ts';
import { Precondition, PreconditionFailed } from './precondition.ts';
import { currentPrecondition } from './request-scope.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  await sql`create table notes (id int primary key)`.execute(db);
  // Counts how often a precondition was looked at, also where that was undone: sequences are not rolled back.
  await sql`create sequence looks`.execute(db);
});
afterAll(() => database.close());
beforeEach(async () => {
  await sql`delete from notes`.execute(db);
  await sql`select setval('looks', 1)`.execute(db);
});

const add = (id: number) => sql<{ id: number }>`insert into notes values (${id}) returning id`;
const read = (value: number) => sql<{ value: number }>`select ${value}::int as value`;
const stored = async () =>
  (await sql<{ id: number }>`select id from notes order by id`.execute(db)).rows.map(({ id }) => id);
const looks = async () => {
  const { rows } = await sql<{ last_value: number }>`select last_value from looks`.execute(db);
  return (rows[0]?.last_value ?? 0) - 1;
};

const precondition = (statement: RawBuilder<unknown>) => new Precondition(statement.compile(db));
const looked = sql`nextval('looks') > 0`;
const met = () => precondition(sql`select case when ${looked} then true else precondition_failed() end`);
const unmet = () =>
  precondition(sql`select case when not ${looked} then true else precondition_failed() end`);
const slowly = (condition: RawBuilder<unknown>) =>
  precondition(
    sql`select case when ${condition} then true else precondition_failed() end from pg_sleep(0.2)`,
  );

it('is carried where a statement costs a round trip', () => {
  expect(carriesPreconditions(db)).toBe(inject('database').engine === 'postgres');
});

describe.runIf(inject('database').engine === 'postgres')('work under a precondition', () => {
  it('returns what it returns where it is met, and looks once', async () => {
    const work = async () => {
      const { rows } = await read(1).execute(db);
      const [two, three] = await executeTogether(db, [read(2), read(3)]);
      return [...rows, ...two, ...three];
    };
    expect(await runUnder(db, met(), work)).toEqual([{ value: 1 }, { value: 2 }, { value: 3 }]);
    expect(await looks()).toBe(1);
  });

  it('commits where it is met, also in one round trip', async () => {
    await runUnder(db, met(), () =>
      db.transaction().execute((trx) => executeTogether(trx, [add(1)], { isLast: true })),
    );
    expect(await stored()).toEqual([1]);
  });

  it.each([false, true])(
    'changes nothing where it is not, the first statements being the last: %s',
    async (isLast) => {
      const work = () => db.transaction().execute((trx) => executeTogether(trx, [add(1)], { isLast }));
      await expect(runUnder(db, unmet(), work)).rejects.toThrow(PreconditionFailed);
      expect(await stored()).toEqual([]);
      // The connections can serve the next ones.
      await Promise.all([2, 3, 4].map((id) => db.transaction().execute((trx) => add(id).execute(trx))));
      expect(await stored()).toEqual([2, 3, 4]);
    },
  );

  it('returns nothing where it is not met: neither rows nor what the work makes of the failure', async () => {
    await expect(runUnder(db, unmet(), () => read(1).execute(db))).rejects.toThrow(PreconditionFailed);
    const careless = () =>
      read(1)
        .execute(db)
        .catch(() => 'none');
    await expect(runUnder(db, unmet(), careless)).rejects.toThrow(PreconditionFailed);
  });

  it('looks all the same where the work sends nothing', async () => {
    expect(await runUnder(db, met(), async () => 'done')).toBe('done');
    expect(await looks()).toBe(1);
    await expect(runUnder(db, unmet(), async () => 'done')).rejects.toThrow(PreconditionFailed);
  });

  it('prefers its failure to an error of the work', async () => {
    const work = async () => {
      throw new Error('not found');
    };
    await expect(runUnder(db, met(), work)).rejects.toThrow('not found');
    await expect(runUnder(db, unmet(), work)).rejects.toThrow(PreconditionFailed);
  });

  it('is carried again where another statement failed', async () => {
    await add(1).execute(db);
    const work = async () => {
      await add(1)
        .execute(db)
        .catch(() => {});
      return (await read(2).execute(db)).rows;
    };
    expect(await runUnder(db, met(), work)).toEqual([{ value: 2 }]);
    await expect(runUnder(db, unmet(), work)).rejects.toThrow(PreconditionFailed);
  });

  it('holds for statements side by side: none is returned before it was looked at', async () => {
    const work = () => Promise.all([read(1).execute(db), read(2).execute(db)]);
    expect((await runUnder(db, slowly(looked), work)).map(({ rows }) => rows)).toEqual([
      [{ value: 1 }],
      [{ value: 2 }],
    ]);
    expect(await looks()).toBe(1);
    await expect(runUnder(db, slowly(sql`not ${looked}`), work)).rejects.toThrow(PreconditionFailed);
  });

  it('keeps a transaction waiting that begins beside the statement that carries it', async () => {
    const work = () =>
      Promise.all([
        read(1).execute(db),
        db.transaction().execute((trx) => executeTogether(trx, [add(1)], { isLast: true })),
      ]);
    await expect(runUnder(db, slowly(sql`not ${looked}`), work)).rejects.toThrow(PreconditionFailed);
    expect(await stored()).toEqual([]);
    await runUnder(db, slowly(looked), work);
    expect(await stored()).toEqual([1]);
  });

  it('is not for work that several requests wait for', async () => {
    await runUnder(db, met(), async () => {
      expect(currentPrecondition()).toBeDefined();
      expect(runShared(db, currentPrecondition)).toBeUndefined();
    });
  });
});
