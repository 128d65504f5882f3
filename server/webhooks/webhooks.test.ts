import { createHmac } from 'node:crypto';
import { assert, beforeEach, describe, expect, it } from 'vitest';
import type { WebhookEvent } from '#db/tables/webhooks.ts';
import { doDueWork } from '../due-work.ts';
import { runJob } from '../job-handlers.ts';
import { inlineSchemas } from '../rest/schema-components.ts';
import { setUpCast } from '../testing/cast.ts';
import type { Person } from '../testing/world.ts';
import { deliverDue } from './deliver.ts';

const { world, alice, bob, carol } = setUpCast({
  fill: async ({ deps }) => {
    deps.settings.tokenKeys = [new Uint8Array(32).fill(7)];
    deps.settings.publishUndoSeconds = 0;
  },
});

const url = 'https://hooks.example.org/in';
const everything: WebhookEvent[] = [
  'post.published',
  'follower.added',
  'membership.requested',
  'going.added',
];
const minute = 60_000;
const hour = 60 * minute;

const create = (as: Person, more: object = {}) =>
  world.request('/api/webhooks', { method: 'POST', as, body: { url, events: everything, ...more } });
const hooks = (as: Person) => world.as(as).webhooks;
const follow = (by: Person, whom: Person) =>
  world.as(by).follows.follow({ followerId: by._id, followingId: whom._id });
const unfollow = (by: Person, whom: Person) =>
  world.as(by).follows.unfollow({ followerId: by._id, followingId: whom._id });
const publish = (by: Person) =>
  world.as(by).posts.create({
    postType: 'event',
    title: 'Soup night',
    description: 'Bring a friend.',
    images: [],
    impactAreas: [],
    keywords: [],
    isActive: true,
    startDateTime: new Date(world.ports.clock.now().getTime() + 24 * hour).toISOString(),
    endDateTime: new Date(world.ports.clock.now().getTime() + 26 * hour).toISOString(),
    timeZone: 'America/New_York',
    address: { fullAddress: '12 Elm Street, Philadelphia', latitude: 39.9526, longitude: -75.1652 },
    contact: '',
    addable: true,
  });
const deliver = () => deliverDue(world.deps);
const mailsTo = ({ email }: Person) => world.ports.mailbox.filter(({ to }) => to === email);
/** What was posted since it was last looked at. */
const posted = () =>
  world.ports.posted
    .splice(0)
    .map(({ headers, body, url: to }) => ({ headers, to, text: body, ...JSON.parse(body) }));
/** A new webhook of carol's. */
async function webhook(more: object = {}) {
  const { data, status } = await create(carol, more);
  expect(status).toBe(200);
  return data as { _id: string; secret: string };
}
const deliveries = async (id: string) => (await hooks(carol).deliveries({ id })).items;

beforeEach(async () => {
  // What is due is sent whosever it is, also of an earlier test.
  await world.db.deleteFrom('webhooks').execute();
  world.ports.clock.set(new Date('2026-11-25T12:00:00.000Z'));
  world.ports.respond({ status: 204 });
  world.ports.posted.splice(0);
});

describe('a webhook', () => {
  it('is listed without its secret, which is returned once and stored sealed', async () => {
    const { _id, secret } = await webhook();
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const list = await world.request('/api/webhooks', { as: carol });
    expect(list.data).toMatchObject({
      isAvailable: true,
      items: [{ _id, url, events: everything, state: 'active', disabledAt: null }],
    });
    expect(JSON.stringify(list.data)).not.toContain('secret"');
    const rows = await world.db.selectFrom('webhooks').selectAll().where('id', '=', _id).execute();
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6));
  });

  it('cannot be created where the installation has no key', async () => {
    const { tokenKeys } = world.deps.settings;
    world.deps.settings.tokenKeys = [];
    try {
      expect(await create(carol)).toMatchObject({
        status: 409,
        message: 'Webhooks are not available on this installation.',
      });
      expect(await hooks(carol).list()).toEqual({ isAvailable: false, items: [] });
    } finally {
      world.deps.settings.tokenKeys = tokenKeys;
    }
    expect(await create(carol)).toMatchObject({ status: 200 });
  });

  it.each([
    ['http://hooks.example.org', 'Enter an address that begins with https://'],
    ['hooks.example.org', 'Enter an address that begins with https://'],
    ['https://alice:pass@hooks.example.org', 'Enter an address without a user name, password or #'],
    ['https://hooks.example.org/#in', 'Enter an address without a user name, password or #'],
    ['', 'This field is required'],
  ])('is rejected at the address %j', async (wrong, message) => {
    expect(await create(carol, { url: wrong })).toMatchObject({ status: 400, fields: { url: message } });
  });

  it('needs an event', async () => {
    expect(await create(carol, { events: [] })).toMatchObject({
      status: 400,
      fields: { events: 'Choose at least one event' },
    });
  });

  it('is one of five at most, also where they are created at once', async () => {
    const all = await Promise.all(Array.from({ length: 7 }, () => create(carol)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 409, 409]);
  });

  it('is its organization’s alone', async () => {
    const dan = await world.organization('dan');
    const { _id: id } = await webhook();
    const there = `/api/webhooks/${id}`;
    expect(await world.request(there, { method: 'DELETE', as: dan })).toMatchObject({ status: 404 });
    expect(await world.request(`${there}/deliveries`, { as: dan })).toMatchObject({ status: 404 });
    expect(await world.request(`${there}/deliveries`, { as: carol })).toMatchObject({ status: 200 });
    expect(await world.request(there, { method: 'DELETE', as: carol })).toMatchObject({ status: 200 });
    expect((await hooks(carol).list()).items).toEqual([]);
  });
});

