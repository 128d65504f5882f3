import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { setUpWorld } from '../testing/cast.ts';
import { nodesOf, type PlanNode, statementsOf } from '../testing/plans.ts';
import type { Person, World } from '../testing/world.ts';

/** Tables that grow with use, and hold many rows here. */
const growing = new Set(['conversations', 'conversation_members', 'messages']);

// Plans are those of Postgres; PGlite keeps none and holds no volume to speak of.
describe.runIf(inject('database').engine === 'postgres')('among many messages', () => {
  const world = setUpWorld();
  let alice: Person;
  let bob: Person;
  let id: string;

  beforeAll(async () => {
    [alice, bob] = [await world.individual('alice'), await world.individual('bob')];
    await sql`
      with person as (
        insert into users (id, user_type, email, password_hash, created_at)
        select gen_random_uuid(), 'individual', 'person-' || n || '@example.org', 'hash', now()
        from generate_series(1, 3000) as n returning id
      ), talk as (
        insert into conversations (id, user_a, user_b, last_seq, created_at)
        select gen_random_uuid(), least(id, ${alice._id}::uuid), greatest(id, ${alice._id}::uuid), 10, now()
        from person returning id, user_a, user_b
      ), member as (
        insert into conversation_members (conversation_id, user_id, other_id, listed_at, last_seq, unread)
        select talk.id, side.user_id, side.other_id, now(), 10, 0
        from talk, lateral (values (user_a, user_b), (user_b, user_a)) as side (user_id, other_id)
      )
      insert into messages (id, conversation_id, seq, sender_id, text, created_at)
      select gen_random_uuid(), talk.id, seq, user_a, 'Hello', now() from talk, generate_series(1, 10) as seq
    `.execute(world.db);
    id = (await world.as(bob).conversations.send({ receiverId: alice._id, text: 'Hello' })).conversation._id;
    await sql`
      insert into messages (id, conversation_id, seq, sender_id, text, created_at)
      select gen_random_uuid(), ${id}, seq, ${bob._id}, 'Hello', now() from generate_series(2, 20000) as seq
    `.execute(world.db);
    await sql`update conversations set last_seq = 20000 where id = ${id}`.execute(world.db);
    await sql`update conversation_members set last_seq = 20000 where conversation_id = ${id}`.execute(
      world.db,
    );
    await sql`analyze`.execute(world.db);
  }, 30_000);

  /** Does the work as alice and returns the plan of each statement that it sends. */
  async function plansOf(work: (caller: ReturnType<World['as']>) => Promise<unknown>): Promise<PlanNode[]> {
    const { pool } = world.database;
    if (!pool) throw new Error('There is no pool.');
    const sent = await statementsOf(world, alice, work);
    const plans: PlanNode[] = [];
    const client = await pool.connect();
    try {
      for (const { sql: text, parameters } of sent) {
        // What changes rows is planned and not done again.
        const options = /^\s*select/i.test(text) ? 'analyze, format json' : 'format json';
        const { rows } = await client.query(`explain (${options}) ${text}`, [...parameters]);
        plans.push(rows[0]['QUERY PLAN'][0].Plan);
      }
    } finally {
      client.release();
    }
    return plans;
  }

  const works: Record<string, [most: number, work: (caller: ReturnType<World['as']>) => Promise<unknown>]> = {
    'the list': [31, (caller) => caller.conversations.list({})],
    'the newest messages': [31, (caller) => caller.conversations.history({ id })],
    'messages before one': [31, (caller) => caller.conversations.history({ id, before: 10_000 })],
    'messages after one': [31, (caller) => caller.conversations.history({ id, after: 10_000 })],
    'the top of the list': [11, (caller) => caller.conversations.top({})],
    'a search of rare words': [31, (caller) => caller.conversations.search({ text: 'leek soup' })],
    'a search of a rare word and the beginning of a common one': [
      31,
      (caller) => caller.conversations.search({ text: 'leek hello' }),
    ],
    'a search in one conversation': [
      31,
      (caller) => caller.conversations.search({ id: alice._id, text: 'leek', conversationId: id }),
    ],
    'the count': [1, (caller) => caller.conversations.countNew({})],
    'reading all of them': [2, (caller) => caller.conversations.markRead({ id, upTo: 20_000 })],
    sending: [31, (caller) => caller.conversations.send({ receiverId: bob._id, text: 'Hello' })],
  };

  it.each(Object.keys(works))('reads no more rows than it needs: %s', async (name) => {
    const [most, work] = works[name] ?? [0, () => Promise.resolve()];
    const nodes = (await plansOf(work)).flatMap(nodesOf);
    expect(nodes.length).toBeGreaterThan(0);
    const whole = nodes.filter(
      (node) => node['Node Type'] === 'Seq Scan' && growing.has(node['Relation Name'] ?? ''),
    );
    expect(whole.map((node) => node['Relation Name'])).toEqual([]);
    const read = nodes.filter((node) => growing.has(node['Relation Name'] ?? ''));
    for (const node of read)
      expect((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)).toBeLessThanOrEqual(most);
  });

  it('looks up whole words alone where a message has to have those and the beginning of another', async () => {
    const lookedUp = async (text: string) =>
      (await plansOf((caller) => caller.conversations.search({ text })))
        .flatMap(nodesOf)
        .filter((node) => node['Index Name'] === 'messages_by_words')
        .map((node) => node['Index Cond']);
    expect(await lookedUp('leek hello')).toEqual([expect.stringMatching(/@@ '''leek'''::tsquery/)]);
    expect(await lookedUp('leek')).toEqual([expect.stringMatching(/@@ '''leek'':\*'::tsquery/)]);
  });
});
