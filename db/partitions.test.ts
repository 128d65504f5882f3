import { sql } from 'kysely';
import { v4, v7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { openEmptyDatabase, openTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { type Db, migrateTo, migrateToLatest } from './database.ts';
import { migrations } from './migrations/index.ts';
import { firstIdOf, keepPartitions } from './partitions.ts';

const day = 24 * 60 * 60 * 1000;
// A Thursday: weeks begin on them, as time did.
const thursday = new Date('2031-05-01T00:00:00Z');
const after = (days: number) => new Date(thursday.getTime() + days * day);
const idAt = (moment: Date) => v7({ msecs: moment.getTime() });

let userId: string;
let postponed: unknown[];

const log = { warn: (fields: Record<string, unknown>) => void postponed.push(fields['partitions']) };

const keep = (db: Db, now: Date, oldest = new Date(now.getTime() - 45 * day)) =>
  keepPartitions(db, 'operations', { now, oldest, log });

async function addUser(db: Db): Promise<void> {
  userId = v4();
  await db
    .insertInto('users')
    .values({
      id: userId,
      user_type: 'individual',
      email: `${userId}@example.org`,
      password_hash: '',
      created_at: new Date(),
    })
    .execute();
}

const addOperation = (db: Db, id: string, at: Date) =>
  db
    .insertInto('operations')
    .values({ user_id: userId, op_id: id, request_hash: '', result: '{}', created_at: at })
    .execute();

/** Where the rows of `operations` are: their ids, by partition. */
async function placesOf(db: Db): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ name: string; ids: string[] }>`
    select tableoid::regclass::text as name, array_agg(op_id::text order by op_id) as ids
    from operations group by 1`.execute(db);
  return Object.fromEntries(rows.map(({ name, ids }) => [name.replace('partitions.operations_', ''), ids]));
}