describe('an event', () => {
  it('is delivered with ids alone, signed', async () => {
    const { secret } = await webhook();
    await follow(alice, carol);
    await deliver();
    const [sent, ...more] = posted();
    expect(more).toEqual([]);
    expect(sent).toMatchObject({
      to: url,
      type: 'follower.added',
      timestamp: '2026-11-25T12:00:00.000Z',
      data: { followerId: alice._id },
    });
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = sent.headers;
    expect(time).toBe(String(Date.parse('2026-11-25T12:00:00.000Z') / 1000));
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    expect(signature).toBe(
      `v1,${createHmac('sha256', key).update(`${id}.${time}.${sent.text}`).digest('base64')}`,
    );
  });

  it('is reported of posts, people who go there and memberships', async () => {
    await webhook();
    const { _id: postId } = await publish(carol);
    await doDueWork(world.deps);
    await world.as(alice).posts.going({ id: postId });
    const { _id: membershipId } = await world.as(alice).memberships.create({
      individualId: alice._id,
      organizationId: carol._id,
      membershipType: 'volunteer',
      startTime: { month: 0, year: 2025 },
      isCurrent: true,
    });
    await deliver();
    const sent = posted().map(({ type, data }) => ({ type, data }));
    expect(sent.toSorted((one, other) => one.type.localeCompare(other.type))).toEqual([
      { type: 'going.added', data: { postId } },
      { type: 'membership.requested', data: { membershipId, individualId: alice._id } },
      { type: 'post.published', data: { postId } },
    ]);
  });

  it('is reported of nothing that the organization itself asks for, nor of drafts', async () => {
    await webhook();
    await world.as(carol).memberships.create({
      individualId: alice._id,
      organizationId: carol._id,
      membershipType: 'volunteer',
      startTime: { month: 0, year: 2025 },
      isCurrent: true,
    });
    await world.as(carol).posts.create({
      postType: 'general',
      title: 'Draft',
      description: '',
      images: [],
      impactAreas: [],
      keywords: [],
      isActive: false,
    });
    await doDueWork(world.deps);
    await deliver();
    expect(posted()).toEqual([]);
  });

  it('goes only to webhooks of its organization that want it', async () => {
    const dan = await world.organization('dan');
    await create(dan);
    await webhook({ events: ['post.published'] });
    await webhook({ events: ['follower.added'], url: 'https://other.example.org/' });
    await follow(alice, carol);
    await deliver();
    expect(posted().map(({ to }) => to)).toEqual(['https://other.example.org/']);
  });

  it('is reported once, however often it is toggled', async () => {
    await webhook();
    for (let round = 0; round < 3; round++) {
      await follow(alice, carol);
      await unfollow(alice, carol);
    }
    await follow(bob, carol);
    await deliver();
    expect(posted().map(({ data }) => data.followerId)).toEqual([alice._id, bob._id]);
  });

  it('is not reported where its transaction is undone', async () => {
    const { _id: id } = await webhook();
    await world.as(carol).blocks.block({ userId: carol._id, blockedUserId: alice._id });
    await expect(follow(alice, carol)).rejects.toMatchObject({ reason: 'not-found' });
    expect(await deliveries(id)).toEqual([]);
    await follow(bob, carol);
    expect(await deliveries(id)).toHaveLength(1);
  });

  it('is delivered once by several processes', async () => {
    await webhook();
    await follow(alice, carol);
    await follow(bob, carol);
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(posted()).toHaveLength(2);
  });
});

