import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { keepPartitions } from '#db/partitions.ts';
import { keyedHash, sha256 } from '../crypto.ts';
import { setUpWorld } from '../testing/cast.ts';
import { type Person, password } from '../testing/world.ts';
import { write } from '../write.ts';

describe('a write that its client named', () => {
  const world = setUpWorld();
  let alice: Person;
  let bob: Person;
  let carol: Person;

  beforeAll(async () => {
    alice = await world.individual('alice');
    bob = await world.individual('bob');
    carol = await world.organization('carol');
  });

  const publish = (title: string) =>
    world.as(carol).posts.create({ postType: 'general', title, description: '', isActive: true });

  const like = (postId: string, as: Person, key: string, action = 'like') =>
    world.request(`/api/posts/${postId}/${action}`, {
      method: 'POST',
      as,
      headers: { 'idempotency-key': key },
    });

  const eventsOf = (person: Person, opId: string) =>
    world.db
      .selectFrom('user_events')
      .select(['type', 'seq'])
      .where('user_id', '=', person._id)
      .where('op_id', '=', opId)
      .orderBy('seq')
      .execute();

  it('is done once however often it is sent, and answered the same', async () => {
    const post = await publish('Soup night');
    const key = uuid();
    const first = await like(post._id, alice, key);
    await like(post._id, alice, uuid(), 'cancel-like');
    const again = await like(post._id, alice, key);

    expect(first.data.counts.liked).toBe(1);
    expect(again).toMatchObject({ status: 200, data: first.data });
    // Done again, it would have taken back the taking back.
    expect((await world.as(alice).posts.byId({ id: post._id })).counts.liked).toBe(0);
  });

  it('is done once when it is sent many times at once', async () => {
    const post = await publish('Choir');
    const key = uuid();
    const answers = await Promise.all(Array.from({ length: 20 }, () => like(post._id, alice, key)));
    expect(answers.map((answer) => [answer.status, answer.data])).toEqual(
      answers.map(() => [200, answers[0]?.data]),
    );
    const events = await eventsOf(alice, key);
    expect(events.filter(({ type }) => type === 'operation-done')).toHaveLength(1);
    expect(events.at(-1)?.type).toBe('operation-done');
  });

  it('returns the stored result to a repeat that would be rejected by now', async () => {
    const post = await publish('Clothes swap');
    const key = uuid();
    const first = await like(post._id, alice, key);
    await world.as(carol).posts.remove({ id: post._id });
    expect(await like(post._id, alice, key)).toMatchObject({ status: 200, data: first.data });
    expect(await like(post._id, alice, uuid())).toMatchObject({ status: 404 });
  });

  it('changes nothing the second time, though it takes its key with the commit', async () => {
    const post = await publish('Bike ride');
    const key = uuid();
    await like(post._id, alice, key);
    await like(post._id, alice, uuid(), 'cancel-like');
    const { seq } = await world.as(alice).events.head();
    await like(post._id, alice, key);
    expect((await world.as(alice).events.head()).seq).toBe(seq);
    expect((await world.as(alice).posts.byId({ id: post._id })).counts.liked).toBe(0);
  });

  it('is in the log even where it changed nothing', async () => {
    const post = await publish('Book swap');
    await like(post._id, alice, uuid());
    const key = uuid();
    await like(post._id, alice, key);
    expect((await eventsOf(alice, key)).map(({ type }) => type)).toContain('operation-done');
  });

  it('is rejected under a name that stood for another write', async () => {
    const [one, other] = [await publish('Garden day'), await publish('Repair café')];
    const key = uuid();
    await like(one._id, alice, key);
    expect(await like(other._id, alice, key)).toMatchObject({ status: 409, success: false });
    expect((await world.as(alice).posts.byId({ id: other._id })).counts.liked).toBe(0);
  });

  it('shares its name with nobody else’s', async () => {
    const post = await publish('Open kitchen');
    const key = uuid();
    await like(post._id, alice, key);
    expect((await like(post._id, bob, key)).data.counts.liked).toBe(2);
  });

  it('keeps its name for 45 days, and not longer', async () => {
    const now = new Date('2026-06-15T12:00:00Z');
    const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);
    const [kept, forgotten] = [uuid(), uuid()];
    const post = await publish('Winter walk');
    for (const key of [kept, forgotten]) await like(post._id, alice, key);
    for (const [key, age] of [
      [kept, 44],
      [forgotten, 46],
    ] as const)
      await world.db
        .updateTable('operations')
        .set({ created_at: daysAgo(age) })
        .where('op_id', '=', key)
        .execute();
    world.ports.clock.set(now);
    await write(world.deps, async (_, effects) => effects.job({ name: 'sweep-operations', payload: {} }));
    await world.ports.runJobs();

    const left = await world.db
      .selectFrom('operations')
      .select('op_id')
      .where('op_id', 'in', [kept, forgotten])
      .execute();
    expect(left).toEqual([{ op_id: kept }]);
  });

  it('is done once, too, when its week has a partition', async () => {
    const day = 24 * 60 * 60 * 1000;
    const post = await publish('Repair café');
    const before = uuid();
    const first = await like(post._id, alice, before);
    await keepPartitions(world.db, 'operations', {
      now: new Date(Date.now() - 8 * day),
      oldest: new Date(0),
      log: world.ports.log,
    });
    const after = uuid();
    const second = await like(post._id, bob, after);
    const { rows } = await sql<{ table: string }>`
      select distinct tableoid::regclass::text as table from operations
      where op_id = any(${[before, after]}::uuid[])`.execute(world.db);
    expect(rows).toEqual([{ table: expect.stringMatching(/^partitions\.operations_\d{8}$/) }]);

    expect((await like(post._id, alice, before)).data).toEqual(first.data);
    expect((await like(post._id, bob, after)).data).toEqual(second.data);
    expect((await like(post._id, bob, after, 'cancel-like')).status).toBe(409);
    expect((await world.as(alice).posts.byId({ id: post._id })).counts.liked).toBe(2);

    const key = uuid();
    const input = { postType: 'general', title: 'Once', description: '', isActive: true };
    const create = () => named('/api/posts/', key, input, carol);
    const created = await Promise.all([create(), create(), create()]);
    expect(created).toEqual(Array.from({ length: 3 }, () => created[0]));
    expect(created[0]?.status).toBe(200);
  });

  it('may be tried again after it was rejected', async () => {
    const draft = await world
      .as(carol)
      .posts.create({ postType: 'general', title: 'Not yet', description: '', isActive: false });
    const key = uuid();
    expect((await like(draft._id, alice, key)).status).toBe(404);
    await world
      .as(carol)
      .posts.update({ id: draft._id, postType: 'general', title: 'Now', description: '', isActive: true });
    expect((await like(draft._id, alice, key)).status).toBe(200);
  });

  it('is not done as another user than its client means to be, and neither is anything read', async () => {
    const post = await publish('Swap day');
    const meant = { 'acting-user': alice._id, 'idempotency-key': uuid() };
    const send = (as: Person, path: string, method: 'GET' | 'POST') =>
      world.request(path, { method, as, headers: meant });

    expect(await send(bob, `/api/posts/${post._id}/like`, 'POST')).toMatchObject({ status: 409, data: null });
    expect(await send(bob, '/api/posts/feed', 'GET')).toMatchObject({ status: 409, data: null });
    expect((await world.as(bob).posts.byId({ id: post._id })).counts.liked).toBe(0);
    expect(await send(alice, `/api/posts/${post._id}/like`, 'POST')).toMatchObject({ status: 200 });
    expect(await send(alice, '/api/posts/feed', 'GET')).toMatchObject({ status: 200 });
  });

  it('needs a name that is a UUID, and a request of its own', async () => {
    const post = await publish('Walk');
    expect((await like(post._id, alice, 'not-a-uuid')).status).toBe(400);
    const batch = await world.request('/api/trpc/posts.like,posts.like?batch=1', {
      method: 'POST',
      as: alice,
      headers: { 'idempotency-key': uuid() },
      body: { 0: { id: post._id }, 1: { id: post._id } },
    });
    expect(batch.status).toBe(400);
    const alone = await world.request('/api/trpc/posts.like', {
      method: 'POST',
      as: alice,
      headers: { 'idempotency-key': uuid() },
      body: { id: post._id },
    });
    expect(alone.status).toBe(200);
  });

  /** Calls a route with an Idempotency-Key; the answer's body as it was sent. */
  async function named(path: string, key: string, body: unknown, as?: Person, method = 'POST') {
    const response = await world.fetch(path, {
      method,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        ...(as && { authorization: `Bearer ${as.token}` }),
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, body: await response.text() };
  }

  const storedOf = (key: string) =>
    world.db.selectFrom('operations').selectAll().where('op_id', '=', key).executeTakeFirstOrThrow();

  it('is the same write whatever the order of its fields, with defaults or without', async () => {
    const key = uuid();
    const first = await named(
      '/api/posts/',
      key,
      { postType: 'general', title: 'Swap', isActive: true },
      carol,
    );
    const again = await named(
      '/api/posts/',
      key,
      '{"isActive": true, "title":"  Swap ", "description":"", "images":[], "postType":"general"}',
      carol,
    );
    expect(again).toEqual(first);
    expect(first.status).toBe(200);
    const other = await named(
      '/api/posts/',
      key,
      { postType: 'general', title: 'Other', isActive: true },
      carol,
    );
    expect(other.status).toBe(409);
  });

  it('is answered with the same bytes over REST and tRPC', async () => {
    const title = '10 "é" \u2028 — 🎈';
    for (const path of ['/api/posts/', '/api/trpc/posts.create']) {
      const key = uuid();
      const input = { postType: 'general', title, description: 'z\na', isActive: true };
      const first = await named(path, key, input, carol);
      expect(first.status).toBe(200);
      expect(await named(path, key, input, carol)).toEqual(first);
    }
  });

  it('is done once for visitors, too: feedback leaves one row', async () => {
    const key = uuid();
    const input = { fullName: 'Erin', contactEmail: 'erin@example.org', description: `Hello ${key}` };
    const sent = await Promise.all(
      ['/api/feedbacks/', '/api/feedbacks/', '/api/feedbacks/'].map((path) => named(path, key, input)),
    );
    const shuffled = await named(
      '/api/feedbacks',
      key,
      JSON.stringify(input, Object.keys(input).toReversed()),
    );
    expect([...sent, shuffled].map((answer) => answer)).toEqual(Array.from({ length: 4 }, () => sent[0]));
    expect(sent[0]?.status).toBe(200);
    const rows = await world.db
      .selectFrom('feedbacks')
      .select('id')
      .where('description', '=', input.description)
      .execute();
    expect(rows).toHaveLength(1);
    expect((await named('/api/feedbacks/', key, { ...input, fullName: 'Frank' })).status).toBe(409);
    // A name of one's own is not that of visitors.
    expect((await named('/api/feedbacks/', key, input, alice)).status).toBe(200);
  });

  it('hands a visitor no answer with a token again, and makes one account', async () => {
    const key = uuid();
    const account = { userType: 'individual', email: `erin-${key}@example.org`, password: 'correct horse' };
    const first = await named('/api/auth/sign-up', key, account);
    expect(first.status).toBe(200);
    const { token } = JSON.parse(first.body).data;
    const again = await named('/api/trpc/accounts.signUp', key, account);
    expect(again.status).toBe(409);
    expect(JSON.parse(again.body).error.data.reason).toBe('told-once');
    // Who does not know the password learns no more than that the name was used.
    const guessed = await named('/api/trpc/accounts.signUp', key, { ...account, password: 'battery staple' });
    expect(JSON.parse(guessed.body).error.data.reason).toBe('key-reused');
    const stored = JSON.stringify(await storedOf(key));
    for (const secret of [token, account.password, account.email]) expect(stored).not.toContain(secret);
  });

  it('signs in anew under any name', async () => {
    const key = uuid();
    const entered = { email: alice.email, password };
    const [first, again] = [
      await named('/api/auth/sign-in', key, entered),
      await named('/api/auth/sign-in', key, entered),
    ];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(JSON.parse(again.body).data.token).not.toBe(JSON.parse(first.body).data.token);
  });

  it('keeps no hash of a password that could be tried out, and changes it once', async () => {
    const dave = await world.individual('dave');
    const key = uuid();
    const input = { oldPassword: password, newPassword: 'battery staple' };
    const first = await named('/api/auth/change-password', key, input, dave, 'PUT');
    expect(first.status).toBe(200);
    const reordered = JSON.stringify({ newPassword: 'battery staple', oldPassword: password });
    expect(await named('/api/auth/change-password', key, reordered, dave, 'PUT')).toEqual(first);
    const other = { ...input, newPassword: 'third password' };
    expect((await named('/api/auth/change-password', key, other, dave, 'PUT')).status).toBe(409);

    const stored = await storedOf(key);
    expect(stored.secret_hash).toMatch(/^\$argon2id\$/);
    const { secret } = await world.db
      .selectFrom('server_secrets')
      .select('secret')
      .where('name', '=', 'operations')
      .executeTakeFirstOrThrow();
    // Without the key nobody can tell what was asked, and the passwords are not in it.
    const open = '["accounts.changePassword",{}]';
    expect(stored.request_hash).not.toBe(sha256(open));
    expect(stored.request_hash).toBe(keyedHash(secret, open));
    expect(JSON.stringify(stored)).not.toContain('staple');
  });

  it('returns the private address of a calendar once, and keeps it nowhere', async () => {
    const key = uuid();
    const first = await named('/api/calendars/address', key, {}, alice);
    const { address } = JSON.parse(first.body).data;
    const again = await named('/api/calendars/address', key, {}, alice);
    expect(again).toMatchObject({ status: 409 });
    expect(JSON.parse(again.body).message).toBe(
      'This was done already. Its answer holds a secret, which is told only once.',
    );
    expect(JSON.stringify(await storedOf(key))).not.toContain(address.slice(-40, -4));
    expect((await world.fetch(address)).status).toBe(200);
  });

  it('that was kept before there was a key is answered without being compared', async () => {
    const post = await publish('Old one');
    const key = uuid();
    const first = await like(post._id, alice, key);
    await world.db.updateTable('operations').set({ request_hash: '' }).where('op_id', '=', key).execute();
    expect((await like(post._id, alice, key)).data).toEqual(first.data);
  });
});
