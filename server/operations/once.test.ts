import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type Person, type World } from '../testing/world.ts';

describe('a write that its client named', () => {
  let world: World;
  let alice: Person;
  let bob: Person;
  let carol: Person;

  beforeAll(async () => {
    world = await createWorld();
    alice = await world.individual('alice');
    bob = await world.individual('bob');
    carol = await world.organization('carol');
  });
  afterAll(() => world.close());

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

  it('says so in the log even where it changed nothing', async () => {
    const post = await publish('Book swap');
    await like(post._id, alice, uuid());
    const key = uuid();
    await like(post._id, alice, key);
    expect((await eventsOf(alice, key)).map(({ type }) => type)).toContain('operation-done');
  });

  it('is refused under a name that stood for another write', async () => {
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
    await world.db
      .transaction()
      .execute((trx) => world.ports.jobs.enqueue(trx, [{ name: 'sweep-operations', payload: {} }]));
    await world.ports.runJobs();

    const left = await world.db
      .selectFrom('operations')
      .select('op_id')
      .where('op_id', 'in', [kept, forgotten])
      .execute();
    expect(left).toEqual([{ op_id: kept }]);
  });

  it('may be tried again after it was refused', async () => {
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

  it('is not done as somebody else than its client means to be, and neither is anything read', async () => {
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
});
