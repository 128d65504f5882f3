import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sha256 } from '../crypto.ts';
import { setUpWorld } from '../testing/cast.ts';
import { createWorld, type Person, password, type RestRequest, type World } from '../testing/world.ts';

const world = setUpWorld();

const post = (path: string, body: unknown, more: RestRequest = {}) =>
  world.request(path.startsWith('/') ? `/api${path}` : path, { method: 'POST', body, ...more });
const signUp = (body: object) => post('/auth/sign-up', body);
const signIn = (email: string, entered = password) => post('/auth/sign-in', { email, password: entered });
const me = async (token: string) =>
  (await world.request('/api/auth', { headers: { authorization: `Bearer ${token}` } })).data;
const setCookieOf = (response: { headers: Headers }) => response.headers.get('set-cookie') ?? '';
const cookieOf = (response: { headers: Headers }) => setCookieOf(response).split(';')[0] ?? '';

let lastAddress = 0;
const newAddress = () => `person-${++lastAddress}@example.org`;

describe('signing up', () => {
  test('makes an account of either kind and signs in', async () => {
    for (const userType of ['individual', 'organization']) {
      const email = newAddress();
      const response = await signUp({ userType, email, password });
      expect(response).toMatchObject({ status: 200, success: true, message: 'Welcome to Gatherwell' });
      expect(response.data.user).toEqual({
        _id: expect.any(String),
        userType,
        email,
        name: '',
        profilePicture: null,
        isOnboarded: false,
      });
      expect(await me(response.data.token)).toEqual(response.data.user);
    }
  });

  test('reports what is wrong in the product’s words', async () => {
    const right = { userType: 'individual', email: 'erin@example.org', password };
    const cases: [wrong: object, field: string, message: string][] = [
      [{ email: '' }, 'email', 'This field is required'],
      [{ email: undefined }, 'email', 'This field is required'],
      [{ email: 'a@b.c' }, 'email', 'Enter minimum (6) characters'],
      [{ email: 'erin.example.org' }, 'email', 'This is not a valid email'],
      [{ email: 'erin@@example.org' }, 'email', 'This is not a valid email'],
      [{ email: `${'e'.repeat(245)}@example.org` }, 'email', 'Limit of characters (max 256) exceeded'],
      [{ password: '' }, 'password', 'This field is required'],
      [{ password: undefined }, 'password', 'This field is required'],
      [{ password: '      ' }, 'password', 'This field is required'],
      [{ password: '\u00a0\u2003\u3000\t\n ' }, 'password', 'This field is required'],
      [{ password: '12345' }, 'password', 'Enter minimum (6) characters'],
      [{ password: 'x'.repeat(101) }, 'password', 'Limit of characters (max 100) exceeded'],
    ];
    for (const [wrong, field, message] of cases)
      expect(await signUp({ ...right, ...wrong }), message).toMatchObject({
        status: 400,
        success: false,
        data: null,
        message,
        fields: { [field]: message },
      });
    // Spaces within and around are as good as any character.
    expect(await signUp({ ...right, email: newAddress(), password: '  a   ' })).toMatchObject({
      status: 200,
    });
    for (const length of [6, 100]) {
      const account = { ...right, email: newAddress(), password: 'x'.repeat(length) };
      expect(await signUp(account)).toMatchObject({ status: 200 });
    }
  });

  test('makes no administrators and takes no fields that the server owns', async () => {
    const account = { userType: 'individual', email: newAddress(), password };
    for (const wrong of [{ userType: 'admin' }, { userType: undefined }, { _id: crypto.randomUUID() }])
      expect(await signUp({ ...account, ...wrong })).toMatchObject({ status: 400 });
    expect(await signIn(account.email)).toMatchObject({ status: 401 });
  });

  test('keeps addresses unique, whatever their case', async () => {
    const account = { userType: 'individual', email: newAddress(), password };
    expect(await signUp({ ...account, email: ` ${account.email.toUpperCase()} ` })).toMatchObject({
      status: 200,
      data: { user: { email: account.email } },
    });
    const taken = 'This Email is already used';
    for (const email of [account.email, account.email.toUpperCase()])
      expect(await signUp({ ...account, email })).toMatchObject({
        status: 409,
        message: taken,
        fields: { email: taken },
      });
  });

  test('lets one of two at once have the address', async () => {
    const account = { userType: 'organization', email: newAddress(), password };
    const responses = await Promise.all([signUp(account), signUp({ ...account, userType: 'individual' })]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('stores the password as a hash only', async () => {
    const email = newAddress();
    await signUp({ userType: 'individual', email, password });
    const { password_hash } = await world.db
      .selectFrom('users')
      .select('password_hash')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(password_hash).toMatch(/^\$argon2id\$/);
    expect(password_hash).not.toContain(password);
  });
});

describe('whether an address is taken', () => {
  test('is reported for sign-up, without regard to case', async () => {
    const alice = await world.individual('alice');
    const ask = (address: string) =>
      world.request(`/api/users/email/${encodeURIComponent(address)}?currentUserId=${alice._id}`);
    expect((await ask(alice.email.toUpperCase())).data).toEqual({ emailExists: true });
    expect((await ask('nobody@example.org')).data).toEqual({ emailExists: false });
    for (const query of ['', '?currentUserId=', '?currentUserId'])
      expect(await world.request(`/api/users/email/${alice.email}${query}`), query).toMatchObject({
        status: 200,
        data: { emailExists: true },
      });
    expect(await ask('nobody')).toMatchObject({ status: 400, message: 'This is not a valid email' });
  });
});

describe('signing in', () => {
  test('works with the address in any case', async () => {
    const alice = await world.individual('alice');
    const response = await signIn(alice.email.toUpperCase());
    expect(response).toMatchObject({
      status: 200,
      message: 'Welcome to Gatherwell',
      data: { user: { _id: alice._id, name: 'Alice Example', isOnboarded: true } },
    });
    expect(await me(response.data.token)).toMatchObject({ _id: alice._id });
  });

  test('returns the same for a wrong password and an unknown address', async () => {
    const alice = await world.individual('alice');
    const wrong = await signIn(alice.email, 'wrong horse');
    const unknown = await signIn('nobody@example.org');
    expect(wrong).toMatchObject({ status: 401, success: false, message: 'Email or password is wrong.' });
    const { headers: _, ...response } = wrong;
    expect(unknown).toMatchObject(response);
    // The clock goes on between the two.
    const besides = (headers: Headers) => [...headers].filter(([name]) => name !== 'date');
    expect(besides(unknown.headers)).toEqual(besides(wrong.headers));
  });

  test('takes as much work for an unknown address as for a wrong password', async () => {
    const alice = await world.individual('alice');
    const verify = vi.spyOn(world.ports.passwords, 'verify');
    await signIn(alice.email, 'wrong horse');
    await signIn('nobody@example.org');
    expect(verify).toHaveBeenCalledTimes(2);
    verify.mockRestore();
  });

  test('leaves nobody signed in where nobody is', async () => {
    expect(await world.request('/api/auth')).toMatchObject({ status: 200, data: null });
    expect(await me('x')).toBeNull();
    expect(await me('x'.repeat(43))).toBeNull();
  });
});

describe('sessions', () => {
  /** So many days go by: all sessions become older. */
  const pass = (days: number) =>
    world.db
      .updateTable('sessions')
      .set({
        created_at: sql`created_at - make_interval(secs => ${days * 86_400})`,
        expires_at: sql`expires_at - make_interval(secs => ${days * 86_400})`,
      })
      .execute();

  test('last 14 days without use', async () => {
    const [used, unused] = [await world.individual('alice'), await world.individual('bob')];
    await pass(13.9);
    expect(await me(used.token)).toMatchObject({ _id: used._id });
    await pass(0.2);
    expect(await me(used.token)).toMatchObject({ _id: used._id });
    expect(await me(unused.token)).toBeNull();
  });

  test('last 90 days with use, and no longer', async () => {
    const alice = await world.individual('alice');
    for (let day = 10; day < 90; day += 10) {
      await pass(10);
      expect(await me(alice.token), `day ${day}`).not.toBeNull();
    }
    await pass(9.9);
    expect(await me(alice.token)).not.toBeNull();
    await pass(0.2);
    expect(await me(alice.token)).toBeNull();
  });

  test('are kept under the hash of their token', async () => {
    const alice = await world.individual('alice');
    const rows = await world.db
      .selectFrom('sessions')
      .select(['id', 'bearer_hash'])
      .where('user_id', '=', alice._id)
      .execute();
    expect(rows).toEqual([
      { id: sha256(alice.cookie.split('=')[1] ?? ''), bearer_hash: sha256(alice.token) },
    ]);
  });

  test('end with signing out: this one, and no other', async () => {
    const alice = await world.individual('alice');
    const other = await signIn(alice.email);
    const response = await post('/auth/sign-out', undefined, { as: alice });
    expect(response).toMatchObject({ status: 200, message: 'You are signed out', data: null });
    expect(setCookieOf(response)).toMatch(/=; .*Max-Age=0/);
    expect(await me(alice.token)).toBeNull();
    expect(await me(other.data.token)).toMatchObject({ _id: alice._id });
    expect(await post('/auth/sign-out', undefined, { as: alice })).toMatchObject({ status: 401 });
  });
});

describe('cookies', () => {
  test('are handed to browsers with every protection, and carry the session', async () => {
    const alice = await world.individual('alice');
    const response = await signIn(alice.email);
    expect(setCookieOf(response)).toMatch(/HttpOnly/);
    expect(setCookieOf(response)).toMatch(/SameSite=Lax/i);
    expect(setCookieOf(response)).toMatch(/Path=\//);
    const asked = await world.request('/api/auth', { headers: { cookie: cookieOf(response) } });
    expect(asked.data).toMatchObject({ _id: alice._id });
    expect(asked.headers.get('cache-control')).toBe('no-store');
  });

  const ask = (headers: Record<string, string>) => world.request('/api/auth', { headers });

  test('hold no bearer token, and a bearer token is no cookie', async () => {
    const response = await signIn((await world.individual('alice')).email);
    const [cookie, token] = [cookieOf(response), response.data.token];
    expect((await ask({ cookie })).data).toEqual(response.data.user);
    expect((await ask({ authorization: `Bearer ${token}` })).data).toEqual(response.data.user);
    expect((await ask({ authorization: `Bearer ${cookie.split('=')[1]}` })).data).toBeNull();
    expect((await ask({ cookie: `gatherwell=${token}` })).data).toBeNull();
  });

  test('of sessions from before carriers had tokens of their own go on fitting both', async () => {
    const alice = await world.individual('alice');
    const token = alice.cookie.split('=')[1] ?? '';
    await world.db
      .updateTable('sessions')
      .set({ bearer_hash: sha256(token) })
      .where('user_id', '=', alice._id)
      .execute();
    expect((await ask({ cookie: alice.cookie })).data).toMatchObject({ _id: alice._id });
    expect((await ask({ authorization: `Bearer ${token}` })).data).toMatchObject({ _id: alice._id });
  });

  test('are rejected together with a bearer token of another session', async () => {
    const [alice, bob] = [await world.individual('alice'), await world.individual('bob')];
    const elsewhere = await world.elsewhere(alice);
    const together = (cookie: string, token: string) =>
      world.request('/api/auth', { headers: { cookie, authorization: `Bearer ${token}` } });
    expect(await together(alice.cookie, alice.token)).toMatchObject({
      status: 200,
      data: { _id: alice._id },
    });
    for (const [cookie, token] of [
      [alice.cookie, bob.token],
      [bob.cookie, alice.token],
      [alice.cookie, elsewhere.token],
      [alice.cookie, 'x'.repeat(43)],
      [alice.cookie, 'x'],
    ] as const)
      expect(await together(cookie, token)).toMatchObject({
        status: 400,
        message:
          'This request carries a cookie and a bearer token of different sessions. Send one of the two.',
      });
    const file = await world.request('/api/posts/all-posts.csv', {
      headers: { cookie: alice.cookie, authorization: `Bearer ${bob.token}` },
    });
    expect(file.status).toBe(400);
    // Scripts cannot take back a cookie that ended, so the response does.
    const ended = await together(`gatherwell=${'x'.repeat(43)}`, alice.token);
    expect(ended.status).toBe(400);
    expect(setCookieOf(ended)).toMatch(/^gatherwell=; .*Max-Age=0/);
  });

  test('that are malformed are no session and no failure', async () => {
    const alice = await world.individual('alice');
    const own = cookieOf(await signIn(alice.email));
    for (const cookie of [
      'gatherwell=%',
      'gatherwell=%E0%A4%A',
      'x=%; y',
      '=',
      ';;;',
      `gatherwell=${'x'.repeat(5000)}`,
    ])
      expect(await world.request('/api/auth', { headers: { cookie } }), cookie).toMatchObject({
        status: 200,
        data: null,
      });
    const beside = await world.request('/api/auth', { headers: { cookie: `other=%; ${own}` } });
    expect(beside.data).toMatchObject({ _id: alice._id });
  });

  test('write only from our own origin; a bearer token from anywhere', async () => {
    const [alice, carol] = [await world.individual('alice'), await world.organization('carol')];
    const cookie = cookieOf(await signIn(alice.email));
    const body = { followerId: alice._id, followingId: carol._id };
    const follow = (headers: Record<string, string>) => post('/follows/follow', body, { headers });
    const elsewhere = [
      'https://evil.example',
      'https://gatherwell.test.evil.example',
      'https://evil.gatherwell.test',
      'http://gatherwell.test',
      'https://gatherwell.test:8443',
      'null',
    ];
    for (const origin of elsewhere)
      expect(await follow({ cookie, origin }), origin).toMatchObject({
        status: 403,
        success: false,
        message: 'This request came from another site.',
      });
    expect(await follow({ cookie })).toMatchObject({ status: 403 });
    expect(await world.as(carol).follows.followers({ id: carol._id })).toMatchObject({ items: [] });
    expect(await follow({ cookie, origin: 'https://gatherwell.test' })).toMatchObject({ status: 200 });
    // The Host header is no origin of ours: any name can resolve to this machine.
    for (const host of ['http://gatherwell.test', 'https://rebound.example'])
      expect(
        await post(`${host}/api/follows/follow`, body, { headers: { cookie, origin: host } }),
      ).toMatchObject({ status: 403 });
    const authorization = `Bearer ${alice.token}`;
    expect(await follow({ authorization, origin: 'https://evil.example' })).toMatchObject({ status: 200 });
    expect(await follow({ authorization })).toMatchObject({ status: 200 });
  });

  test('cannot be set by signing a visitor in from another site', async () => {
    const alice = await world.individual('alice');
    const attempt = (headers: Record<string, string>) =>
      post('/auth/sign-in', { email: alice.email, password }, { headers });
    expect(await attempt({ origin: 'https://evil.example' })).toMatchObject({ status: 403 });
    expect(await attempt({ origin: 'https://gatherwell.test' })).toMatchObject({ status: 200 });
  });

  test('are guarded at the typed procedures as well', async () => {
    const alice = await world.individual('alice');
    const cookie = cookieOf(await signIn(alice.email));
    const write = (headers: Record<string, string>) =>
      post('/trpc/notifications.markAll', { isRead: true }, { headers: { cookie, ...headers } });
    expect(await write({ origin: 'https://evil.example' })).toMatchObject({ status: 403 });
    expect(await write({ origin: 'https://gatherwell.test' })).toMatchObject({ status: 200 });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect(await write({ origin: 'https://gatherwell.test', 'content-type': type }), type).toMatchObject({
        status: 415,
      });
  });
});

describe('changing the password', () => {
  const change = (person: Person, oldPassword: string, newPassword: string) =>
    world.request('/api/auth/change-password', {
      method: 'PUT',
      as: person,
      body: { oldPassword, newPassword },
    });

  test('ends all other sessions and keeps this one', async () => {
    const alice = await world.individual('alice');
    const bob = await world.individual('bob');
    const other = await signIn(alice.email);
    const response = await change(alice, password, 'battery staple');
    expect(response).toMatchObject({ status: 200, message: 'Your password changed' });
    expect(await me(alice.token)).toMatchObject({ _id: alice._id });
    expect(await me(other.data.token)).toBeNull();
    expect(await me(bob.token)).toMatchObject({ _id: bob._id });
    expect(await signIn(alice.email)).toMatchObject({ status: 401 });
    expect(await signIn(alice.email, 'battery staple')).toMatchObject({ status: 200 });
  });

  test('leaves no session to a sign-in that checked the old one before', async () => {
    const alice = await world.individual('alice');
    const { verify } = world.ports.passwords;
    const checked = vi
      .spyOn(world.ports.passwords, 'verify')
      .mockImplementationOnce(async (hash, entered) => {
        const matches = await verify(hash, entered);
        expect(await change(alice, password, 'battery staple')).toMatchObject({ status: 200 });
        return matches;
      });
    expect(await signIn(alice.email)).toMatchObject({ status: 401, message: 'Email or password is wrong.' });
    checked.mockRestore();
    const rows = await world.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', alice._id)
      .execute();
    expect(rows).toHaveLength(1);
    expect(await me(alice.token)).toMatchObject({ _id: alice._id });
  });

  test('waits for a session that is being started, and ends it', async ({ skip }) => {
    const { pool } = world.database;
    if (!pool) return skip('One connection: transactions wait for each other anyway.');
    const alice = await world.individual('alice');
    const { start } = world.ports.sessions;
    let changed: ReturnType<typeof change> | undefined;
    const starting = vi.spyOn(world.ports.sessions, 'start').mockImplementationOnce(async (db, userId) => {
      let isDone = false;
      changed = change(alice, password, 'battery staple').finally(() => {
        isDone = true;
      });
      await vi.waitFor(async () => {
        const { rows } = await pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        expect(isDone || rows.length > 0).toBe(true);
      });
      return start(db, userId);
    });
    const response = await signIn(alice.email);
    starting.mockRestore();
    expect(await changed).toMatchObject({ status: 200 });
    expect(response.status).toBe(200);
    expect(await me(response.data.token)).toBeNull();
  });

  test('does not undo a reset that came before it', async () => {
    const alice = await world.individual('alice');
    const { verify } = world.ports.passwords;
    const checked = vi
      .spyOn(world.ports.passwords, 'verify')
      .mockImplementationOnce(async (hash, entered) => {
        const matches = await verify(hash, entered);
        expect(await change(alice, password, 'battery staple')).toMatchObject({ status: 200 });
        return matches;
      });
    expect(await change(alice, password, 'of the thief')).toMatchObject({
      status: 400,
      fields: { oldPassword: 'The old password is wrong.' },
    });
    checked.mockRestore();
    expect(await signIn(alice.email, 'battery staple')).toMatchObject({ status: 200 });
  });

  test('needs the old one', async () => {
    const alice = await world.individual('alice');
    const other = await signIn(alice.email);
    expect(await change(alice, 'wrong horse', 'battery staple')).toMatchObject({
      status: 400,
      fields: { oldPassword: 'The old password is wrong.' },
    });
    expect(await change(alice, password, 'short')).toMatchObject({
      status: 400,
      fields: { newPassword: 'Enter minimum (6) characters' },
    });
    expect(await change(alice, password, '      ')).toMatchObject({
      status: 400,
      fields: { newPassword: 'This field is required' },
    });
    expect(await me(other.data.token)).toMatchObject({ _id: alice._id });
    expect(await signIn(alice.email)).toMatchObject({ status: 200 });
  });
});

describe('resetting the password', () => {
  const recover = (email: string) => post('/auth/recover-password', { email });
  const reset = (token: string, newPassword = 'battery staple') =>
    post('/auth/reset-password', { token, newPassword });

  /** Requests a mail and reads the token from its link. */
  async function requestToken(person: Person): Promise<string> {
    const before = world.ports.mailbox.length;
    await recover(person.email);
    await world.ports.runJobs();
    const [mail, ...more] = world.ports.mailbox.slice(before);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: person.email, subject: 'Reset your Gatherwell password' });
    const link = /^https:\/\/gatherwell\.test\/user\/reset-password\/([\w-]+)$/m.exec(mail?.text ?? '');
    return link?.[1] ?? '';
  }

  test('mails a link that sets a new password once and ends all sessions', async () => {
    const alice = await world.individual('alice');
    const token = await requestToken(alice);
    expect(await reset(token, 'short')).toMatchObject({ status: 400 });
    const response = await reset(token);
    expect(response).toMatchObject({ status: 200, message: 'Your password changed', data: null });
    expect(await me(alice.token)).toBeNull();
    expect(await signIn(alice.email)).toMatchObject({ status: 401 });
    expect(await signIn(alice.email, 'battery staple')).toMatchObject({ status: 200 });
    expect(await reset(token, 'third password')).toMatchObject({
      status: 409,
      message: 'This link has expired or was already used. Please request a new one.',
    });
    expect(await signIn(alice.email, 'battery staple')).toMatchObject({ status: 200 });
  });

  test('does not work with a link that was requested before the password changed', async () => {
    const alice = await world.individual('alice');
    const change = (oldPassword: string, newPassword: string) =>
      world.as(alice).accounts.changePassword({ oldPassword, newPassword });
    const mailed = await requestToken(alice);
    await recover(alice.email);
    await change(password, 'battery staple');
    const before = world.ports.mailbox.length;
    await world.ports.runJobs();
    expect(world.ports.mailbox.slice(before)).toEqual([]);
    expect(await reset(mailed, 'of the thief')).toMatchObject({ status: 409 });
    expect(await me(alice.token)).toMatchObject({ _id: alice._id });
    // What is requested afterwards works.
    const asked = await requestToken(alice);
    expect(await reset(asked, 'third password')).toMatchObject({ status: 200 });
  });

  test('returns the same for an unknown address, and mails nobody', async () => {
    const alice = await world.individual('alice');
    const known = await recover(alice.email);
    const unknown = await recover('nobody@example.org');
    const { headers: _, ...response } = known;
    expect(response).toMatchObject({ status: 200, message: 'Password reset email sent to your email' });
    expect(unknown).toMatchObject(response);
    const before = world.ports.mailbox.length;
    await world.ports.runJobs();
    expect(world.ports.mailbox.slice(before).map(({ to }) => to)).toEqual([alice.email]);
  });

  test('costs a known and an unknown address the same statements', async () => {
    const alice = await world.individual('alice');
    const known = await world.countQueries(() => recover(alice.email));
    expect(await world.countQueries(() => recover('nobody@example.org'))).toBe(known);
    await world.ports.runJobs();
  });

  test('keeps the token as a hash only, for 10 minutes', async () => {
    const asked = new Date('2026-11-21T10:00:00Z');
    world.ports.clock.set(asked);
    const [alice, bob] = [await world.individual('alice'), await world.individual('bob')];
    const tokens = [await requestToken(alice), await requestToken(bob)] as const;
    const rows = await world.db
      .selectFrom('password_resets')
      .select(['token_hash', 'expires_at'])
      .where('user_id', '=', alice._id)
      .execute();
    expect(rows).toEqual([{ token_hash: sha256(tokens[0]), expires_at: new Date('2026-11-21T10:10:00Z') }]);
    world.ports.clock.set(new Date('2026-11-21T10:09:59Z'));
    expect(await reset(tokens[0])).toMatchObject({ status: 200 });
    world.ports.clock.set(new Date('2026-11-21T10:10:00Z'));
    expect(await reset(tokens[1])).toMatchObject({ status: 409 });
  });

  test('lets one of 100 uses at once succeed', async () => {
    const alice = await world.individual('alice');
    const token = await requestToken(alice);
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) => reset(token, `password ${index}`)),
    );
    const winners = responses.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    expect(winners).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(99);
    expect(await signIn(alice.email, `password ${winners[0]}`)).toMatchObject({ status: 200 });
  });

  test('lets only the newest link work', async () => {
    const alice = await world.individual('alice');
    const older = await requestToken(alice);
    const newer = await requestToken(alice);
    expect(await reset(older)).toMatchObject({ status: 409 });
    expect(await reset(newer)).toMatchObject({ status: 200 });
  });

  test('rejects what was never a token', async () => {
    for (const token of ['x', 'x'.repeat(43), '\0', '\ud800'])
      expect([400, 409]).toContain((await reset(token)).status);
    expect(await reset('')).toMatchObject({ status: 400 });
  });
});

