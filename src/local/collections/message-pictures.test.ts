import { Blob as NodeBlob } from 'node:buffer';
import { describe, expect, it, vi } from 'vitest';
import { applyEvents } from '../engine/apply.ts';
import { forgetRows, writeFacts } from '../engine/database.ts';
import { trim } from '../engine/trim.ts';
import type { LocalDatabase } from '../engine/types.ts';
import { openTestDatabase } from '../testing/databases.ts';
import { logged } from '../testing/events.ts';
import { conversationView, idOf, messageView } from '../testing/views.ts';
import { expectPicture, fetchPicture, keepPicture, readPicture } from './fetch-pictures.ts';
import { messagePictures } from './message-pictures.ts';

vi.mock('#src/app/api.ts', () => ({ api: {} }));

const readAhead = async (db: LocalDatabase) => messagePictures.readAhead?.(db);

/** A picture of so many bytes. Node's: that of jsdom cannot be stored. */
const pictureOf = (bytes: number) => new NodeBlob([Buffer.alloc(bytes)]) as unknown as Blob;

async function openWith(paths: readonly string[], conversationId = idOf(1)) {
  const db = openTestDatabase();
  for (const path of paths) await keep(db, path, conversationId);
  return db;
}

async function keep(db: LocalDatabase, path: string, conversationId = idOf(1), bytes = 3) {
  await expectPicture(db, { path, conversationId });
  await keepPicture(db, { path, blob: pictureOf(bytes) });
}

const epoch = '00000000-0000-4000-8000-000000000001';

/** Lets messages arrive with these pictures. */
async function openWithArrived(names: readonly string[]) {
  const db = openTestDatabase();
  await writeFacts(db, { cursor: { epoch, seq: 0 } });
  const images = names.map((name) => ({ path: `/api/files/${name}`, width: 800, height: 600 }));
  const message = messageView(1, { images });
  const lastMessageEntity = { _id: message._id, isRead: false, message };
  const conversation = conversationView(1, { lastMessageEntity });
  await applyEvents(db, epoch, logged([{ type: 'message-added', payload: { conversation } }]));
  return db;
}

const responseOf = (status: number) => ({ ok: status === 200, status, blob: async () => pictureOf(3) });

describe('pictures of messages', () => {
  it('are kept on the device, as long as they are small', async () => {
    const db = await openWith(['/api/files/one']);
    await keep(db, '/api/files/large', idOf(1), 262_145);
    expect((await readPicture(db, '/api/files/one'))?.size).toBe(3);
    expect(await readPicture(db, '/api/files/large')).toBeUndefined();
  });

  it('are fetched as they arrive, one after the other, and once', async () => {
    const db = openTestDatabase();
    const images = ['one', 'gone'].map((name) => ({ path: `/api/files/${name}`, width: 800, height: 600 }));
    const message = messageView(1, { images });
    await writeFacts(db, { cursor: { epoch, seq: 0 } });
    const conversation = conversationView(1, {
      lastMessageEntity: { _id: message._id, isRead: false, message },
    });
    const added = { type: 'message-added', payload: { conversation } } as const;
    const log = logged([added, added]);
    await applyEvents(db, epoch, log.slice(0, 1));
    const fetched = vi.fn(async (address: string) => ({
      ok: address.includes('one'),
      status: address.includes('one') ? 200 : 404,
      blob: async () => pictureOf(3),
    }));
    vi.stubGlobal('fetch', fetched);
    for (let piece = await readAhead(db); piece; piece = await readAhead(db)) await piece();
    vi.unstubAllGlobals();
    expect(fetched.mock.calls.map(([address]) => address).toSorted()).toEqual([
      '/api/files/gone?width=400',
      '/api/files/one?width=400',
    ]);
    expect((await readPicture(db, '/api/files/one'))?.size).toBe(3);
    await applyEvents(db, epoch, log.slice(1));
    expect((await readPicture(db, '/api/files/one'))?.size).toBe(3);
  });

  it('that always fail hold up no others, and are tried three times', async () => {
    const db = await openWithArrived(['broken', 'one']);
    const fetched = vi.fn(async (address: string, _: RequestInit) =>
      responseOf(address.includes('broken') ? 500 : 200),
    );
    vi.stubGlobal('fetch', fetched);
    for (let piece = await readAhead(db); piece; piece = await readAhead(db))
      await piece().catch(() => undefined);
    vi.unstubAllGlobals();
    const names = fetched.mock.calls.map(([address]) => /files\/(\w+)/.exec(address)?.[1]);
    expect(names).toEqual(['broken', 'one', 'broken', 'broken']);
    expect(fetched.mock.calls.every(([, { signal }]) => signal instanceof AbortSignal)).toBe(true);
    expect((await readPicture(db, '/api/files/one'))?.size).toBe(3);
  });

  it.each(['that arrived', 'on the screen'])(
    '%s are not kept once their conversation is deleted',
    async (which) => {
      const db = await openWithArrived(which === 'that arrived' ? ['one'] : []);
      const path = '/api/files/one';
      vi.stubGlobal('fetch', async () => {
        const log = logged([
          { type: 'followers-changed', payload: {} },
          { type: 'conversation-removed', payload: { conversationId: idOf(1) } },
        ]);
        expect(await applyEvents(db, epoch, log)).toBe(true);
        return responseOf(200);
      });
      if (which === 'that arrived') await (await readAhead(db))?.();
      else await fetchPicture(db, { path, conversationId: idOf(1) }, path);
      vi.unstubAllGlobals();
      expect(await readPicture(db, path)).toBeUndefined();
      expect(await readAhead(db)).toBeUndefined();
    },
  );

  it('go with their conversation', async () => {
    const db = await openWith(['/api/files/one']);
    await keep(db, '/api/files/two', idOf(2));
    await writeFacts(db, { cursor: { epoch, seq: 0 } });
    await applyEvents(
      db,
      epoch,
      logged([{ type: 'conversation-removed', payload: { conversationId: idOf(1) } }]),
    );
    expect(await readPicture(db, '/api/files/one')).toBeUndefined();
    expect(await readPicture(db, '/api/files/two')).toBeDefined();
  });

  it('go at the end of a session, and where the device is full', async () => {
    const db = await openWith(['/api/files/one']);
    await trim(db);
    expect(await readPicture(db, '/api/files/one')).toBeDefined();
    await forgetRows(db);
    expect(await readPicture(db, '/api/files/one')).toBeUndefined();
    await keep(db, '/api/files/one');
    await trim(db, true);
    expect(await readPicture(db, '/api/files/one')).toBeUndefined();
  });
});