async function partitionsOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on oid = inhrelid
    where inhparent = 'operations'::regclass order by 1`.execute(db);
  return rows.map(({ name }) => name.replace('operations_', ''));
}

describe('the partitions of a table', () => {
  let database: TestDatabase;
  let db: Db;
  beforeEach(async () => {
    database = await openTestDatabase();
    ({ db } = database);
    await addUser(db);
    postponed = [];
  });
  afterEach(() => database.close());

  it('are made ahead, with what came early', async () => {
    const early = [idAt(after(8)), idAt(after(13)), idAt(after(20))];
    const others = [idAt(after(6)), idAt(after(21)), v4()];
    for (const id of [...early, ...others]) await addOperation(db, id, after(0));
    expect(await placesOf(db)).toEqual({ default: [...early, ...others].toSorted() });

    const now = after(3);
    await keep(db, now);
    expect(await placesOf(db)).toEqual({
      '20310508': early.slice(0, 2).toSorted(),
      '20310515': early.slice(2),
      default: others.toSorted(),
    });
    // Once, and each name in one of them.
    await keep(db, now);
    for (const id of [...early, ...others])
      await expect(addOperation(db, id, now)).rejects.toMatchObject({ code: '23505' });
    const [first, last] = [firstIdOf(after(7)), firstIdOf(after(21))];
    for (const id of [first, last]) await addOperation(db, id, now);
    expect(await placesOf(db)).toMatchObject({ '20310508': expect.arrayContaining([first]) });
    expect((await placesOf(db))['default']).toContain(last);
  });

  it('are dropped when all of their rows are old, and not before', async () => {
    await keep(db, after(0));
    const [punctual, late] = [idAt(after(8)), idAt(after(15))];
    await addOperation(db, punctual, after(8));
    // Named in its week, and sent when the device was online again.
    await addOperation(db, late, after(50));
    const sweep = (now: number) => keep(db, after(now));

    await sweep(14 + 44);
    expect(await partitionsOf(db)).toEqual(expect.arrayContaining(['20310508', '20310515']));
    await sweep(14 + 45);
    expect(await partitionsOf(db)).not.toContain('20310508');
    await sweep(50 + 45);
    expect(await placesOf(db)).toEqual({ '20310515': [late] });
    await sweep(50 + 46);
    expect(await placesOf(db)).toEqual({});
    expect(await partitionsOf(db)).not.toContain('20310515');

    // What comes later still is kept for as long, without a partition.
    await addOperation(db, punctual, after(96));
    await sweep(96 + 45);
    expect(await placesOf(db)).toEqual({ default: [punctual] });
    await sweep(96 + 46);
    expect(await placesOf(db)).toEqual({});
  });

  it('that are to come and empty are not taken for old', async () => {
    const before = await partitionsOf(db);
    expect(before).toContain('default');
    expect(before.length).toBeGreaterThan(2);
    await keep(db, new Date());
    expect(await partitionsOf(db)).toEqual(before);
  });

  it('go with their user', async () => {
    await keep(db, after(0));
    for (const id of [idAt(after(8)), v4()]) await addOperation(db, id, after(8));
    await db.deleteFrom('users').where('id', '=', userId).execute();
    expect(await placesOf(db)).toEqual({});
    await expect(addOperation(db, idAt(after(8)), after(8))).rejects.toMatchObject({ code: '23503' });
  });

  it.runIf(inject('database').engine === 'postgres')(
    'wait for nobody for long, and nobody for them',
    async () => {
      await keep(db, after(0));
      const client = await database.pool?.connect();
      if (!client) throw new Error('There is no pool.');
      const sweep = () => keep(db, after(60));
      try {
        await client.query('begin');
        await client.query('insert into operations values ($1, $2, $3, $4, now())', [userId, v4(), '', '{}']);
        const began = performance.now();
        await sweep();
        expect(postponed).toEqual([['operations_20310703', 'operations_20310710', 'operations_20310508']]);
        await addOperation(db, v4(), after(60));
        expect(performance.now() - began).toBeLessThan(5_000);
      } finally {
        await client.query('commit');
        client.release();
      }
      await sweep();
      expect(postponed).toHaveLength(1);
      expect(await partitionsOf(db)).toEqual(expect.arrayContaining(['20310703', '20310710']));
      expect(await partitionsOf(db)).not.toContain('20310508');
    },
  );
});

const last = '2026-11-26c-operation-partitions';
const before = Object.keys(migrations)[Object.keys(migrations).indexOf(last) - 1] ?? '';

describe('the migration of operations', () => {
  let database: TestDatabase;
  let db: Db;
  beforeAll(async () => {
    database = await openEmptyDatabase();
    ({ db } = database);
    await migrateTo(db, before);
    await addUser(db);
  });
  afterAll(() => database.close());

  it('keeps every row, under the names that processes of before know', async () => {
    const now = new Date();
    const present = [idAt(new Date(now.getTime() - 40 * day)), idAt(now), v4(), firstIdOf(new Date(0))];
    const ahead = idAt(new Date(now.getTime() + 20 * day));
    for (const id of [...present, ahead]) await addOperation(db, id, now);
    const { rows: old } = await sql`select * from operations order by op_id`.execute(db);

    // On PGlite nothing runs beside a migration.
    let isOver = database.connectionString === undefined;
    const sent: string[] = [];
    // Beside it, as a process of before does: on connections with a plan from before.
    const writing = (async () => {
      while (!isOver) {
        const id = v7();
        await addOperation(db, id, now);
        sent.push(id);
      }
    })();
    if (database.connectionString !== undefined)
      await vi.waitFor(() => expect(sent.length).toBeGreaterThan(20), { interval: 5 });
    await migrateToLatest(db);
    const count = sent.length;
    if (database.connectionString !== undefined)
      await vi.waitFor(() => expect(sent.length).toBeGreaterThan(count + 20), { interval: 5 });
    isOver = true;
    await writing;

    const { rows } = await sql`
      select * from operations where op_id <> all (${sent}::uuid[]) order by op_id`.execute(db);
    expect(rows).toEqual(old);
    const places = await placesOf(db);
    expect(places['default']).toEqual([...present, ...sent].toSorted());
    for (const id of [...present, ...sent.slice(-1)])
      await expect(addOperation(db, id, now)).rejects.toMatchObject({ constraint: 'operations_key' });
    await expect(addOperation(db, ahead, now)).rejects.toMatchObject({
      constraint: expect.stringMatching(/^operations_\d{8}_user_id_op_id_key$/),
    });
  });
});
