import { availableParallelism } from 'node:os';
import sharp, { type Sharp } from 'sharp';
import { createFairQueue } from '#server/fair-queue.ts';
import {
  type MediaAddresses,
  type MediaPort,
  PictureRejected,
  type PictureSize,
  type PictureWidth,
  pictureWidths,
  type StoredPicture,
} from '#server/ports.ts';
import type { PictureStorage } from './picture-storage.ts';

// Only these are ever decoded in this process: drawings (SVG, PDF) and exotic formats are no pictures to it.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadHeif',
  ],
});
// A decode keeps to one core; there are as many at a time as cores.
sharp.concurrency(1);
const inTurn = createFairQueue(availableParallelism());

const mostPixels = 25_000_000;

/** The most pixels that WebP allows in either direction. */
const webpLimit = 16_383;

/** How many outcomes of decoding a process remembers. */
const mostOutcomes = 1000;

const rejectionMessages = {
  unknown: 'This is not a picture that can be shown. Choose a JPEG, PNG, WebP, GIF or AVIF file.',
  large: 'This picture has more than 25 megapixels. Choose a smaller one.',
};

/**
 * Pictures under the SHA-256 of the bytes that came in: identical bytes are decoded once, also when they come at the
 * same time. What is kept are WebP pictures made from the pixels, upright and without metadata, one for each width.
 * Documents lie beside them. Private pictures and files have a folder each, below `private`.
 */
export function createMedia(storage: PictureStorage): MediaPort {
  const outcomes = createOutcomes();
  const pending = new Map<string, Promise<StoredPicture>>();

  /** Returns the picture where it is stored already. Throws where it was rejected before. */
  async function findStored(path: string): Promise<StoredPicture | undefined> {
    const outcome = outcomes.get(path);
    if (outcome instanceof PictureRejected) throw outcome;
    if (outcome) return outcome;
    // Written last: where it is, the others are.
    const largest = await storage.get(keyOf(path, largestWidth));
    if (!largest) return undefined;
    const { width, height } = await sharp(largest).metadata();
    return outcomes.add(path, { path, width, height });
  }

  async function decode(path: string, bytes: Uint8Array, owner: string): Promise<StoredPicture> {
    try {
      // Where one cannot be stored, the others stay: another process may have stored the same, for a post that names it.
      const size = await renderTo((width) => keyOf(path, width), bytes, owner);
      return outcomes.add(path, { path, ...size });
    } catch (error) {
      if (error instanceof PictureRejected) outcomes.add(path, error);
      throw error;
    }
  }

  /** Decodes a picture and stores all its renditions, the largest last. */
  async function renderTo(
    keyFor: (width: PictureWidth) => string,
    bytes: Uint8Array,
    owner: string,
  ): Promise<PictureSize> {
    const { renditions, ...size } = await inTurn(owner, () => render(bytes));
    const [largest, ...others] = renditions.toSorted((a, b) => b.width - a.width);
    await Promise.all(others.map(({ width, body }) => storage.put(keyFor(width), body)));
    if (largest) await storage.put(keyFor(largest.width), largest.body);
    return size;
  }

  return {
    async countPixels(bytes, { isPrivate } = { isPrivate: false }) {
      if (!isPrivate && (await findStored(await sha256(bytes)))) return 0;
      const { width, height } = await readHeader(bytes);
      return width * height;
    },
    async store(bytes, owner) {
      const path = await sha256(bytes);
      const stored = await findStored(path);
      if (stored) return stored;
      const picture = pending.get(path) ?? decode(path, bytes, owner).finally(() => pending.delete(path));
      pending.set(path, picture);
      return picture;
    },
    async read(path, width) {
      const body = isPath(path) ? await storage.get(keyOf(path, width)) : undefined;
      return body && { body, type: 'image/webp' };
    },
    async storeDocument(bytes) {
      const path = await sha256(bytes);
      await storage.put(documentKey(path), bytes);
      return path;
    },
    readDocument: async (path) => (isPath(path) ? storage.get(documentKey(path)) : undefined),
    // Where one cannot be stored, the others stay: another process may have stored the same, and all go with the row.
    storePrivatePicture: (id, bytes, owner) =>
      renderTo((width) => `${privateFolder(id)}/${width}.webp`, bytes, owner),
    async readPrivatePicture(id, width) {
      const body = await storage.get(`${privateFolder(id)}/${width}.webp`);
      return body && { body, type: 'image/webp' };
    },
    storePart: (id, name, bytes) => storage.put(partKey(id, name), bytes),
    readPart: (id, name) => storage.get(partKey(id, name)),
    deletePart: (id, name) => storage.delete(partKey(id, name)),
    deletePrivate: (id) => storage.deleteFolder(privateFolder(id)),
    addresses: storage.sign && addressesIn(storage.sign),
  };
}

