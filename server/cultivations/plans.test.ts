import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { setUpWorld } from '../testing/cast.ts';
import { nodesIn, nodesOf, type PlanNode, statementsOf } from '../testing/plans.ts';
import type { Person, World } from '../testing/world.ts';
import { keepListsUp } from './keep-up.ts';
import { type UserColumn, userColumns } from './user-columns.schema.ts';

/** Tables that grow with use, and hold many rows here. */
const growing = new Set([
  'cultivation_users',
  'post_interests',
  'individuals',
  'users',
  'follows',
  'follow_invitations',
]);

/** More than any page reads, and fewer than are on the list. */
const most = 500;

// Plans are those of Postgres; PGlite keeps none and holds no volume to speak of.
describe.runIf(inject('database').engine === 'postgres')('of a list of many people', () => {
  const world = setUpWorld();
  let carol: Person;
  let id: string;

  beforeAll(async () => {
    carol = await world.organization('carol');
    id = (await world.as(carol).cultivations.create({ title: 'Regulars' }))._id;
    const post = await world
      .as(carol)
      .posts.create({ postType: 'event', title: 'Soup night', isActive: true });
    await sql`
      with person as (
        insert into users (id, user_type, email, password_hash, created_at)
        select gen_random_uuid(), 'individual', 'person-' || n || '@example.org', 'hash', now()
        from generate_series(1, 5000) as n returning id
      ), named as (
        insert into individuals (user_id, first_name, last_name, address)
        select id, 'Person', 'N' || row_number() over (), '{}' from person
      )
      insert into cultivation_users (cultivation_id, user_id, added_at, sort_name)
      select ${id}::uuid, id, now() - row_number() over () * interval '1 minute', 'person n' || row_number() over ()
      from person`.execute(world.db);
    await sql`
      insert into post_interests (post_id, user_id, liked_at, interested_at, going_at)
      select ${post._id}::uuid, user_id, added_at, added_at, added_at from cultivation_users`.execute(
      world.db,
    );
    await sql`
      insert into follows (id, follower_id, following_id, created_at)
      select gen_random_uuid(), user_id, ${carol._id}, added_at from cultivation_users order by user_id limit 2500
    `.execute(world.db);
    await sql`
      with batch as (
        insert into follow_invitation_batches (id, organization_id, message, created_at, total, cost)
        values (gen_random_uuid(), ${carol._id}, 'Hello', now(), 1, 0) returning id
      )
      insert into follow_invitations (organization_id, invitee_id, batch_id, created_at)
      select ${carol._id}, user_id, batch.id, now()
      from batch, (select user_id from cultivation_users order by user_id desc limit 1000) as invitee
    `.execute(world.db);
    await sql`
      with list as (
        insert into cultivations (id, creator_id, title, description, created_at)
        select gen_random_uuid(), ${carol._id}, 'Short', '', now() from generate_series(1, 500) as n returning id
      )
      insert into cultivation_users (cultivation_id, user_id, added_at)
      select list.id, person.user_id, now()
      from list, (select user_id from cultivation_users order by user_id limit 10) as person`.execute(
      world.db,
    );
    await keepListsUp(world.deps);
    await world.ports.runJobs();
    await sql`vacuum (analyze)`.execute(world.db);
  }, 60_000);

  const shared = (node: PlanNode) => node['Relation Name'] ?? '';
  const rowsOf = (node: PlanNode) => (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0);

  /** Reads as carol and returns the nodes of the plans of all that is sent. */
  async function plansOf(work: (caller: ReturnType<World['as']>) => Promise<unknown>): Promise<PlanNode[]> {
    const { pool } = world.database;
    if (!pool) throw new Error('There is no pool.');
    const sent = await statementsOf(world, carol, work);
    const client = await pool.connect();
    try {
      // A table of a few megabytes is often quickest read whole. These are to be planned as if they were large.
      await client.query('set seq_page_cost = 100');
      const nodes: PlanNode[] = [];
      for (const { sql: text, parameters } of sent) {
        nodes.push(...nodesIn(await client.query(`explain (analyze, format json) ${text}`, [...parameters])));
        // The plan for all values, which is kept: most lists are short, and it may not count on that.
        const kept = await client.query(`explain (generic_plan, format json) ${text}`);
        nodes.push(...nodesIn(kept).filter(isOfWholeList));
      }
      return nodes;
    } finally {
      client.release(true);
    }
  }

  /** Whether a node sorts or gathers people of a list, whom an index has in their order. */
  const isOfWholeList = (node: PlanNode) =>
    (node['Node Type'] === 'Bitmap Heap Scan' && shared(node) === 'cultivation_users') ||
    (node['Node Type'].endsWith('Sort') &&
      nodesOf(node).some((part) => shared(part) === 'cultivation_users'));

  /** What plans read from end to end, and where they read more rows than a page needs. */
  async function excessOf(work: (caller: ReturnType<World['as']>) => Promise<unknown>): Promise<string[]> {
    const nodes = (await plansOf(work)).filter(
      (node) => growing.has(shared(node)) || /sort|hash/i.test(node['Node Type']),
    );
    expect(nodes.some((node) => shared(node) === 'cultivation_users')).toBe(true);
    return nodes
      .filter((node) => node['Node Type'] === 'Seq Scan' || isOfWholeList(node) || rowsOf(node) > most)
      .map((node) => `${node['Node Type']} ${shared(node)}`);
  }

  const laterPage = async (sort: UserColumn, order: 'ascending' | 'descending') => {
    const { pages } = await world.as(carol).cultivations.byId({ id, sort, order });
    const last = pages.at(-1);
    if (!last) throw new Error('There is one page.');
    return last;
  };

  it.each(userColumns)('reads a page by %s in its order, without sorting the list', async (sort) => {
    for (const order of ['ascending', 'descending'] as const) {
      expect(await excessOf((caller) => caller.cultivations.byId({ id, sort, order }))).toEqual([]);
      const later = await laterPage(sort, order);
      expect(await excessOf((caller) => caller.cultivations.byId({ id, sort, order, ...later }))).toEqual([]);
    }
  });

  it('finds people by name without reading the list', async () => {
    const search = { id, sort: 'name', search: 'person n4321' } as const;
    const excess = await excessOf((caller) => caller.cultivations.byId(search));
    // Those of the name are sorted, as few as they are.
    expect(excess.filter((what) => what.trim() !== 'Sort')).toEqual([]);
  });

  it('shows lists with their counts without counting', async () => {
    const read = async (caller: ReturnType<World['as']>) => {
      await caller.cultivations.list({});
      await caller.cultivations.byId({ id });
    };
    expect(await excessOf(read)).toEqual([]);
  });
});
