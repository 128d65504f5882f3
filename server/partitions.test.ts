import { glob, readFile } from 'node:fs/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterAll, assert, beforeAll, describe, expect, inject, it } from 'vitest';
import { withBatches } from '#db/batch.ts';
import { keepPartitions } from '#db/partitions.ts';
import type { Database } from '#db/schema.ts';
import { openTestDatabase, type TestDatabase } from './testing/database.ts';
import { hasPlan, keepStatements, nodesOf, type PlanNode, type Statement } from './testing/plans.ts';
import { createWorld, type Person, password, type World } from './testing/world.ts';
import { write } from './write.ts';

const tables = ['operations', 'user_events'] as const;
const day = 24 * 60 * 60 * 1000;

/** A statement that names one of these tables, in the source or as it is sent: what it does, and the table. */
const naming = new RegExp(
  String.raw`\b(insert|update|select|delete|from|join)(?:Into|Table|From| into| from)?(?:\('|\s+"?)(${tables.join('|')})\b`,
  'gi',
);
const kindsIn = (text: string): string[] =>
  [...text.matchAll(naming)].map(([, verb = '', table = '']) => {
    const isRead = /^(?:from|join)$/i.test(verb);
    return `${isRead ? 'select' : verb.toLowerCase()} ${table}`;
  });

// PGlite has the same partitions, and no connections to look at plans with.
describe.runIf(inject('database').engine === 'postgres')('a statement on a table with partitions', () => {
  let database: TestDatabase;
  let world: World;
  let alice: Person;
  let carol: Person;
  const sent: Statement[] = [];

  beforeAll(async () => {
    database = await openTestDatabase();
    const { pool } = database;
    assert(pool);
    const db = new Kysely<Database>({
      dialect: withBatches(new PostgresDialect({ pool }), { canPipeline: false }),
      log: keepStatements(sent),
    });
    world = await createWorld({ database: { ...database, db } });
    alice = await world.individual('alice');
    carol = await world.organization('carol');
    await addWeeks(8);
    sent.length = 0;
    await live();
    // Weeks that nothing is to look into any more. Sweeps would have dropped them.
    const statements = [...sent];
    await addWeeks(700);
    sent.splice(0, Infinity, ...statements);
  });
  afterAll(() => world.close());

  /** Makes the partitions that were made so many days ago, for weeks behind it. */
  async function addWeeks(daysAgo: number): Promise<void> {
    const now = new Date(Date.now() - daysAgo * day);
    for (const table of tables)
      await keepPartitions(world.db, table, { now, oldest: new Date(0), log: world.ports.log });
  }

  /** Does everything that sends such statements. */
  async function live(): Promise<void> {
    const send = (path: string, body: unknown, as?: Person, method: 'POST' | 'PUT' = 'POST') =>
      twice(() =>
        world.request(path, { method, body, ...(as && { as }), headers: { 'idempotency-key': key } }),
      );
    let key = uuid();
    const twice = async (work: () => Promise<{ status: number }>) => {
      for (const { status } of [await work(), await work()]) expect(status).toBe(200);
      key = uuid();
    };
    await world.as(alice).follows.follow({ followerId: alice._id, followingId: carol._id });
    await send('/api/posts/', { postType: 'general', title: 'Soup night', isActive: true }, carol);
    const { id } = await world.db.selectFrom('posts').select('id').executeTakeFirstOrThrow();
    await send(`/api/posts/${id}/like`, {}, alice);
    await send('/api/feedbacks/', {
      fullName: 'Erin',
      contactEmail: 'erin@example.org',
      description: 'Hello',
    });
    await send(
      '/api/auth/change-password',
      { oldPassword: password, newPassword: 'battery staple' },
      alice,
      'PUT',
    );
    await write(world.deps, async (_, effects) => {
      effects.job({ name: 'sweep-events', payload: {} });
      effects.job({ name: 'sweep-operations', payload: {} });
    });
    await world.ports.runJobs();

    const { epoch } = await world.as(carol).events.head();
    const stop = new AbortController();
    const stream = await world.as(carol, { signal: stop.signal }).events.stream({ since: 0, epoch });
    const messages = stream[Symbol.asyncIterator]();
    await messages.next();
    const next = messages.next();
    await send(`/api/posts/${id}/cancel-like`, {}, alice);
    await next;
    stop.abort();
    await messages.return?.(undefined);
  }

  /** The partitions that a statement reads or changes, as it is planned for its values. */
  async function partitionsOf({ sql, parameters }: Statement): Promise<string[]> {
    const answer = await database.pool?.query(`explain (format json) ${sql}`, [...parameters]);
    const plans = answer?.rows[0]['QUERY PLAN'] as { Plan: PlanNode }[];
    const names = plans.flatMap(({ Plan }) => nodesOf(Plan)).map((node) => node['Relation Name'] ?? '');
    return [...new Set(names)].filter((name) => /^(?:operations|user_events)_(?:\d{8}|default)$/.test(name));
  }

  const isOver = (partition: string) =>
    /_\d{8}$/.test(partition) &&
    partition.slice(-8) < new Date(Date.now() - 60 * day).toISOString().slice(0, 10).replaceAll('-', '');

  /** Statements on the tables; sweeps also name single partitions, by themselves. */
  const ofTables = () => sent.filter((statement) => hasPlan(statement) && kindsIn(statement.sql).length > 0);

  it('is sent by all of these ways, from nowhere else', async () => {
    const kinds = new Set(ofTables().flatMap(({ sql }) => kindsIn(sql)));
    const files: Record<string, string[]> = {};
    for await (const file of glob('**/*.ts', { cwd: import.meta.dirname }))
      if (!/\.test\.ts$|^testing|^node\/(?:bench|testing)/.test(file)) {
        const named = kindsIn(await readFile(`${import.meta.dirname}/${file}`, 'utf8'));
        if (named.length > 0) files[file] = named.toSorted();
      }
    expect(files).toEqual({
      'events/events.queries.ts': ['delete user_events', 'insert user_events', 'select user_events'],
      'operations/operations.queries.ts': ['insert operations', 'select operations', 'update operations'],
    });
    expect([...kinds].toSorted()).toEqual(Object.values(files).flat().toSorted());
  });

  it('reads no week that is over, and of named writes a single one', async () => {
    for (const statement of ofTables()) {
      const read = await partitionsOf(statement);
      expect(read.filter(isOver), statement.sql).toEqual([]);
      const ofOperations = read.filter((name) => name.startsWith('operations'));
      expect(ofOperations.length, statement.sql).toBeLessThan(2);
    }
  });

  it.each([
    ['select from user_events where user_id = $1'],
    ['select from operations where user_id = $1'],
    ['delete from operations where created_at < now() and user_id = $1'],
  ])('would be found without its key: %s', async (sql) => {
    const read = await partitionsOf({ sql, parameters: [alice._id] });
    expect(read.filter(isOver).length).toBeGreaterThan(0);
  });
});
