import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { describe, expect, test, vi } from 'vitest';
import { sha256 } from '../crypto.ts';
import { runJob } from '../job-handlers.ts';
import { setUpCast } from '../testing/cast.ts';
import { type Person, password } from '../testing/world.ts';
import { accessTokenBounds } from './access-tokens.schema.ts';

const { world, alice, bob } = setUpCast();

const create = (as: Person, more: object = {}) =>
  world.request('/api/access-tokens', {
    method: 'POST',
    as,
    body: { name: 'Newsletter', scopes: ['read'], ...more },
  });
const list = async (as: Person) => (await world.request('/api/access-tokens', { as })).data.items;
const revoke = (as: Person, id: string) =>
  world.request(`/api/access-tokens/${id}`, { method: 'DELETE', as });
/** The person as a program with a token of its own. */
async function programOf(person: Person, more: object = {}): Promise<Person & { tokenId: string }> {
  const { data } = await create(person, more);
  return { ...person, token: data.token, tokenId: data._id };
}
/** What a call that only reads answers. */
const read = async (as: Person) => (await world.request('/api/notifications/count', { as })).status;
const change = (id: string, columns: object) =>
  world.db.updateTable('access_tokens').set(columns).where('id', '=', id).execute();
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);
const day = 24 * 60 * 60 * 1000;

describe('a new token', () => {
  test('is returned once, and works for its owner', async () => {
    const made = await create(alice, {
      scopes: ['read', 'messages'],
      allowedOrigins: ['HTTPS://App.example/'],
    });
    expect(made).toMatchObject({ status: 200, message: 'Your token was created' });
    const { token, ...view } = made.data;
    expect(token).toMatch(/^gw_[\w-]{43}$/);
    expect(view).toMatchObject({
      name: 'Newsletter',
      prefix: 'gw_',
      lastFour: token.slice(-4),
      scopes: ['read', 'messages'],
      allowedOrigins: ['https://app.example'],
      state: 'active',
      lastUsedAt: null,
      revokedAt: null,
    });
    expect(Date.parse(view.expiresAt) - Date.parse(view.createdAt)).toBe(90 * day);
    expect(await list(alice)).toEqual([view]);
    expect(await world.as({ ...alice, token }).accounts.me()).toMatchObject({ _id: alice._id });
  });

  test('is no session’s token, which may begin with the same prefix', async () => {
    const token = `gw_${'A'.repeat(40)}`;
    await world.db
      .updateTable('sessions')
      .set({ bearer_hash: sha256(token) })
      .where('user_id', '=', alice._id)
      .execute();
    expect(await world.as({ ...alice, token }).accounts.me()).toMatchObject({ _id: alice._id });
    expect(await read({ ...alice, token: `gw_${'B'.repeat(40)}` })).toBe(401);
  });

  test('leaves nothing in the database from which it could be made again', async () => {
    const { token } = (await create(alice)).data;
    const tables = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(world.db);
    const found = [];
    for (const { name } of tables.rows) {
      const secret = `%${token.slice(3, 35)}%`;
      const { rows } = await sql`
        select 1 from ${sql.table(name)} as t where to_jsonb(t)::text like ${secret}`.execute(world.db);
      if (rows.length > 0) found.push(name);
    }
    expect(found).toEqual([]);
    const row = await world.db
      .selectFrom('access_tokens')
      .select('hash')
      .where('last_four', '=', token.slice(-4))
      .where('user_id', '=', alice._id)
      .executeTakeFirstOrThrow();
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
    expect(row.hash).toBe(Buffer.from(digest).toString('hex'));
  });

  test('is made once with an idempotency key, and not returned again', async () => {
    const headers = { 'idempotency-key': uuid() };
    const send = () =>
      world.request('/api/access-tokens', {
        method: 'POST',
        as: alice,
        body: { name: 'Newsletter', scopes: ['read'] },
        headers,
      });
    expect(await send()).toMatchObject({ status: 200 });
    expect(await send()).toMatchObject({ status: 409, data: null });
    expect(await list(alice)).toHaveLength(1);
  });

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['messages'] }, 'scopes'],
    [{ scopes: ['read', 'everything'] }, 'scopes.1'],
    [{ expiresInDays: 366 }, 'expiresInDays'],
    [{ expiresInDays: 0 }, 'expiresInDays'],
    [{ allowedOrigins: ['*'] }, 'allowedOrigins.0'],
    [{ allowedOrigins: ['null'] }, 'allowedOrigins.0'],
    [{ allowedOrigins: ['https://app.example/path'] }, 'allowedOrigins.0'],
    [{ allowedOrigins: ['https://*.example'] }, 'allowedOrigins.0'],
    [{ allowedOrigins: ['ftp://app.example'] }, 'allowedOrigins.0'],
  ])('is not made of %j', async (more, field) => {
    const refused = await create(alice, more);
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.fields ?? {})).toEqual([field]);
    expect(await list(alice)).toEqual([]);
  });

  test.each([1, 365])('may last %i days', async (expiresInDays) => {
    const { data } = await create(alice, { expiresInDays });
    expect(Date.parse(data.expiresAt) - Date.parse(data.createdAt)).toBe(expiresInDays * day);
  });

  test('is not made as the 51st in force', async () => {
    const { inForce } = accessTokenBounds;
    const made = [];
    for (let count = 0; count < inForce; count++) made.push((await create(alice)).data._id);
    expect(await create(alice)).toMatchObject({ status: 409 });
    await revoke(alice, made[0]);
    await change(made[1], { created_at: ago(2 * day), expires_at: ago(day) });
    // Two are missing, and as many of five at once are made.
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(alice)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409]);
    expect(await create(bob)).toMatchObject({ status: 200 });
  });
});