/** Seconds for which addresses stay the same. */
const stableFor = { publicPicture: 24 * 60 * 60, privateFile: 5 * 60 };

function addressesIn(sign: NonNullable<PictureStorage['sign']>): MediaAddresses {
  const shown = { type: 'image/webp', disposition: 'inline' };
  // They are asked for again with each use, and the store says whether they have changed.
  const guarded = { cacheControl: 'private, no-cache', stableFor: stableFor.privateFile };
  return {
    async picture(path, width) {
      if (!isPath(path)) throw new Error('A public picture has a SHA-256.');
      return sign(keyOf(path, width), {
        ...shown,
        cacheControl: 'public, max-age=31536000, immutable',
        stableFor: stableFor.publicPicture,
      });
    },
    privatePicture: async (id, width, isRead) =>
      sign(`${privateFolder(id)}/${width}.webp`, { ...shown, ...guarded, longerBy: isRead ? 1 : 0 }),
    part: async (id, name, as) => sign(partKey(id, name), { ...as, ...guarded }),
  };
}

/** The newest outcomes of decoding by path: pictures that are stored, and rejections. */
function createOutcomes() {
  const known = new Map<string, StoredPicture | PictureRejected>();
  return {
    get: (path: string) => known.get(path),
    add<T extends StoredPicture | PictureRejected>(path: string, outcome: T): T {
      known.delete(path);
      known.set(path, outcome);
      const [oldest] = known.keys();
      if (known.size > mostOutcomes && oldest !== undefined) known.delete(oldest);
      return outcome;
    },
  };
}

/** Off the main thread: a picture may have 10 MB. */
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

interface SizedRendition {
  width: PictureWidth;
  body: Uint8Array;
}

const largestWidth: PictureWidth = 1600;

const isPath = (path: string) => /^[0-9a-f]{64}$/.test(path);

/** Two hundred and fifty-six folders, so that none holds everything. */
const nameOf = (path: string) => `${path.slice(0, 2)}/${path.slice(2)}`;
const keyOf = (path: string, width: PictureWidth) => `${nameOf(path)}-${width}.webp`;
const documentKey = (path: string) => `${nameOf(path)}.document`;

/** Returns the folder of a private picture or file. Its last characters are the random ones. */
function privateFolder(id: string): string {
  if (!isUuid(id)) throw new Error('A private file has a UUID.');
  return `private/${id.slice(-2)}/${id}`;
}

function partKey(id: string, name: string): string {
  if (!isUuid(name)) throw new Error('A part of a file has a UUID.');
  return `${privateFolder(id)}/${name}.part-of-file`;
}

const isUuid = (id: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

/** Returns the size that the header states. Throws where it states none or too much. */
async function readHeader(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  const { width, height } = await rejectOnFailure(() => sharp(bytes, { limitInputPixels: false }).metadata());
  if (width * height > mostPixels) throw new PictureRejected(rejectionMessages.large);
  return { width, height };
}

async function rejectOnFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new PictureRejected(rejectionMessages.unknown, { cause: error });
  }
}

async function render(bytes: Uint8Array) {
  await readHeader(bytes);
  return rejectOnFailure(async () => {
    // The limit also holds for what a header does not admit.
    const original = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' });
    const { data, info } = await fitted(original.autoOrient().toColourspace('srgb'), largestWidth)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const renditions = await Promise.all(
      pictureWidths.map(async (target): Promise<SizedRendition> => {
        const pixels = sharp(data, { raw: { width, height, channels } });
        return { width: target, body: await fitted(pixels, target).webp({ quality: 82 }).toBuffer() };
      }),
    );
    return { width, height, renditions };
  });
}

const fitted = (picture: Sharp, width: number) =>
  picture.resize({ width, height: webpLimit, fit: 'inside', withoutEnlargement: true });
