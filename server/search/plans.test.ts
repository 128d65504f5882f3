import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { setUpWorld } from '../testing/cast.ts';
import { nodesIn, type Statement, statementsOf } from '../testing/plans.ts';
import type { Person } from '../testing/world.ts';

const leeds = { latitude: 53.8, longitude: -1.55 };
const addressAt = (latitude: RawBuilder<unknown>) =>
  sql`jsonb_build_object('latitude', ${latitude}, 'longitude', ${leeds.longitude}::float8)`;

/** How many of each hide, the oldest accounts and the nearest ones. */
const hidden = 10_000;

// Plans are those of Postgres; PGlite keeps none and holds no volume to speak of.
describe.runIf(inject('database').engine === 'postgres')('among many hidden people', () => {
  const world = setUpWorld();
  let alice: Person;

  beforeAll(async () => {
    // Older than the others, nearer, of the same name, and hidden in each way there is.
    await crowd('Maria', 'Hidden', hidden, sql`${leeds.latitude}::float8`, sql`n % 3 <> 1`, [
      'never',
      'always',
      'friends-of-friends',
    ]);
    await crowd('Maria', 'Number', 100, sql`${leeds.latitude}::float8 + 0.3`, sql`true`, ['always']);
    await crowd('Zeppelin', 'Number', 3, sql`${leeds.latitude}::float8 + 0.4`, sql`true`, ['always']);
    await crowd('Quentin', 'Number', hidden, sql`${leeds.latitude}::float8 + 0.6`, sql`true`, ['always']);
    alice = await world.individual('alice');
    for (const settings of [{}, { show_on_search: 'friends-of-friends' as const }])
      await world.befriend(await world.individual('Maria', { last_name: 'Friend', ...settings }), alice);
    await sql`vacuum (analyze)`.execute(world.db);
  }, 60_000);

  let accounts = 0;
  /** Accounts are the younger the later they are made. */
  async function crowd(
    firstName: string,
    lastName: string,
    people: number,
    latitude: RawBuilder<unknown>,
    isSearchable: RawBuilder<unknown>,
    visibilities: string[],
  ): Promise<void> {
    const first = accounts;
    accounts += people;
    await sql`
      with person as (
        select n, (lpad(to_hex((1700000000000 + ${first}::int + n)::bigint), 12, '0') || '7' || substr(md5((${first}::int + n)::text), 1, 3)
          || '8' || substr(md5((${first}::int + n)::text), 4, 15))::uuid as id
        from generate_series(1, ${people}::int) as n
      ), account as (
        insert into users (id, user_type, email, password_hash, created_at)
        select id, 'individual', id || '@example.org', 'hash', now() from person
      )
      insert into individuals (user_id, first_name, last_name, address, is_user_searchable, show_on_search)
      select id, ${firstName}, ${lastName}::text || n % 2000, ${addressAt(latitude)}, ${isSearchable},
        (${visibilities}::text[])[1 + n % ${visibilities.length}::int]
      from person`.execute(world.db);
  }

  /** How many rows of people a statement looks at. */
  async function lookedAt({ sql: text, parameters }: Statement): Promise<number> {
    const client = await world.database.pool?.connect();
    if (!client) throw new Error('This needs a Postgres.');
    try {
      return nodesIn(await client.query(`explain (analyze, format json) ${text}`, [...parameters]))
        .filter((node) => node['Relation Name'] === 'individuals')
        .map(
          (node) =>
            ((node['Actual Rows'] ?? 0) +
              (node['Rows Removed by Filter'] ?? 0) +
              (node['Rows Removed by Index Recheck'] ?? 0)) *
            (node['Actual Loops'] ?? 0),
        )
        .reduce((sum, rows) => sum + rows, 0);
    } finally {
      client.release();
    }
  }

  it.each([
    { what: 'a name that many have', name: 'maria', found: 20 },
    { what: 'a beginning that many have', name: 'mari', found: 20 },
    { what: 'a name that few have', name: 'zeppelin', found: 3 },
    { what: 'both names of one that hides', name: 'maria hidden777', found: 0 },
    { what: 'a friend who is found by friends only', name: 'maria friend', found: 2 },
    { what: 'a name that many have, near', name: 'maria', near: { ...leeds, kilometers: 100 }, found: 20 },
    { what: 'a name that few have, near', name: 'zeppelin', near: { ...leeds, kilometers: 100 }, found: 3 },
  ])('a search by name looks at no more people than it needs: $what', async ({ name, near, found }) => {
    const { individuals } = await world.as(alice).profiles.search({ name, near });
    expect(individuals.length).toBe(found);
    const statements = await statementsOf(world, alice, (caller) => caller.profiles.search({ name, near }));
    let people = 0;
    for (const statement of statements) people += await lookedAt(statement);
    expect(people).toBeGreaterThan(0);
    expect(people).toBeLessThanOrEqual(250);
  });
});