describe('a token', () => {
  test('is nobody’s where it is wrong in one character', async () => {
    const program = await programOf(alice);
    expect(await read(program)).toBe(200);
    const last = program.token.endsWith('A') ? 'E' : 'A';
    expect(await read({ ...program, token: `${program.token.slice(0, -1)}${last}` })).toBe(401);
    expect(await read({ ...program, token: program.token.slice(3) })).toBe(401);
  });

  test('opens no browser session', async () => {
    const { token } = await programOf(alice);
    const headers = { cookie: `gatherwell=${token}`, origin: 'https://gatherwell.test' };
    expect(await world.request('/api/notifications/count', { headers })).toMatchObject({ status: 401 });
  });

  test('stops working at once when it is revoked, and others go on', async () => {
    const [one, other] = [await programOf(alice), await programOf(alice)];
    expect(await read(one)).toBe(200);
    expect(await revoke(alice, one.tokenId)).toMatchObject({
      status: 200,
      message: 'Your token was revoked',
      data: { _id: one.tokenId, state: 'revoked', revokedAt: expect.any(String) },
    });
    expect(await read(one)).toBe(401);
    expect(await read(other)).toBe(200);
    const { revokedAt } = (await list(alice))[1];
    expect((await revoke(alice, one.tokenId)).data).toMatchObject({ state: 'revoked', revokedAt });
  });

  test('stops working when it expires', async () => {
    const program = await programOf(alice);
    expect(await read(program)).toBe(200);
    await change(program.tokenId, { created_at: ago(day), expires_at: ago(1) });
    expect(await read(program)).toBe(401);
    expect(await list(alice)).toMatchObject([{ _id: program.tokenId, state: 'expired' }]);
  });

  test('shows when it was last used, stored at most once a minute', async () => {
    const program = await programOf(alice);
    const lastUsed = async () => (await list(alice))[0].lastUsedAt;
    await read(program);
    const first = await lastUsed();
    expect(Date.now() - Date.parse(first)).toBeLessThan(10_000);
    await read(program);
    expect(await lastUsed()).toBe(first);
    const before = ago(50_000);
    await change(program.tokenId, { last_used_at: before });
    await read(program);
    expect(await lastUsed()).toBe(before.toISOString());
    await change(program.tokenId, { last_used_at: ago(61_000) });
    await read(program);
    expect(Date.now() - Date.parse(await lastUsed())).toBeLessThan(10_000);
  });

  test('is listed and revoked by nobody else', async () => {
    const program = await programOf(alice);
    expect(await list(bob)).toEqual([]);
    expect(await revoke(bob, program.tokenId)).toMatchObject({ status: 404, data: null });
    expect(await revoke(bob, uuid())).toMatchObject({ status: 404, data: null });
    expect(await read(program)).toBe(200);
  });

  test.each([
    [
      'changed',
      (person: Person) =>
        world.as(person).accounts.changePassword({ oldPassword: password, newPassword: 'battery staple' }),
    ],
    [
      'reset',
      async ({ email }: Person) => {
        await world.visitor.accounts.recoverPassword({ email });
        await world.ports.runJobs();
        const token = /reset-password\/([\w-]+)/.exec(world.ports.mailbox.at(-1)?.text ?? '')?.[1] ?? '';
        await world.visitor.accounts.resetPassword({ token, newPassword: 'battery staple' });
      },
    ],
  ])('is revoked when the password is %s', async (_, work) => {
    const [program, ofBob] = [await programOf(alice), await programOf(bob)];
    await work(alice);
    expect(await read(program)).toBe(401);
    expect(await read(ofBob)).toBe(200);
  });

  test('is not made by a session that a change of the password has ended', async () => {
    const elsewhere = await world.elsewhere(alice);
    expect(await create(elsewhere)).toMatchObject({ status: 200 });
    await world.as(alice).accounts.changePassword({ oldPassword: password, newPassword: 'battery staple' });
    expect(await create(elsewhere)).toMatchObject({ status: 401 });
    expect(await create(alice)).toMatchObject({ status: 200 });
  });

  test('disappears from the list 30 days after its end, and then from the database', async () => {
    const [gone, recent] = [await programOf(alice), await programOf(alice)];
    const created = { created_at: ago(100 * day) };
    await change(gone.tokenId, { ...created, revoked_at: ago(31 * day) });
    await change(recent.tokenId, { ...created, expires_at: ago(29 * day) });
    const program = await programOf(alice);
    const idsOf = (rows: { _id: string }[]) => rows.map(({ _id }) => _id);
    expect(idsOf(await list(alice))).toEqual([program.tokenId, recent.tokenId]);
    await runJob(world.deps, 'sweep-sessions', {});
    const left = await world.db
      .selectFrom('access_tokens')
      .select('id')
      .where('user_id', '=', alice._id)
      .execute();
    expect(left.map(({ id }) => id).toSorted()).toEqual([recent.tokenId, program.tokenId].toSorted());
  });
});

