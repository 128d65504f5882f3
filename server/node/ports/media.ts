import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';
import { type MediaPort, PictureRefused, type PictureWidth, pictureWidths } from '#server/ports.ts';
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
const inTurn = pLimit(availableParallelism());

const mostPixels = 25_000_000;

/** The most pixels that WebP allows in either direction. */
const webpLimit = 16_383;

const complaint = {
  unknown: 'This is not a picture that can be shown. Choose a JPEG, PNG, WebP, GIF or AVIF file.',
  large: 'This picture has more than 25 megapixels. Choose a smaller one.',
};

/**
 * Pictures under the SHA-256 of the bytes that came in: the same file twice is stored once. What is kept are WebP
 * pictures made from its pixels, upright and without metadata, one for each width. Documents lie beside them.
 */
export function createMedia(storage: PictureStorage): MediaPort {
  return {
    async store(bytes) {
      const { width, height, renditions } = await inTurn(() => render(bytes));
      const path = createHash('sha256').update(bytes).digest('hex');
      await Promise.all(
        renditions.map((rendition) => storage.put(keyOf(path, rendition.width), rendition.body)),
      );
      return { path, width, height };
    },
    async read(path, width) {
      const body = isPath(path) ? await storage.get(keyOf(path, width)) : undefined;
      return body && { body, type: 'image/webp' };
    },
    async storeDocument(bytes) {
      const path = createHash('sha256').update(bytes).digest('hex');
      await storage.put(documentKey(path), bytes);
      return path;
    },
    readDocument: async (path) => (isPath(path) ? storage.get(documentKey(path)) : undefined),
  };
}

const isPath = (path: string) => /^[0-9a-f]{64}$/.test(path);

/** Two hundred and fifty-six folders, so that none holds everything. */
const nameOf = (path: string) => `${path.slice(0, 2)}/${path.slice(2)}`;
const keyOf = (path: string, width: PictureWidth) => `${nameOf(path)}-${width}.webp`;
const documentKey = (path: string) => `${nameOf(path)}.document`;

async function render(bytes: Uint8Array) {
  try {
    const claimed = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (claimed.width * claimed.height > mostPixels) throw new PictureRefused(complaint.large);
    // The limit also holds for what a header does not admit.
    const original = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' });
    const { data, info } = await fitted(
      original.autoOrient().toColourspace('srgb'),
      Math.max(...pictureWidths),
    )
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const renditions = await Promise.all(
      pictureWidths.map(async (target) => {
        const pixels = sharp(data, { raw: { width, height, channels } });
        return { width: target, body: await fitted(pixels, target).webp({ quality: 82 }).toBuffer() };
      }),
    );
    return { width, height, renditions };
  } catch (error) {
    if (error instanceof PictureRefused) throw error;
    throw new PictureRefused(complaint.unknown, { cause: error });
  }
}

const fitted = (picture: Sharp, width: number) =>
  picture.resize({ width, height: webpLimit, fit: 'inside', withoutEnlargement: true });