describe('limits', () => {
  let limited: World;
  beforeAll(async () => {
    limited = await createWorld();
    limited.ports.enforceLimits();
  });
  afterAll(() => limited.close());

  interface Attempt {
    from?: string;
    entered?: string;
    cookie?: string;
  }
  const attempt = (email: string, { from, entered = 'wrong horse', cookie }: Attempt = {}) =>
    limited.request('/api/auth/sign-in', {
      method: 'POST',
      body: { email, password: entered },
      ...(from !== undefined && { from }),
      headers: { origin: 'https://gatherwell.test', ...(cookie !== undefined && { cookie }) },
    });
  const statusesOf = async (count: number, next: (index: number) => ReturnType<typeof attempt>) => {
    const statuses: number[] = [];
    for (let index = 0; index < count; index++) statuses.push((await next(index)).status);
    return statuses;
  };
  const deviceCookieOf = (response: { headers: Headers }) =>
    response.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('gatherwell-device='))
      ?.split(';')[0];

  test('of sign-in hold for an account and an address together, and keep nobody else out', async () => {
    const [alice, bob] = [await limited.individual('alice'), await limited.individual('bob')];
    const thief = '198.51.100.1';
    expect(await statusesOf(30, () => attempt(alice.email, { from: thief }))).toEqual(
      Array.from({ length: 30 }, () => 401),
    );
    const rejected = await attempt(alice.email.toUpperCase(), { from: thief, entered: password });
    expect(rejected).toMatchObject({
      status: 429,
      message: 'Too many attempts. Please wait a little and try again.',
    });
    const seconds = Number(rejected.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(300);
    // Others at the same address, and the owner at any other.
    expect((await attempt(bob.email, { from: thief, entered: password })).status).toBe(200);
    expect((await attempt(alice.email, { from: '198.51.100.2', entered: password })).status).toBe(200);
  });

  test('of sign-in slow down who tries an account from many addresses, known or not', async () => {
    const alice = await limited.individual('alice');
    for (const email of [alice.email, `nobody-${alice._id}@example.org`]) {
      const statuses = await statusesOf(100, (index) => attempt(email, { from: `198.51.101.${index}` }));
      expect(statuses).toEqual(Array.from({ length: 100 }, () => 401));
      expect((await attempt(email, { from: '198.51.102.1' })).status).toBe(401);
      const slowed = await attempt(email, { from: '198.51.102.2' });
      expect(slowed.status).toBe(429);
      expect(Number(slowed.headers.get('retry-after'))).toBe(1);
    }
  });

  test('of sign-in let a device in that has signed in before, and count it by itself', async () => {
    const [alice, bob] = [await limited.individual('alice'), await limited.individual('bob')];
    const from = '198.51.103.1';
    const home = await attempt(alice.email, { from, entered: password });
    const cookie = deviceCookieOf(home);
    expect(cookie).toBeDefined();
    expect(home.headers.getSetCookie().join()).toMatch(/gatherwell-device=[^,]*HttpOnly[^,]*SameSite=Lax/i);
    for (const id of [alice._id, alice.email]) expect(cookie).not.toContain(id);

    // A client at the same address, and one with a cookie of another account or a made up one.
    await statusesOf(31, () => attempt(alice.email, { from }));
    const ofBob = deviceCookieOf(await attempt(bob.email, { from: '198.51.103.2', entered: password }));
    const forged = `gatherwell-device=${cookie?.split('=')[1]?.replace(/.$/, 'x')}`;
    for (const other of [undefined, ofBob, forged, 'gatherwell-device=x', 'gatherwell-device=~.~.'])
      expect(
        (await attempt(alice.email, { from, entered: password, ...(other && { cookie: other }) })).status,
      ).toBe(429);
    const again = await attempt(alice.email, { from, entered: password, ...(cookie && { cookie }) });
    expect(again.status).toBe(200);

    // A browser that two people share knows both; a stolen one is limited.
    const shared = deviceCookieOf(
      await attempt(bob.email, { from, entered: password, cookie: deviceCookieOf(again) ?? '' }),
    );
    expect(await statusesOf(31, () => attempt(alice.email, { from, cookie: shared ?? '' }))).toEqual([
      ...Array.from({ length: 30 }, () => 401),
      429,
    ]);
    expect((await attempt(bob.email, { from, entered: password, cookie: shared ?? '' })).status).toBe(200);
  });

  test('of sign-in forget devices when the password changes, but for the one that changed it', async () => {
    const alice = await limited.individual('alice');
    const from = '198.51.104.1';
    const lost = deviceCookieOf(await attempt(alice.email, { from, entered: password })) ?? '';
    const changed = await limited.request('/api/auth/change-password', {
      method: 'PUT',
      as: alice,
      body: { oldPassword: password, newPassword: 'battery staple' },
    });
    const kept = deviceCookieOf(changed) ?? '';
    await statusesOf(31, () => attempt(alice.email, { from }));
    const right = { from, entered: 'battery staple' };
    expect((await attempt(alice.email, { ...right, cookie: lost })).status).toBe(429);
    expect((await attempt(alice.email, { ...right, cookie: kept })).status).toBe(200);
  });

  test('of sign-in let in who has reset the password by mail', async () => {
    const alice = await limited.individual('alice');
    const from = '198.51.105.1';
    await statusesOf(31, () => attempt(alice.email, { from }));
    const body = { email: alice.email };
    await limited.request('/api/auth/recover-password', { method: 'POST', body, from });
    await limited.ports.runJobs();
    const token = /reset-password\/([\w-]+)/.exec(limited.ports.mailbox.at(-1)?.text ?? '')?.[1];
    const reset = await limited.request('/api/auth/reset-password', {
      method: 'POST',
      body: { token, newPassword: 'battery staple' },
      from,
    });
    const cookie = deviceCookieOf(reset) ?? '';
    expect((await attempt(alice.email, { from, entered: 'battery staple', cookie })).status).toBe(200);
  });

  test('of sign-in cost a known and an unknown account the same statements, also with a device', async () => {
    const alice = await limited.individual('alice');
    const cookie = deviceCookieOf(await attempt(alice.email, { entered: password })) ?? '';
    const bob = await limited.individual('bob');
    for (const sent of [{}, { cookie }]) {
      const known = await limited.countQueries(() => attempt(bob.email, sent));
      expect(await limited.countQueries(() => attempt(`x${bob.email}`, sent))).toBe(known);
    }
  });

  test('of sign-in hold for an address on any account, widely', async () => {
    const statuses = await statusesOf(300, (index) =>
      attempt(`nobody-${index}@example.org`, { from: '203.0.113.1' }),
    );
    expect(statuses).toEqual(Array.from({ length: 300 }, () => 401));
    const alice = await limited.individual('alice');
    expect((await attempt(alice.email, { from: '203.0.113.1', entered: password })).status).toBe(429);
    expect((await attempt(alice.email, { from: '203.0.113.2', entered: password })).status).toBe(200);
  });

  test('of the day for an account and an address end with a success', async () => {
    const alice = await limited.individual('alice');
    const from = '203.0.113.9';
    const key = `${from} ${alice.email}`;
    for (let used = 0; used < 99; used++) await limited.ports.limits.consume('sign-in-day', key);
    expect((await attempt(alice.email, { from, entered: password })).status).toBe(200);
    expect((await attempt(alice.email, { from, entered: password })).status).toBe(200);
    for (let used = 0; used < 100; used++) await limited.ports.limits.consume('sign-in-day', key);
    expect((await attempt(alice.email, { from, entered: password })).status).toBe(429);
  });

  test('of asking for addresses are 10 a minute for an address', async () => {
    const ask = (from: string) => limited.request('/api/users/email/nobody@example.org', { from });
    for (let index = 0; index < 10; index++) expect((await ask('203.0.113.3')).status).toBe(200);
    const rejected = await ask('203.0.113.3');
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask('203.0.113.4')).status).toBe(200);
  });

  test('of recovering hold for known and unknown addresses alike', async () => {
    const alice = await limited.individual('alice');
    for (const email of [alice.email, 'nobody@example.org']) {
      const statuses: number[] = [];
      for (let index = 0; index < 11; index++)
        statuses.push(
          (
            await limited.request('/api/auth/recover-password', {
              method: 'POST',
              body: { email },
              from: `192.0.2.${index}`,
            })
          ).status,
        );
      expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
    }
  });

  test('return retry-after at the typed procedures as well', async () => {
    const ask = () =>
      limited.request(
        `/api/trpc/accounts.emailExists?input=${encodeURIComponent('{"emailAddress":"nobody@example.org"}')}`,
        { from: '203.0.113.5' },
      );
    for (let index = 0; index < 10; index++) expect((await ask()).status).toBe(200);
    const rejected = await ask();
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

test('nothing secret is logged', () => {
  const log = JSON.stringify(world.ports.logged);
  for (const secret of [password, 'battery staple', 'example.org', 'reset-password/'])
    expect(log).not.toContain(secret);
});