describe('the limits of tokens', () => {
  test('are their own: a token that is over it leaves its owner and other tokens alone', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    world.deps.settings.tokenRequestsPerMinute = 3;
    world.ports.enforceLimits();
    try {
      const [program, other] = [await programOf(alice), await programOf(alice)];
      for (let count = 0; count < 3; count++) expect(await read(program)).toBe(200);
      const refused = await world.request('/api/notifications/count', { as: program });
      expect(refused).toMatchObject({ status: 429, data: null });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
      expect(await read(alice)).toBe(200);
      expect(await read(other)).toBe(200);
    } finally {
      world.deps.settings.tokenRequestsPerMinute = undefined;
      vi.useRealTimers();
    }
  });

  test('hold for all of a user together, and for files as for calls', async () => {
    world.deps.settings.tokenRequestsPerMinute = 2;
    world.ports.enforceLimits();
    try {
      const statuses = [];
      for (let count = 0; count < 5; count++) {
        const program = await programOf(alice, { scopes: ['read', 'messages'] });
        const file = () => world.request(`/api/files/${uuid()}`, { as: program });
        statuses.push((await file()).status, (await file()).status);
      }
      expect(statuses).toEqual([...Array.from({ length: 8 }, () => 404), 429, 429]);
      expect(await read(await programOf(bob))).toBe(200);
    } finally {
      world.deps.settings.tokenRequestsPerMinute = undefined;
    }
  });
});
