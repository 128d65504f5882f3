import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { expect, test } from 'vitest';
import { setUpWorld } from '../testing/cast.ts';
import { runsOf } from '../testing/database.ts';
import { type Person, startingCoins } from '../testing/world.ts';
import { grantCoins, openWallet, spendCoins } from './wallet.queries.ts';

const world = setUpWorld();

const ledgerOf = (userId: string) =>
  world.db
    .selectFrom('wallet_entries')
    .select(['coins', 'reason'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const balanceOf = async (person: Person) =>
  (await world.as(person).wallet.balance({ id: person._id })).walletCoin;
const entry = (person: Person, coins: number, id = uuid()) => ({
  id,
  userId: person._id,
  coins,
  now: world.ports.clock.now(),
});
const spend = (person: Person, coins: number, id?: string) =>
  world.db
    .transaction()
    .execute((trx) => spendCoins(trx, { ...entry(person, coins, id), reason: 'invitation' }));
const grant = (person: Person, coins: number, id?: string) =>
  world.db.transaction().execute((trx) => grantCoins(trx, { ...entry(person, coins, id), reason: 'grant' }));

test('a new account starts with 100 coins, and knows what they buy', async () => {
  const response = await world.request('/api/auth/sign-up', {
    method: 'POST',
    body: { userType: 'individual', email: 'alice@example.org', password: 'correct horse' },
  });
  const headers = { authorization: `Bearer ${response.data.token}` };
  const id = response.data.user._id;
  expect((await world.request(`/api/users/${id}/wallet`, { headers })).data).toEqual({ walletCoin: 100 });
  expect((await world.request('/api/wallets/spending-summary', { headers })).data).toEqual({
    coinPerInvitation: 1,
  });
  expect(await ledgerOf(id)).toEqual([{ coins: 100, reason: 'start' }]);
});

test('the host sets how many there are, and what they buy', async () => {
  const elsewhere = { ...world.deps.settings, coins: { atStart: 0, perInvitation: 0.5 } };
  Object.assign(world.deps.settings, elsewhere);
  try {
    const body = { userType: 'organization', email: 'carol@example.org', password: 'correct horse' } as const;
    const { user } = await world.visitor.accounts.signUp(body);
    expect(await ledgerOf(user._id)).toEqual([]);
    const alice = await world.individual('alice');
    expect(await world.as(alice).wallet.spendingSummary()).toEqual({ coinPerInvitation: 0.5 });
  } finally {
    Object.assign(world.deps.settings, { coins: undefined });
  }
});

test('a wallet is shown to who owns it, and to nobody else', async () => {
  const [alice, bob] = [await world.individual('alice'), await world.individual('bob')];
  const path = `/api/users/${alice._id}/wallet`;
  expect(await world.request(path, { as: bob })).toMatchObject({ status: 403, data: null });
  expect(await world.request(path)).toMatchObject({ status: 401 });
  expect(await world.request(path, { as: alice })).toMatchObject({ status: 200, data: { walletCoin: 100 } });
});

test('what coins were spent on is listed, the newest first', async () => {
  const [alice, bob, carol] = [
    await world.individual('alice'),
    await world.individual('bob'),
    await world.organization('carol'),
  ];
  const me = world.as(carol);
  const post = await me.posts.create({ postType: 'general', title: 'We have moved', isActive: true });
  const next = () => world.ports.clock.advance(1_000);
  next();
  await me.conversations.send({ receiverId: alice._id, text: 'Hello' });
  next();
  await me.invitations.invite({
    id: carol._id,
    usersToBeInvited: [alice._id, bob._id],
    postLink: `/post/general/details/${post._id}`,
    invitationMessage: 'Come and see',
  });
  next();
  await me.conversations.sendToMany({ id: carol._id, receiverIds: [bob._id], messageText: 'News' });
  await world.ports.runJobs();
  next();
  await grant(carol, 5);

  const path = `/api/users/${carol._id}/wallet/entries`;
  const { items } = await me.wallet.entries({});
  expect(items).toMatchObject([
    { coins: 5, reason: 'grant', receiver: null, post: null, bulkMessage: null },
    { coins: -1, reason: 'message', bulkMessage: { text: 'News', sent: 1 } },
    { coins: -2, reason: 'invitation', post: { _id: post._id, postType: 'general', title: 'We have moved' } },
    { coins: -1, reason: 'message', receiver: { _id: alice._id, name: 'Alice Example' } },
    { coins: 100, reason: 'start' },
  ]);
  const first = (await world.request(`${path}?limit=2`, { as: carol })).data;
  const rest = (await world.request(`${path}?limit=10&cursor=${first.cursor}`, { as: carol })).data;
  expect([...first.items, ...rest.items]).toEqual(items);
  expect(rest.cursor).toBeNull();
  expect(await world.request(path, { as: alice })).toMatchObject({ status: 403, data: null });

  await world.db
    .updateTable('individuals')
    .set({ is_user_searchable: false })
    .where('user_id', '=', alice._id)
    .execute();
  expect(JSON.stringify(await me.wallet.entries({}))).not.toContain(alice._id);
});

test('what is more than there is is not spent at all', async () => {
  const alice = await world.individual('alice');
  expect(await spend(alice, 101)).toEqual({ isPaid: false, balance: 100 });
  expect(await spend(alice, 100)).toEqual({ isPaid: true, balance: 0 });
  expect(await spend(alice, 1)).toEqual({ isPaid: false, balance: 0 });
  expect(await balanceOf(alice)).toBe(0);
});

test('an account without a wallet has nothing to spend', async () => {
  const nobody = { ...(await world.individual('bob')), _id: uuid() };
  expect(await spend(nobody, 1)).toEqual({ isPaid: false, balance: 0 });
});

test('entries never change', async () => {
  const alice = await world.individual('alice');
  const change = world.db.updateTable('wallet_entries').set({ coins: 1000 }).where('user_id', '=', alice._id);
  await expect(change.execute()).rejects.toThrow('never change');
  expect(await ledgerOf(alice._id)).toEqual([{ coins: 100, reason: 'start' }]);
});

test('a payment that is rolled back leaves nothing', async () => {
  const alice = await world.individual('alice');
  const failing = world.db.transaction().execute(async (trx) => {
    await spendCoins(trx, { ...entry(alice, 10), reason: 'invitation' });
    throw new Error('What it pays for failed.');
  });
  await expect(failing).rejects.toThrow('failed');
  expect(await ledgerOf(alice._id)).toEqual([{ coins: 100, reason: 'start' }]);
  expect(await balanceOf(alice)).toBe(100);
});

test('of 100 who spend the last coin at once, one does', async () => {
  const alice = await world.individual('alice');
  await spend(alice, startingCoins - 1);
  const responses = await Promise.all(Array.from({ length: 100 }, () => spend(alice, 1)));
  expect(responses.filter(({ isPaid }) => isPaid)).toHaveLength(1);
  expect(await balanceOf(alice)).toBe(0);
});

test('whatever is granted and spent at once, and however often it is sent, the balance is the sum of the entries and never below zero', async () => {
  const act = fc.record({
    kind: fc.constantFrom('grant', 'spend'),
    coins: fc.integer({ min: 1, max: 40 }),
    // Few idempotency keys, so that some writes are the same one sent again.
    name: fc.nat({ max: 11 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 50 }),
      fc.array(act, { minLength: 1, maxLength: 24 }),
      async (start, drawn) => {
        const alice = await world.newcomer('individual', 'alice');
        await world.db.deleteFrom('wallets').where('user_id', '=', alice._id).execute();
        const now = world.ports.clock.now();
        await world.db
          .transaction()
          .execute((trx) => openWallet(trx, { userId: alice._id, coins: start, now }));

        // The same key is the same write: the first that was drawn with it.
        const byName = new Map<number, (typeof drawn)[number] & { id: string }>();
        for (const one of drawn) if (!byName.has(one.name)) byName.set(one.name, { ...one, id: uuid() });
        const acts = drawn.map(({ name }) => byName.get(name)).filter((one) => one !== undefined);
        const outcomes = await Promise.all(
          acts.map(async ({ kind, coins, id }) => {
            if (kind === 'grant') return { id, coins, balance: await grant(alice, coins, id) };
            const { isPaid, balance } = await spend(alice, coins, id);
            return { id, coins: isPaid ? -coins : 0, balance };
          }),
        );

        const ledger = await ledgerOf(alice._id);
        const balance = await balanceOf(alice);
        expect(balance).toBe(sum(ledger.map(({ coins }) => coins)));
        for (const outcome of outcomes) expect(outcome.balance).toBeGreaterThanOrEqual(0);
        // What was rejected may succeed when it is sent again; what succeeded once counts once.
        const effects = new Map<string, number>();
        for (const { id, coins } of outcomes) if (coins !== 0) effects.set(id, coins);
        expect(balance).toBe(start + sum([...effects.values()]));
        expect(ledger).toHaveLength(effects.size + Number(start > 0));
      },
    ),
    { numRuns: runsOf(40) },
  );
});

test('messages, also to many, take out of a wallet what they cost, once, and put nothing back, whatever happens at once', async () => {
  const strangers = 5;
  const act = fc.record({
    kind: fc.constantFrom('message', 'bulk', 'grant', 'spend'),
    to: fc.uniqueArray(fc.nat(strangers - 1), { minLength: 1, maxLength: strangers }),
    coins: fc.integer({ min: 1, max: 3 }),
    // Few ids, so that some are the same one sent again.
    name: fc.nat(7),
  });
  const acts = fc.array(act, { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 12 }), acts, async (start, drawn) => {
      const alice = await world.individual('alice');
      await world.db.transaction().execute(async (trx) => {
        await trx.deleteFrom('wallets').where('user_id', '=', alice._id).execute();
        await openWallet(trx, { userId: alice._id, coins: start, now: world.ports.clock.now() });
      });
      const others = await Promise.all(Array.from({ length: strangers }, () => world.individual('bob')));
      const ids = (numbers: readonly number[]) => numbers.map((number) => others[number]?._id ?? '');
      const post = (path: string, body: object) =>
        world.request(`/api/conversations/${path}`, { method: 'POST', as: alice, body });
      const named = new Map<number, (typeof drawn)[number] & { id: string }>();
      for (const one of drawn) if (!named.has(one.name)) named.set(one.name, { ...one, id: uuid() });
      let granted = 0;
      let spent = 0;
      const work = drawn.map(async ({ name }) => {
        const {
          kind,
          to,
          coins,
          id: _id,
        } = named.get(name) ?? { kind: 'grant', to: [], coins: 1, id: uuid() };
        if (kind === 'grant') await grant(alice, coins, _id);
        else if (kind === 'spend') await spend(alice, coins, _id);
        else {
          const { status } =
            kind === 'message'
              ? await post('message', { _id, receiverId: ids(to)[0], text: 'Hello' })
              : await post(`bulk/user/${alice._id}/multiple-users`, {
                  _id,
                  receiverIds: ids(to),
                  messageText: 'Hello',
                });
          expect([200, 409]).toContain(status);
        }
        expect(await balanceOf(alice)).toBeGreaterThanOrEqual(0);
      });
      await Promise.all(work);
      await world.ports.runJobs();

      const ledger = await ledgerOf(alice._id);
      for (const { coins, reason } of ledger)
        if (reason === 'start' || reason === 'grant') granted += coins;
        else {
          expect(coins).toBeLessThan(0);
          spent -= coins;
        }
      expect(await balanceOf(alice)).toBe(granted - spent);
      const messages = await world.db
        .selectFrom('messages')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('sender_id', '=', alice._id)
        .executeTakeFirstOrThrow();
      const paid = ledger.filter(({ reason }) => reason === 'message').map(({ coins }) => -coins);
      // Nobody writes back, so nobody is connected: each message costs a coin.
      expect(sum(paid)).toBe(messages.count);
      const { items } = await world.as(alice).conversations.bulkJobs({});
      for (const bulk of items)
        expect(bulk).toMatchObject({ state: 'done', sent: bulk.total, spent: bulk.cost });
    }),
    { numRuns: runsOf(8) },
  );
});
