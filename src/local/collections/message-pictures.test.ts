import { Blob as NodeBlob } from 'node:buffer';
import { describe, expect, it, vi } from 'vitest';
import { applyEvents } from '../engine/apply.ts';
import { forgetRows, writeFacts } from '../engine/database.ts';
import { trim } from '../engine/trim.ts';
import { openTestDatabase } from '../testing/databases.ts';
import { logged } from '../testing/events.ts';
import { idOf } from '../testing/views.ts';
import { keepPicture, readPicture } from './message-pictures.ts';

vi.mock('#src/app/api.ts', () => ({ api: {} }));

/** A picture of so many bytes. Node's: that of jsdom cannot be stored. */
const pictureOf = (bytes: number) => new NodeBlob([Buffer.alloc(bytes)]) as unknown as Blob;

async function openWith(paths: readonly string[], conversationId = idOf(1)) {
  const db = openTestDatabase();
  for (const path of paths) await keepPicture(db, { path, conversationId, blob: pictureOf(3) });
  return db;
}

describe('pictures of messages', () => {
  it('are kept on the device, as long as they are small', async () => {
    const db = await openWith(['/api/files/one']);
    await keepPicture(db, { path: '/api/files/large', conversationId: idOf(1), blob: pictureOf(262_145) });
    expect((await readPicture(db, '/api/files/one'))?.size).toBe(3);
    expect(await readPicture(db, '/api/files/large')).toBeUndefined();
  });

  it('go with their conversation', async () => {
    const db = await openWith(['/api/files/one']);
    await keepPicture(db, { path: '/api/files/two', conversationId: idOf(2), blob: pictureOf(3) });
    const epoch = '00000000-0000-4000-8000-000000000001';
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
    await keepPicture(db, { path: '/api/files/one', conversationId: idOf(1), blob: pictureOf(3) });
    await trim(db, true);
    expect(await readPicture(db, '/api/files/one')).toBeUndefined();
  });
});
