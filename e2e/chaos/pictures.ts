import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { sweepFiles } from '#server/files/sweep-files.ts';
import { createMedia } from '#server/node/ports/media.ts';
import { createPictureStorage, type PictureStorage } from '#server/node/ports/picture-storage.ts';
import type { Leftover, PictureRecord, Records } from './evidence.ts';
import type { Person } from './people.ts';
import type { Servers } from './servers.ts';

/** Who sends pictures: what each write had, by its operation. */
interface PictureSender {
  label: string;
  person: Person;
  pictures: ReadonlyMap<string, Promise<string>>;
}

/** The width in which pictures are also read over HTTP. */
const servedWidth = 400;

/** Draws a picture that nobody has sent before. */
export async function drawPicture(): Promise<string> {
  const [width, height, channels] = [48, 32, 3] as const;
  const pixels = randomBytes(width * height * channels);
  const png = await sharp(pixels, { raw: { width, height, channels } }).png().toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

/** Reads every picture that was acknowledged with a post or a message: as it is stored, and as it is served. */
export async function readPictures(
  { origin, media }: Servers,
  senders: readonly PictureSender[],
  records: Pick<Records, 'operations'>,
): Promise<PictureRecord[]> {
  const stored = createPictureStorage({ kind: 'folder', folder: media.folder });
  const responses = new Map(records.operations.map(({ opId, response }) => [opId, response]));
  const found: PictureRecord[] = [];
  for (const { label, person, pictures } of senders)
    for (const [opId, dataUrl] of pictures) {
      const response = responses.get(opId);
      if (response === undefined) continue;
      const bytes = new Uint8Array(Buffer.from((await dataUrl).replace(/^.*,/, ''), 'base64'));
      const { expected, address } = await expect(bytes, response);
      const what = `the picture that ${label} sent as ${opId}`;
      for (const [key, body] of expected)
        found.push({ what: `${what} (${key})`, is: hash(body), found: hash(await stored.get(key)) });
      const served = await fetch(`${origin}${address}`, {
        headers: { authorization: `Bearer ${person.token}`, 'x-forwarded-for': person.address },
      });
      const body = new Uint8Array(await served.arrayBuffer());
      found.push({
        what: `${what} (${address})`,
        is: hash([...expected].find(([key]) => key.endsWith(`${servedWidth}.webp`))?.[1]),
        found: served.ok ? hash(body) : `status ${served.status}`,
      });
    }
  return found;
}

/** What the store should have of a picture, by key, and where it is served. */
async function expect(bytes: Uint8Array<ArrayBuffer>, response: string) {
  const expected = new Map<string, Uint8Array<ArrayBuffer>>();
  const media = createMedia(inMemory(expected));
  const { images, message } = JSON.parse(response) as {
    images?: { path: string }[];
    message?: { images: { path: string }[] };
  };
  const [image] = images ?? message?.images ?? [];
  const id = image?.path.split('/').at(-1) ?? '';
  if (message) await media.storePrivatePicture(id, bytes, 'chaos');
  else await media.store(bytes, 'chaos');
  const address = message ? `${image?.path}?width=${servedWidth}` : `/media/${image?.path}/${servedWidth}`;
  return { expected, address };
}

const inMemory = (files: Map<string, Uint8Array<ArrayBuffer>>): PictureStorage => ({
  put: async (key, body) => void files.set(key, new Uint8Array(body)),
  get: async (key) => files.get(key),
  delete: async (key) => void files.delete(key),
  deleteFolder: async () => {},
});

const hash = (body: Uint8Array | undefined) =>
  body ? createHash('sha256').update(body).digest('hex') : 'nothing';

/** Milliseconds for which a server may go on with what nobody waits for any more. */
const longestWork = 60_000;

/**
 * Sweeps as the product does, a day later, and returns what the store still has of messages that no row names. What is
 * decoded meanwhile, by a server whose client has given up, deletes itself.
 * @param waits whether what is decoded now is waited for
 */
export async function findLeftovers({ db, media }: Servers, waits: boolean): Promise<Leftover[]> {
  const clock = { now: () => new Date(Date.now() + 25 * 60 * 60 * 1000), shared: async () => new Date() };
  await sweepFiles({ db, ports: { media: createMedia(createPictureStorage(media.settings)), clock } });
  for (const end = Date.now() + (waits ? longestWork : 0); ; await sleep(2_000)) {
    const leftovers = await listLeftovers({ db, media });
    if (leftovers.length === 0 || Date.now() >= end) return leftovers;
  }
}

async function listLeftovers({ db, media }: Pick<Servers, 'db' | 'media'>): Promise<Leftover[]> {
  const folder = createPictureStorage({ kind: 'folder', folder: media.folder });
  const keys: string[] = [];
  for await (const key of folder.keys?.() ?? []) keys.push(key);
  // Rows come before files, so that each file that was found has one unless it is left over.
  const rows = await db.selectFrom('files').select('id').where('message_id', 'is not', null).execute();
  const named = new Set(rows.map(({ id }) => id));
  return keys.flatMap((key) => {
    const id = /^private\/..\/([^/]+)\//.exec(key)?.[1];
    return id === undefined || named.has(id) ? [] : [{ key, storedAt: timeOf(id) }];
  });
}

/** The time in a UUID of version 7, in milliseconds since 1970. */
const timeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