describe('a delivery that is not taken', () => {
  it('is tried again later, with the same id and body', async () => {
    const { _id: id } = await webhook();
    world.ports.respond({ status: 500 });
    await follow(alice, carol);
    await deliver();
    await deliver();
    const [first, ...none] = posted();
    expect(none).toEqual([]);
    expect(await deliveries(id)).toMatchObject([
      { state: 'pending', attempts: 1, responseStatus: 500, nextAttemptAt: '2026-11-25T12:00:05.000Z' },
    ]);
    expect((await hooks(carol).list()).items).toMatchObject([{ state: 'failing' }]);
    world.ports.respond({ status: 200 });
    world.ports.clock.advance(5_000);
    await deliver();
    const [second] = posted();
    expect([second?.text, second?.headers['webhook-id']]).toEqual([
      first?.text,
      first?.headers['webhook-id'],
    ]);
    expect(second?.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp']);
    expect(await deliveries(id)).toMatchObject([
      { state: 'delivered', attempts: 2, responseStatus: 200, nextAttemptAt: null },
    ]);
    expect((await hooks(carol).list()).items).toMatchObject([{ state: 'active', failingSince: null }]);
  });

  it('is given up after a day, and sent again by hand', async () => {
    const { _id: id } = await webhook();
    world.ports.respond({ problem: 'not-public' });
    await follow(alice, carol);
    await deliver();
    for (let step = 0; step < 60; step++) {
      world.ports.clock.advance(30 * minute);
      await deliver();
    }
    const [failed, ...none] = await deliveries(id);
    expect(none).toEqual([]);
    expect(failed).toMatchObject({
      state: 'failed',
      attempts: 11,
      problem: 'not-public',
      responseStatus: null,
    });
    expect(new Set(posted().map(({ headers }) => headers['webhook-id']))).toEqual(new Set([failed?._id]));
    assert(failed);
    world.ports.respond({ status: 200 });
    expect(await hooks(carol).replay({ id: failed._id })).toMatchObject({ state: 'pending', attempts: 0 });
    await expect(hooks(carol).replay({ id: failed._id })).rejects.toMatchObject({ reason: 'not-over' });
    await deliver();
    expect(posted().map(({ headers }) => headers['webhook-id'])).toEqual([failed._id]);
    expect(await deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });

  it('keeps what is new waiting for an hour at most', async () => {
    const { _id: id } = await webhook();
    world.ports.respond({ problem: 'timeout' });
    await follow(alice, carol);
    for (let step = 0; step < 20; step++) {
      await deliver();
      world.ports.clock.advance(hour);
    }
    await follow(bob, carol);
    world.ports.respond({ status: 200 });
    world.ports.clock.advance(hour);
    await deliver();
    expect((await deliveries(id)).map(({ state }) => state)).toContain('delivered');
  });

  it('switches its webhook off after days, until it is switched on again', async () => {
    const { _id: id } = await webhook();
    world.ports.respond({ status: 500 });
    for (let day = 0; day < 4; day++) {
      await follow(await world.individual(`visitor${day}`), carol);
      await deliver();
      world.ports.clock.advance(24 * hour);
    }
    const [disabled] = (await hooks(carol).list()).items;
    expect(disabled).toMatchObject({ state: 'disabled', failingSince: '2026-11-25T12:00:00.000Z' });
    await world.ports.runJobs();
    const [mail, ...further] = mailsTo(carol);
    expect(further).toEqual([]);
    expect(mail).toMatchObject({ subject: 'A webhook was switched off' });
    expect(mail?.text).toContain('every delivery has failed for 3 days');
    expect(mail?.text).toContain('https://gatherwell.test/edit/organization/webhooks');
    posted();
    await follow(alice, carol);
    await deliver();
    expect(posted()).toEqual([]);
    const [latest] = await deliveries(id);
    assert(latest);
    await expect(hooks(carol).replay({ id: latest._id })).rejects.toMatchObject({
      reason: 'webhook-disabled',
    });
    world.ports.respond({ status: 200 });
    const switchedOn = await hooks(carol).update({ id, url, events: everything, isActive: true });
    expect(switchedOn).toMatchObject({ state: 'active', disabledAt: null });
    await follow(bob, carol);
    world.ports.clock.advance(hour);
    await deliver();
    expect(posted().map(({ data }) => data.followerId)).toContain(bob._id);
  });

  it('switches its webhook off at once where the receiver is gone', async () => {
    await webhook();
    world.ports.respond({ status: 410 });
    await follow(alice, carol);
    await deliver();
    expect((await hooks(carol).list()).items).toMatchObject([{ state: 'disabled' }]);
    await world.ports.runJobs();
    expect(mailsTo(carol).map(({ text }) => text)).toEqual([expect.stringContaining('the address is gone')]);
  });

  it('mails nothing about a webhook that was switched on again meanwhile', async () => {
    const { _id: id } = await webhook();
    world.ports.respond({ status: 410 });
    await follow(alice, carol);
    await deliver();
    await hooks(carol).update({ id, url, events: everything, isActive: true });
    await world.ports.runJobs();
    expect(mailsTo(carol)).toEqual([]);
  });

  it('is taken over from a process that died on the way', async () => {
    await webhook();
    await follow(alice, carol);
    const { post } = world.ports.webhooks;
    world.ports.webhooks.post = () => Promise.reject(new Error('The process is gone.'));
    await expect(deliver()).rejects.toThrow('The process is gone.');
    world.ports.webhooks.post = post;
    await deliver();
    expect(posted()).toEqual([]);
    world.ports.clock.advance(minute);
    await deliver();
    expect(posted()).toHaveLength(1);
  });
});

describe('a secret', () => {
  it('signs beside the one before for a day', async () => {
    const { _id: id, secret: before } = await webhook();
    const { secret, previousSecretUntil } = await hooks(carol).rotateSecret({ id });
    expect(secret).not.toBe(before);
    expect(previousSecretUntil).toBe('2026-11-26T12:00:00.000Z');
    await follow(alice, carol);
    await deliver();
    const verifiesBy = ({ headers, text }: ReturnType<typeof posted>[number], by: string) => {
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
      const key = Buffer.from(by.replace('whsec_', ''), 'base64');
      const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
      return headers['webhook-signature']?.split(' ').includes(expected);
    };
    const [during] = posted();
    assert(during);
    expect([verifiesBy(during, before), verifiesBy(during, secret)]).toEqual([true, true]);
    world.ports.clock.advance(24 * hour);
    await follow(bob, carol);
    await deliver();
    const [after] = posted();
    assert(after);
    expect([verifiesBy(after, before), verifiesBy(after, secret)]).toEqual([false, true]);
  });

  it('whose key is lost posts nothing', async () => {
    const { _id: id } = await webhook();
    await follow(alice, carol);
    const { tokenKeys } = world.deps.settings;
    world.deps.settings.tokenKeys = [new Uint8Array(32).fill(8)];
    try {
      await deliver();
    } finally {
      world.deps.settings.tokenKeys = tokenKeys;
    }
    expect(posted()).toEqual([]);
    expect(await deliveries(id)).toMatchObject([{ state: 'pending', problem: 'secret-lost' }]);
  });
});

describe('deliveries', () => {
  it('are listed newest first, by pages', async () => {
    const { _id: id } = await webhook();
    const people = [alice, bob, await world.individual('eve')];
    for (const person of people) await follow(person, carol);
    const first = await hooks(carol).deliveries({ id, limit: 2 });
    assert(first.cursor);
    const second = await hooks(carol).deliveries({ id, limit: 2, cursor: first.cursor });
    expect([first.items.length, second.items.length, second.cursor]).toEqual([2, 1, null]);
    expect(new Set([...first.items, ...second.items].map(({ _id }) => _id)).size).toBe(3);
  });

  it('are swept after 14 days', async () => {
    const { _id: id } = await webhook();
    await follow(alice, carol);
    world.ports.clock.advance(14 * 24 * hour - 1);
    await runJob(world.deps, 'sweep-sessions', {});
    expect(await deliveries(id)).toHaveLength(1);
    world.ports.clock.advance(1);
    await runJob(world.deps, 'sweep-sessions', {});
    expect(await deliveries(id)).toEqual([]);
  });
});

it('documents each event', async () => {
  const { webhooks } = inlineSchemas(
    (await (await world.fetch('/api/openapi.json')).json()) as {
      webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: object }> } } }>;
    },
  );
  expect(Object.keys(webhooks).toSorted()).toEqual(everything.toSorted());
  expect(webhooks['follower.added']?.post.requestBody.content['application/json']?.schema).toMatchObject({
    properties: { type: { const: 'follower.added' }, data: { required: ['followerId'] } },
  });
});
