import { sql } from 'kysely';
import { assert, expect, test, vi } from 'vitest';
import { createApi } from '#server/api.ts';
import { setUpCast } from '#server/testing/cast.ts';
import { addFollowers, addStrangers } from '#server/testing/crowd.ts';
import { createJobs } from './ports/jobs.ts';
import { workAmongDeaths } from './testing/workers.ts';
import { migrateJobs } from './workers.ts';

vi.setConfig({ testTimeout: 600_000 });

const { world, carol } = setUpCast();

test('a message to many goes to each once, and is paid once, though processes are killed meanwhile', async () => {
  const { connectionString } = world.database;
  assert(connectionString);
  await migrateJobs(connectionString, world.ports.log);
  // No new account, so that it may write to many strangers.
  await sql`update users set created_at = created_at - interval '30 days' where id = ${carol._id}`.execute(
    world.db,
  );
  await world.db.updateTable('wallets').set({ balance: 500 }).where('user_id', '=', carol._id).execute();
  const receiverIds = [...(await addFollowers(world, carol, 700)), ...(await addStrangers(world, 300))];

  const api = createApi({ ...world.deps, ports: { ...world.ports, jobs: createJobs() } });
  const path = `/api/conversations/bulk/user/${carol._id}/multiple-users`;
  const countLeft = async () => {
    const { left } = await world.db
      .selectFrom('bulk_messages')
      .select(sql<number>`(total - done)::integer`.as('left'))
      .executeTakeFirstOrThrow();
    return left;
  };
  await workAmongDeaths({ connectionString, processes: 2, deaths: 2, standstillMs: 60_000 }, async () => {
    const response = await api(
      new Request(new URL(path, world.deps.settings.publicUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${carol.token}` },
        body: JSON.stringify({ receiverIds, messageText: 'Hello all' }),
      }),
      { requestId: 'test', clientAddress: '192.0.2.1' },
    );
    expect(response.status).toBe(200);
    return { countLeft };
  });

  const progress = await world.db
    .selectFrom('bulk_messages')
    .select(['total', 'done', 'sent', 'spent', 'finished_at'])
    .executeTakeFirstOrThrow();
  expect(progress).toMatchObject({ total: 1_000, done: 1_000, sent: 1_000, spent: 300 });
  expect(progress.finished_at).not.toBeNull();
  const { rows: written } = await sql<{ id: string; messages: number }>`
    select member.user_id as id, count(*)::integer as messages
    from messages join conversation_members as member using (conversation_id)
    where messages.sender_id = ${carol._id} and member.user_id <> ${carol._id}
    group by member.user_id`.execute(world.db);
  expect(written.filter(({ messages }) => messages !== 1)).toEqual([]);
  expect(written.map(({ id }) => id).toSorted()).toEqual(receiverIds.toSorted());
  expect((await world.as(carol).wallet.balance({})).walletCoin).toBe(200);
  const { rows: spent } = await sql<{ coins: number }>`
    select sum(coins)::integer as coins from wallet_entries
    where user_id = ${carol._id} and reason = 'message'`.execute(world.db);
  expect(spent).toEqual([{ coins: -300 }]);
});
