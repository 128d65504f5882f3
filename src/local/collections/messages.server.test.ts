import 'fake-indexeddb/auto';
import { createTRPCClient, httpLink } from '@trpc/client';
import { v7 as uuid } from 'uuid';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readEvents } from '#server/events/events.queries.ts';
import { idempotencyHeader } from '#server/operations/operations.schema.ts';
import type { AppRouter } from '#server/router.ts';
import { setUpWorld } from '#server/testing/cast.ts';
import { png } from '#server/testing/pictures.ts';
import { type Person, startingCoins } from '#server/testing/world.ts';
import { applyEvents } from '../engine/apply.ts';
import { readMeta } from '../engine/database.ts';
import { keepFile } from '../engine/files.ts';
import { flushOutbox } from '../engine/flush.ts';
import { enqueue } from '../engine/outbox.ts';
import { takeSnapshot } from '../engine/snapshot.ts';
import { openTestDatabase, type TestDatabase } from '../testing/databases.ts';
import { reachUploads } from '../testing/tus.ts';
import type { KeptFile, SendMessage } from './message-input.ts';
import { readMessages } from './shown-messages.ts';

/** Calls the server as the person whose device it is, over its own HTTP interface. */
const reach = vi.hoisted(() => ({ api: {} as Record<string, unknown> }));
vi.mock('#src/app/api.ts', () => ({
  api: new Proxy({}, { get: (_, feature) => reach.api[String(feature)] }),
}));
vi.mock('#src/app/session.ts', () => ({ session: { userId: () => undefined } }));
vi.mock('#src/lib/reachability.ts', () => ({
  reachability: {
    isReachable: () => true,
    whenReachable: async () => {},
    nextReturn: () => new AbortController().signal,
    watch: (request: Promise<unknown>) => request,
    heard: () => {},
    unserved: () => {},
  },
}));
vi.mock('tus-js-client', async (original) => {
  const { tusForTests } = await import('../testing/tus.ts');
  return tusForTests(await original());
});

const world = setUpWorld();

let alice: Person;
let bob: Person;
beforeEach(async () => {
  [alice, bob] = [await world.individual('alice'), await world.individual('bob')];
});

/** Lets the device be a person's: what it sends goes out as theirs. */
function be({ token }: Person): void {
  const authorized = (headers?: HeadersInit) => {
    const sent = new Headers(headers);
    sent.set('authorization', `Bearer ${token}`);
    return sent;
  };
  reach.api = createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: 'http://device.test/api/trpc',
        headers: ({ op: { context } }) =>
          typeof context['opId'] === 'string' ? { [idempotencyHeader]: context['opId'] } : {},
        fetch: (url, { signal: _, ...init } = {}) => {
          const { pathname, search } = new URL(String(url));
          return world.fetch(pathname + search, {
            ...(init as RequestInit),
            headers: authorized(init.headers),
          });
        },
      }),
    ],
  });
  reachUploads.fetch = async (request) =>
    world.fetch(new URL(request.url).pathname, {
      method: request.method,
      headers: authorized(request.headers),
      ...(request.method === 'PATCH' && { body: await request.arrayBuffer() }),
    });
}

/** Opens a device of a person's. */
async function openDevice(person: Person): Promise<TestDatabase> {
  be(person);
  const db = openTestDatabase(uuid(), person._id);
  await takeSnapshot(db);
  return db;
}

/** Sends what waits on a device until each has an outcome. */
async function flush(db: TestDatabase, person: Person): Promise<void> {
  be(person);
  const over = new AbortController();
  const flushing = flushOutbox(db, person._id, over.signal);
  await expect
    .poll(() => db.outbox.filter(({ state }) => state === 'waiting' || state === 'sent').count(), {
      timeout: 10_000,
    })
    .toBe(0);
  over.abort();
  await flushing;
}

/** Brings a device up to date with the log. */
async function catchUp(db: TestDatabase, person: Person): Promise<void> {
  const { seq, epoch } = (await readMeta(db, 'cursor')) ?? expect.fail();
  expect(await applyEvents(db, epoch, await readEvents(world.db, person._id, seq))).toBe(true);
}

const write = (db: TestDatabase, more: Partial<SendMessage> = {}) =>
  enqueue(db, {
    name: 'send-message',
    input: {
      messageId: uuid(),
      otherId: bob._id,
      text: 'See you in the garden',
      images: [],
      attachments: [],
      cost: 1,
      ...more,
    } satisfies SendMessage,
  });

const shown = async (db: TestDatabase, other: Person) =>
  (await readMessages(db, { otherId: other._id }, 10)).items;
const coinsOf = async (person: Person) => (await world.as(person).wallet.balance({})).walletCoin;

