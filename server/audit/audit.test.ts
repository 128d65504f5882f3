import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { assert, beforeAll, describe, expect, it } from 'vitest';
import type { AuditAction } from '#db/tables/audit.ts';
import { runJob } from '../job-handlers.ts';
import { setUpCast } from '../testing/cast.ts';
import { connectors } from '../testing/connect-networks.ts';
import { openNetworks } from '../testing/networks.ts';
import { type Person, password } from '../testing/world.ts';

const { world, alice, bob, carol } = setUpCast();

/** The address that acts come from here. */
const from = '198.51.100.7';
const newPassword = 'battery staple 7';

/** Every entry that names the account, oldest first. */
const entriesOf = (person: Person, action?: AuditAction) =>
  world.db
    .selectFrom('audit_entries')
    .selectAll()
    .where((eb) => eb.or([eb('actor_id', '=', person._id), eb('subject_id', '=', person._id)]))
    .$if(action !== undefined, (query) => query.where('action', '=', action as AuditAction))
    .orderBy('id')
    .execute();

const countAll = async () => {
  const { count } = await world.db
    .selectFrom('audit_entries')
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

const signIn = (email: string, secret = password) =>
  world.request('/api/auth/sign-in', { method: 'POST', body: { email, password: secret }, from });

const changePassword = (person: Person, body: { oldPassword: string; newPassword: string }, key?: string) =>
  world.request('/api/auth/change-password', {
    method: 'PUT',
    as: person,
    body,
    from,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });

/** What an entry of somebody about their own account looks like. */
const own = (person: Person, action: AuditAction, details: object = {}) => ({
  action,
  actor_id: person._id,
  subject_id: person._id,
  details,
  ip_address: from,
  request_id: expect.stringMatching(/^[\w-]{36}$/),
});

describe('account security', () => {
  it('records a sign-up once, and not as a sign-in', async () => {
    const body = { userType: 'individual', email: `erin-${uuid()}@example.org`, password };
    const { data } = await world.request('/api/auth/sign-up', { method: 'POST', body, from });
    const erin = { ...alice, _id: data.user._id };
    expect(await entriesOf(erin)).toMatchObject([own(erin, 'account-created', { userType: 'individual' })]);
  });

  it('records a sign-in and a sign-out', async () => {
    const { data } = await signIn(alice.email);
    const there = { ...alice, token: data.token };
    expect(await world.request('/api/auth/sign-out', { method: 'POST', as: there, from })).toMatchObject({
      status: 200,
    });
    const entries = await entriesOf(alice);
    expect(entries).toMatchObject([own(alice, 'signed-in'), own(alice, 'signed-out')]);
    expect(JSON.stringify(entries)).not.toContain(data.token);
    expect(JSON.stringify(entries)).not.toContain(alice.email);
  });

  it('records a failed sign-in with nobody as its actor', async () => {
    expect(await signIn(alice.email, 'wrong horse 1')).toMatchObject({ status: 401 });
    const entries = await entriesOf(alice);
    expect(entries).toMatchObject([{ ...own(alice, 'sign-in-failed'), actor_id: null }]);
    expect(JSON.stringify(entries)).not.toContain('wrong horse 1');
  });

  it('records a failed sign-in of an unknown address without the address', async () => {
    const before = await countAll();
    const stranger = `nobody-${uuid()}@example.org`;
    expect(await signIn(stranger)).toMatchObject({ status: 401 });
    expect(await countAll()).toBe(before + 1);
    const newest = await world.db
      .selectFrom('audit_entries')
      .selectAll()
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(newest).toMatchObject({ action: 'sign-in-failed', actor_id: null, subject_id: null, details: {} });
    expect(JSON.stringify(newest)).not.toContain(stranger);
  });

  it('records a changed password, and each attempt with a wrong old one', async () => {
    const wrong = { oldPassword: 'wrong horse 2', newPassword };
    expect(await changePassword(alice, wrong)).toMatchObject({ status: 400 });
    expect(await changePassword(alice, { oldPassword: password, newPassword })).toMatchObject({
      status: 200,
    });
    const entries = await entriesOf(alice);
    expect(entries).toMatchObject([own(alice, 'password-change-failed'), own(alice, 'password-changed')]);
    expect(JSON.stringify(entries)).not.toMatch(/horse|battery/);
  });

  it('records them also where an idempotency key undoes the write, and a repeated write once', async () => {
    const wrong = { oldPassword: 'wrong horse 3', newPassword };
    expect(await changePassword(alice, wrong, uuid())).toMatchObject({ status: 400 });
    expect(await entriesOf(alice)).toMatchObject([own(alice, 'password-change-failed')]);
    const key = uuid();
    const right = { oldPassword: password, newPassword };
    expect(await changePassword(alice, right, key)).toMatchObject({ status: 200 });
    expect(await changePassword(alice, right, key)).toMatchObject({ status: 200 });
    expect(await entriesOf(alice, 'password-changed')).toHaveLength(1);
  });

  it('records a requested and a done reset, and nothing of the link', async () => {
    const path = '/api/auth/recover-password';
    await world.request(path, { method: 'POST', body: { email: alice.email }, from });
    await world.ports.runJobs();
    const token = /reset-password\/([\w-]+)/.exec(world.ports.mailbox.at(-1)?.text ?? '')?.[1];
    assert(token !== undefined);
    const body = { token, newPassword };
    const reset = () => world.request('/api/auth/reset-password', { method: 'POST', body, from });
    expect(await reset()).toMatchObject({ status: 200 });
    // The link works once: the write is undone.
    expect(await reset()).toMatchObject({ status: 409 });
    const entries = await entriesOf(alice);
    expect(entries).toMatchObject([
      { ...own(alice, 'password-reset-requested'), actor_id: null },
      own(alice, 'password-reset'),
    ]);
    expect(JSON.stringify(entries)).not.toContain(token);
    expect(JSON.stringify(entries)).not.toContain(newPassword);
  });

  it('records access tokens that are made and revoked, and a second revocation not', async () => {
    const tokens = world.as(alice).accessTokens;
    const { _id, token } = await tokens.create({ name: 'Newsletter', scopes: ['read'], expiresInDays: 30 });
    await tokens.revoke({ id: _id });
    await tokens.revoke({ id: _id });
    const entries = await entriesOf(alice);
    expect(entries).toMatchObject([
      { action: 'access-token-created', details: { tokenId: _id, scopes: ['read'], expiresInDays: 30 } },
      { action: 'access-token-revoked', details: { tokenId: _id } },
    ]);
    expect(entries).toHaveLength(2);
    expect(JSON.stringify(entries)).not.toContain(token);
  });

  it('records webhooks, and neither their addresses nor their secrets', async () => {
    world.deps.settings.tokenKeys = [new Uint8Array(32).fill(7)];
    const { webhooks } = world.as(carol);
    const url = 'https://hooks.example.org/in';
    const { _id: id, secret } = await webhooks.create({ url, events: ['going.added'] });
    await webhooks.update({ id, url, events: ['follower.added'] });
    await webhooks.rotateSecret({ id });
    await webhooks.remove({ id });
    await expect(webhooks.remove({ id })).rejects.toThrow();
    const entries = await entriesOf(carol);
    expect(entries).toMatchObject([
      { action: 'webhook-created', details: { webhookId: id, events: ['going.added'] } },
      { action: 'webhook-changed', details: { webhookId: id, events: ['follower.added'] } },
      { action: 'webhook-secret-created', details: { webhookId: id } },
      { action: 'webhook-removed', details: { webhookId: id } },
    ]);
    expect(entries).toHaveLength(4);
    expect(JSON.stringify(entries)).not.toContain(secret);
    expect(JSON.stringify(entries)).not.toContain('hooks.example.org');
  });

  it('records the secret address of a calendar, and not what it is', async () => {
    const { address } = await world.as(alice).calendar.makeAddress();
    await world.as(alice).calendar.revokeAddress();
    await world.as(alice).calendar.revokeAddress();
    const entries = await entriesOf(alice);
    expect(entries.map(({ action }) => action)).toEqual([
      'calendar-address-created',
      'calendar-address-removed',
    ]);
    expect(JSON.stringify(entries)).not.toContain(/private\/([\w-]+)/.exec(address)?.[1]);
  });

  it('records accounts at social networks that are connected and disconnected', async () => {
    await using networks = { ...(await openNetworks()), [Symbol.asyncDispose]: () => networks.close() };
    world.ports.networks = networks.port;
    world.deps.settings.tokenKeys = networks.tokenKeys;
    await connectors(world, networks).facebook(carol);
    await world.as(carol).socialMedia.facebookDisconnect();
    await world.as(carol).socialMedia.facebookDisconnect();
    const entries = await entriesOf(carol);
    expect(entries).toMatchObject([
      { action: 'network-connected', actor_id: carol._id, details: { network: 'facebook' } },
      { action: 'network-disconnected', actor_id: carol._id, details: { network: 'facebook' } },
    ]);
    expect(entries).toHaveLength(2);
    expect(JSON.stringify(entries)).not.toMatch(/(?:short|user|access|member|request)_\d+_/);
  });
});

describe('an organization', () => {
  const request = (organization: Person, individual: Person) => ({
    individualId: individual._id,
    organizationId: organization._id,
    membershipType: 'volunteer' as const,
    startTime: { month: 0, year: 2025 },
    isCurrent: true,
  });

  it('leaves entries about its members, and individuals none about themselves', async () => {
    const asked = await world.as(alice).memberships.create(request(carol, alice));
    await world.as(carol).memberships.accept({ id: asked._id });
    await world.as(carol).memberships.remove({ id: asked._id });
    const offered = await world.as(carol).memberships.create(request(carol, bob));
    await world.as(bob).memberships.reject({ id: offered._id });
    expect(await entriesOf(carol)).toMatchObject(
      [
        ['membership-accepted', alice, asked],
        ['membership-removed', alice, asked],
        ['membership-requested', bob, offered],
      ].map(([action, person, membership]) => ({
        action,
        actor_id: carol._id,
        subject_id: (person as Person)._id,
        details: { membershipId: (membership as { _id: string })._id },
      })),
    );
    expect(await entriesOf(carol)).toHaveLength(3);
  });

  it('leaves none where the write is rejected', async () => {
    const asked = await world.as(alice).memberships.create(request(carol, alice));
    await world.as(carol).memberships.accept({ id: asked._id });
    await expect(world.as(carol).memberships.accept({ id: asked._id })).rejects.toThrow(/already/);
    const again = world.as(carol).memberships.create(request(carol, alice));
    await expect(again).rejects.toThrow('This membership already exists.');
    expect(await entriesOf(carol)).toHaveLength(1);
    // This one is rejected after its entry was added to the write.
    const board = await world
      .as(alice)
      .memberships.create({ ...request(carol, alice), membershipType: 'board' });
    const { individualId: _1, organizationId: _2, ...same } = request(carol, alice);
    const changed = world.as(carol).memberships.update({ ...same, _id: board._id });
    await expect(changed).rejects.toThrow('This membership already exists.');
    expect(await entriesOf(carol)).toHaveLength(1);
    await world
      .as(carol)
      .memberships.update({ ...same, _id: board._id, startTime: { month: 1, year: 2025 } });
    expect(await entriesOf(carol, 'membership-changed')).toHaveLength(1);
  });
});

describe('the database', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
  const insert = (at: Date) =>
    world.db
      .insertInto('audit_entries')
      .values({
        id: uuid(),
        at,
        action: 'signed-in',
        actor_id: alice._id,
        subject_id: alice._id,
        details: '{}',
        ip_address: from,
        request_id: uuid(),
      })
      .execute();
  const isKept = /audit_entries is append-only/;

  it('takes entries, and rejects that they are changed, deleted or truncated', async () => {
    await insert(new Date());
    await insert(daysAgo(500));
    const before = await entriesOf(alice);
    expect(before).toHaveLength(2);
    const update = sql`update audit_entries set actor_id = null where subject_id = ${alice._id}`;
    const deletion = sql`delete from audit_entries where subject_id = ${alice._id}`;
    await expect(update.execute(world.db)).rejects.toThrow(isKept);
    await expect(deletion.execute(world.db)).rejects.toThrow(isKept);
    await expect(sql`truncate audit_entries`.execute(world.db)).rejects.toThrow(isKept);
    expect(await entriesOf(alice)).toEqual(before);
  });

  it('keeps young entries and all their columns, whatever the sweep is asked for', async () => {
    await insert(new Date());
    await expect(sql`select sweep_audit_entries(0, 0)`.execute(world.db)).rejects.toThrow(isKept);
    await expect(sql`select sweep_audit_entries(400, 0)`.execute(world.db)).rejects.toThrow(isKept);
    await insert(daysAgo(100));
    const inSweep = (statement: typeof sql extends (...given: never) => infer R ? R : never) =>
      world.db.transaction().execute(async (trx) => {
        await sql`select set_config('gatherwell.audit_sweep', 'on', true)`.execute(trx);
        await statement.execute(trx);
      });
    await expect(
      inSweep(sql`update audit_entries set action = 'signed-out', ip_address = null
        where at < now() - interval '99 days'`),
    ).rejects.toThrow(isKept);
    expect(await entriesOf(alice)).toHaveLength(2);
  });

  it('lets the hourly job remove addresses after 90 days, and entries after as many as are set', async () => {
    for (const days of [1, 89, 91, 399, 401]) await insert(daysAgo(days));
    const sweep = () => runJob(world.deps, 'sweep-sessions', {});
    const kept = async () => (await entriesOf(alice)).map(({ ip_address }) => ip_address);
    await sweep();
    expect(await kept()).toEqual([from, from, null, null]);
    world.deps.settings.auditDays = 60;
    await sweep();
    delete world.deps.settings.auditDays;
    expect(await kept()).toEqual([from]);
    // The setting of the sweep has ended with it.
    await expect(sql`delete from audit_entries`.execute(world.db)).rejects.toThrow(isKept);
  });
});

describe('limits', () => {
  beforeAll(() => world.ports.enforceLimits());

  it('are recorded once where they reject sign-ins, and each failure before', async () => {
    for (let attempt = 1; attempt <= 30; attempt++) await signIn(alice.email, 'wrong horse 4');
    expect(await signIn(alice.email)).toMatchObject({ status: 429 });
    expect(await signIn(alice.email)).toMatchObject({ status: 429 });
    expect(await entriesOf(alice, 'sign-in-failed')).toHaveLength(30);
    expect(await entriesOf(alice, 'sign-in-limited')).toMatchObject([
      { actor_id: null, subject_id: alice._id, ip_address: from, details: { limit: 'sign-in' } },
    ]);
  });
});
