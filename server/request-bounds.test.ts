import { beforeAll, describe, expect, it } from 'vitest';
import { createApi } from './api.ts';
import { Refusal } from './errors.ts';
import { jsonBounds } from './json-bounds.ts';
import { createLargeBodies } from './request-body.ts';
import { setUpWorld } from './testing/cast.ts';
import type { Person } from './testing/world.ts';

const { usual, large } = jsonBounds;

const world = setUpWorld();
let api: ReturnType<typeof createApi>;
let alice: Person;
let carol: Person;
beforeAll(async () => {
  api = createApi(world.deps);
  alice = await world.individual('alice');
  carol = await world.organization('carol');
});

/** Sends a body in pieces of 64 KiB, as a network does, and counts how much of it was read. */
async function send(
  path: string,
  body: string,
  { as, method = 'POST', declared = true }: { as?: Person; method?: string; declared?: boolean } = {},
) {
  const bytes = new TextEncoder().encode(body);
  let read = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (read >= bytes.length) return controller.close();
        const piece = bytes.subarray(read, read + 64 * 1024);
        read += piece.length;
        controller.enqueue(piece);
      },
    },
    { highWaterMark: 0 },
  );
  const request = new Request(`https://gatherwell.test/api${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(declared && { 'content-length': String(bytes.length) }),
      ...(as && { authorization: `Bearer ${as.token}` }),
    },
    body: stream,
    duplex: 'half',
  } as RequestInit);
  const response = await api(request, { requestId: 'request-0001', clientAddress: '192.0.2.1' });
  return { status: response.status, text: await response.text(), read };
}

const object = (keys: number) => `{${Array.from({ length: keys }, (_, key) => `"k${key}":1`).join()}}`;
const filler = (length: number) => JSON.stringify({ description: 'x'.repeat(length) });

/** A request that has no response yet. */
const never = new Promise<never>(() => {});

/** Reads a body that arrives in full. */
const arrive = (bytes: number) => async (body: { add(bytes: number): void; complete(): void }) => {
  body.add(bytes);
  body.complete();
  return 'read';
};

describe('a large body', () => {
  const saveBasicInfo = () => `/users/${alice._id}/basic-info`;
  const body = filler(usual.bytes);

  it('is rejected in a batch, whatever else the batch names', async () => {
    for (const as of [undefined, alice])
      for (const path of [
        'accounts.signIn,profiles.saveBasicInfo?batch=1',
        'profiles.saveBasicInfo,profiles.saveBasicInfo?batch=1',
        'profiles.saveBasicInfo%2Caccounts.signIn?batch=1',
        'accounts.signIn?batch=1',
        '/profiles.saveBasicInfo',
      ]) {
        const { status, read } = await send(`/trpc/${path}`, body, { ...(as && { as }) });
        expect([404, 413], path).toContain(status);
        expect(read, path).toBe(0);
      }
  });

  it('is not read without a session, and is with one', async () => {
    const sendTo = (path: string, method: string, as?: Person) =>
      send(path, body, { method, ...(as && { as }) });
    const forged = { ...alice, token: 'x'.repeat(43) };
    for (const [path, method] of [
      [saveBasicInfo(), 'PUT'],
      ['/trpc/profiles.saveBasicInfo', 'POST'],
      ['/trpc/profiles.saveBasicInfo?batch=1', 'POST'],
    ] as const) {
      for (const as of [undefined, forged])
        expect(await sendTo(path, method, as)).toMatchObject({ status: 401, read: 0 });
      const { status, read } = await sendTo(path, method, alice);
      expect([status, read > usual.bytes]).toEqual([400, true]);
    }
  });

  it('is bounded where its length is not declared', async () => {
    const unknown = await send('/trpc/accounts.signIn', `{${' '.repeat(2 * usual.bytes)}}`, {
      declared: false,
    });
    expect(unknown.status).toBe(413);
    expect(unknown.read).toBeLessThanOrEqual(usual.bytes + 128 * 1024);
    const tooLong = await send(saveBasicInfo(), `{${' '.repeat(2 * large.outside)}}`, {
      as: alice,
      method: 'PUT',
      declared: false,
    });
    expect(tooLong.status).toBe(400);
    expect(tooLong.read).toBeLessThanOrEqual(large.outside + 128 * 1024);
  });

  it('is rejected at the first key too many, not when all have arrived', async () => {
    const keys = object(300_000);
    for (const path of [saveBasicInfo(), '/posts/']) {
      const { status, read, text } = await send(path, keys, {
        as: path === '/posts/' ? carol : alice,
        method: path === '/posts/' ? 'POST' : 'PUT',
      });
      expect(status).toBe(400);
      expect(read).toBeLessThan(512 * 1024);
      expect(text.length).toBeLessThan(1_000);
    }
  });

  it('makes room for others where it is the one that takes longest', async () => {
    const bodies = createLargeBodies({ perUser: 1, bytes: 100, heldBytes: 100, usualBytes: 5 });
    const slow = bodies.read(
      'alice',
      async (body) => {
        body.add(60);
        return body.evicted;
      },
      never,
    );
    const quick = bodies.read('bob', arrive(60), never);
    await expect(slow).rejects.toMatchObject({ reason: 'crowded', retryAfter: 5 });
    await expect(quick).resolves.toBe('read');
  });

  it('is one of so many of its user until its request has ended', async () => {
    const bodies = createLargeBodies({ perUser: 1, bytes: 100, heldBytes: 100, usualBytes: 5 });
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    await expect(bodies.read('alice', arrive(5), ended)).resolves.toBe('read');
    await expect(bodies.read('alice', arrive(10), ended)).resolves.toBe('read');
    await expect(bodies.read('alice', arrive(10), never)).rejects.toBeInstanceOf(Refusal);
    await expect(bodies.read('bob', arrive(10), never)).resolves.toBe('read');
    end();
    await ended;
    await expect(bodies.read('alice', arrive(10), never)).resolves.toBe('read');
  });

  it('is rejected where requests without a response hold too many', async () => {
    const bodies = createLargeBodies({ perUser: 1, bytes: 100, heldBytes: 100, usualBytes: 5 });
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    await bodies.read('alice', arrive(60), ended);
    const crowded = { reason: 'crowded', retryAfter: 5 };
    await expect(bodies.read('bob', arrive(60), never)).rejects.toMatchObject(crowded);
    await expect(bodies.read('carol', arrive(40), never)).resolves.toBe('read');
    end();
    await ended;
    await expect(bodies.read('bob', arrive(60), never)).resolves.toBe('read');
  });
});

describe('what is parsed', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const hostile = [
    ['keys', object(usual.values + 1)],
    ['elements', `{"ids":[${'1,'.repeat(usual.values)}1]}`],
    ['depth', `{"filters":${nested(usual.depth)}}`],
    ['a long text', filler(usual.string + 1)],
  ] as const;

  it.each(hostile)('is bounded in a body: %s', async (_, body) => {
    expect(await send('/auth/sign-in', body)).toMatchObject({
      status: 400,
      text: expect.stringContaining('cannot be read'),
    });
    expect(await send('/trpc/accounts.signIn?batch=1', `{"0":${body}}`)).toMatchObject({
      status: 400,
      text: expect.stringContaining('beyond-bounds'),
    });
  });

  it.each([
    ['depth', nested(usual.depth + 1)],
    ['elements', `[${'1,'.repeat(usual.values)}1]`],
  ])('is bounded in a query: %s', async (_, json) => {
    for (const path of ['/trpc/posts.search?input=', '/posts?filters='])
      expect((await world.request(`/api${path}${encodeURIComponent(json)}`)).status).toBe(400);
    expect((await world.request(`/api/posts?${'a&'.repeat(300)}`)).status).toBe(413);
  });

  it('is taken at the bounds', async () => {
    const fitting = `{"email":[${'1,'.repeat(usual.values - 3)}1],"password":"x"}`;
    const { status, text } = await send('/auth/sign-in', fitting);
    expect([status, JSON.parse(text).fields]).toEqual([400, { email: expect.any(String) }]);
  });
});

describe('an error', () => {
  const marked = 'm4rked';

  it('names at most ten unknown keys, each cut and harmless', async () => {
    const keys = Array.from({ length: 500 }, (_, key) => [`<${key}>${'long'.repeat(100)}`, 1]);
    const body = JSON.stringify({ email: 'a@b.example', password: 'x', ...Object.fromEntries(keys) });
    const { status, text } = await send('/auth/sign-in', body);
    const { message, fields } = JSON.parse(text);
    expect([status, Object.keys(fields)]).toEqual([400, ['']]);
    expect(message.match(/"[^"]*"/g)).toHaveLength(10);
    expect(message).toMatch(/^Unrecognized keys: "[^"]{40}", .* and 490 more$/);
    expect(text).not.toContain('<');
  });

  it('repeats nothing that was sent', async () => {
    for (const [path, body] of [
      ['/auth/sign-in', `{"email":"${marked} x","password":"y"}`],
      ['/auth/sign-in', `{"email":"${marked}@@example.org","password":"y"}`],
      ['/auth/sign-in', `{"email":${marked}`],
      ['/auth/sign-up', `{"userType":"${marked}","email":"a@b.example","password":"battery staple"}`],
      ['/trpc/accounts.signIn', `{"email":"${marked}","password":"y"}`],
      ['/trpc/accounts.signIn', `{"email":${marked}`],
      [`/trpc/${marked}.signIn`, '{}'],
      [`/trpc/accounts.signIn?batch=1`, `{"0":${marked}}`],
      [`/${marked}`, '{}'],
    ] as const) {
      const { status, text } = await send(path, body);
      expect(status, path).toBeGreaterThanOrEqual(400);
      expect(text, path).not.toContain(marked);
    }
    for (const path of [
      `/trpc/posts.search?input={${marked}`,
      `/posts?filters={${marked}`,
      `/posts/${marked}`,
      `/users/email/${marked}`,
      `/trpc/posts.search?input=${encodeURIComponent(`{"limit":"${marked}"}`)}`,
    ]) {
      const response = await world.request(`/api${path}`);
      expect(response.status, path).toBeGreaterThanOrEqual(400);
      expect(JSON.stringify(response), path).not.toContain(marked);
    }
  });

  it('is at most 16 KB, also of ten calls in one', async () => {
    const call = { ...JSON.parse(object(900)), email: [...Array(50)], password: {} };
    const post = {
      postType: 'need',
      title: 'x'.repeat(500),
      requiredItems: Array.from({ length: 90 }, () => ({ [`k${'y'.repeat(60)}`]: 1 })),
    };
    for (const [name, input, as] of [
      ['accounts.signIn', call, undefined],
      ['posts.create', post, carol],
    ] as const) {
      const path = `/trpc/${Array.from({ length: 10 }, () => name).join()}?batch=1`;
      const body = JSON.stringify(Object.fromEntries([...Array(10)].map((_, index) => [index, input])));
      const { status, text } = await send(path, body, { ...(as && { as }) });
      expect(status).toBe(400);
      expect(JSON.parse(text)).toHaveLength(10);
      expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(16 * 1024);
    }
    const tooMany = await send(`/trpc/${'accounts.signIn,'.repeat(900)}x?batch=1`, '{}');
    expect([tooMany.status, tooMany.text.length < 1_000]).toEqual([400, true]);
    const alone = await send('/posts/', JSON.stringify(post), { as: carol });
    expect([alone.status, alone.text.length < 16 * 1024]).toEqual([400, true]);
  });
});