describe('a message from a device', () => {
  it('is paid for once at the price that was confirmed, and read by the other one', async () => {
    const [mine, theirs] = [await openDevice(alice), await openDevice(bob)];
    await write(mine, { text: 'One' });
    await write(mine, { text: 'Two' });
    await flush(mine, alice);
    await catchUp(mine, alice);
    expect(await shown(mine, bob)).toMatchObject([
      { text: 'One', state: 'sent', seq: 1 },
      { text: 'Two', state: 'sent', seq: 2 },
    ]);
    expect(await coinsOf(alice)).toBe(startingCoins - 2);

    await catchUp(theirs, bob);
    const received = await shown(theirs, alice);
    expect(received.map(({ text, isOwn }) => [text, isOwn])).toEqual([
      ['One', false],
      ['Two', false],
    ]);
    const [conversation] = await theirs.conversations.toArray();
    await enqueue(theirs, {
      name: 'read-conversation',
      input: { conversationId: conversation?._id, upTo: received[0]?.seq },
    });
    await flush(theirs, bob);
    await catchUp(mine, alice);
    expect((await shown(mine, bob)).map(({ state }) => state)).toEqual(['read', 'sent']);
  });

  it('fails visibly where the price has changed, and goes at the new one', async () => {
    const mine = await openDevice(alice);
    const messageId = uuid();
    await write(mine, { messageId, cost: 0 });
    await flush(mine, alice);
    expect(await shown(mine, bob)).toMatchObject([
      { text: 'See you in the garden', state: 'failed', reason: 'price-changed' },
    ]);
    expect(await coinsOf(alice)).toBe(startingCoins);
    await write(mine, { messageId, cost: 1 });
    await flush(mine, alice);
    await catchUp(mine, alice);
    expect(await shown(mine, bob)).toMatchObject([{ _id: messageId, state: 'sent' }]);
    expect(await coinsOf(alice)).toBe(startingCoins - 1);
  });

  it('fails with what was written where the other one has blocked the sender', async () => {
    const mine = await openDevice(alice);
    await world.as(bob).blocks.block({ userId: bob._id, blockedUserId: alice._id });
    await write(mine);
    await flush(mine, alice);
    expect(await shown(mine, bob)).toMatchObject([
      { text: 'See you in the garden', state: 'failed', reason: 'not-found' },
    ]);
    expect(await coinsOf(alice)).toBe(startingCoins);
  });

  it('takes its picture and its file along, over a line that breaks, and leaves nothing on the device', async () => {
    const mine = await openDevice(alice);
    const picture = await kept(mine, await png(64, 48), 'garden.png', 'image/png');
    const plan = new Uint8Array(2_200_000).fill(0x61);
    plan.set(new TextEncoder().encode('%PDF-1.7\n'));
    const file = await kept(mine, plan, 'plan.pdf', 'application/pdf');
    await write(mine, { images: [picture], attachments: [file] });
    be(alice);
    const send = reachUploads.fetch;
    const offsets: string[] = [];
    let cuts = 1;
    reachUploads.fetch = async (request) => {
      if (request.method !== 'PATCH') return send(request);
      offsets.push(request.headers.get('upload-offset') ?? '');
      const response = await send(request);
      // The piece has arrived, and the response is lost.
      if (offsets.length > 1 && cuts-- > 0) throw new TypeError('Failed to fetch');
      return response;
    };
    const over = new AbortController();
    const flushing = flushOutbox(mine, alice._id, over.signal);
    await expect
      .poll(async () => (await mine.outbox.toArray()).map(({ state }) => state), { timeout: 10_000 })
      .toEqual(['done']);
    // The picture, and the file in two pieces: none of them twice.
    expect(offsets).toEqual(['0', '0', String(2 * 1024 * 1024)]);
    expect(await mine.files.count()).toBe(2);
    await catchUp(mine, alice);
    const [message] = await shown(mine, bob);
    expect(message).toMatchObject({
      state: 'sent',
      images: [{ width: 64, height: 48 }],
      attachments: [{ fileName: 'plan.pdf', bytes: plan.length }],
    });
    const path = message?.attachments[0]?.path ?? '';
    const response = await world.fetch(path, { headers: { authorization: `Bearer ${bob.token}` } });
    expect(Buffer.compare(Buffer.from(await response.arrayBuffer()), plan)).toBe(0);
    await expect.poll(() => mine.blobs.count()).toBe(0);
    over.abort();
    await flushing;
  });
});

/** Keeps a file on a device. */
async function kept(
  db: TestDatabase,
  bytes: Uint8Array<ArrayBuffer>,
  fileName: string,
  type: string,
): Promise<KeptFile> {
  const { fileId } = await keepFile(new File([bytes], fileName, { type }), db);
  return { fileId, fileName, bytes: bytes.length, type };
}
