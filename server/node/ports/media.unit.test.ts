import { describe, expect, it } from 'vitest';
import { PictureRejected } from '#server/ports.ts';
import { largePng } from '#server/testing/large-png.ts';
import { createMedia } from './media.ts';

/** A store in memory that counts what is put there, and that can be full. */
function createStorage() {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const storage = {
    files,
    puts: 0,
    /** How many more files there is room for. */
    room: Number.POSITIVE_INFINITY,
    async put(key: string, body: Uint8Array) {
      storage.puts++;
      if (storage.room-- <= 0) throw Object.assign(new Error('write failed'), { code: 'ENOSPC' });
      files.set(key, new Uint8Array(body));
    },
    get: async (key: string) => files.get(key),
    delete: async (key: string) => void files.delete(key),
    async deleteFolder(folder: string) {
      for (const key of files.keys()) if (key.startsWith(`${folder}/`)) files.delete(key);
    },
  };
  return storage;
}

/** How many files a picture is stored as. */
const renditions = 4;

describe('the media store', () => {
  it('keeps a private picture that another process has stored where storing it again fails', async () => {
    const storage = createStorage();
    const id = '0193a2b0-0000-7000-8000-000000000001';
    await createMedia(storage).storePrivatePicture(id, largePng('twice', 50, 50), 'alice');
    const stored = [...storage.files.keys()];
    storage.room = 1;
    const again = createMedia(storage).storePrivatePicture(id, largePng('twice', 50, 50), 'alice');
    await expect(again).rejects.toThrow('write failed');
    expect([...storage.files.keys()]).toEqual(stored);
  });

  it('keeps a picture that another process stores while storing it fails here', async () => {
    const storage = createStorage();
    const picture = largePng('twice', 50, 50);
    const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = createMedia({
      ...storage,
      async put() {
        reached.resolve();
        await held.promise;
        throw new Error('connection lost');
      },
    });
    const failing = slow.store(picture, 'alice');
    await reached.promise;
    await createMedia(storage).store(picture, 'alice');
    held.resolve();
    await expect(failing).rejects.toThrow('connection lost');
    expect(storage.files.size).toBe(renditions);
  });

  it("stores alice's one picture among mallory's first of a hundred", async () => {
    const media = createMedia(createStorage());
    let done = 0;
    const hundred = Array.from({ length: 100 }, async (_, index) => {
      await media.store(largePng(`mallory ${index}`, 50, 50), 'mallory');
      done++;
    });
    await Promise.race(hundred);
    await media.store(largePng('alice', 50, 50), 'alice');
    expect(done).toBeLessThan(20);
    await Promise.all(hundred);
    expect(done).toBe(100);
  });

  it('decodes identical bytes once, whoever sends them, at the same time or later', async () => {
    const storage = createStorage();
    const media = createMedia(storage);
    const send = (owner: string) => media.store(largePng('same', 100, 100), owner);
    const [first, ...others] = await Promise.all(
      Array.from({ length: 50 }, (_, index) => send(`guest ${index}`)),
    );
    expect(new Set([...others, await send('bob')])).toEqual(new Set([first]));
    expect(storage.puts).toBe(renditions);

    const afterRestart = createMedia(storage);
    expect(await afterRestart.countPixels(largePng('same', 100, 100))).toBe(0);
    expect(await afterRestart.store(largePng('same', 100, 100), 'carol')).toEqual(first);
    expect(storage.puts).toBe(renditions);
  });

  it('remembers what it rejected', async () => {
    const media = createMedia(createStorage());
    const broken = largePng('broken', 1000, 1000).slice(0, 150);
    expect(await media.countPixels(broken)).toBe(1_000_000);
    await expect(media.store(broken, 'alice')).rejects.toBeInstanceOf(PictureRejected);
    await expect(media.countPixels(broken)).rejects.toBeInstanceOf(PictureRejected);
  });

  it('counts pixels by the header alone', async () => {
    const media = createMedia(createStorage());
    expect(await media.countPixels(largePng('most').slice(0, 100))).toBe(25_000_000);
    await expect(media.countPixels(largePng('more', 5000, 5001).slice(0, 100))).rejects.toThrow(
      'This picture has more than 25 megapixels. Choose a smaller one.',
    );
  });

  it.each([0, 1, 3])('stores all of a picture once there is space again after %i files', async (room) => {
    const storage = createStorage();
    const media = createMedia(storage);
    const picture = largePng('unlucky', 100, 100);
    storage.room = room;
    await expect(media.store(picture, 'alice')).rejects.toMatchObject({ code: 'ENOSPC' });
    storage.room = Number.POSITIVE_INFINITY;
    expect(await media.countPixels(picture)).toBe(10_000);
    expect(await media.store(picture, 'alice')).toMatchObject({ width: 100, height: 100 });
    expect(storage.files.size).toBe(renditions);
  });
});
