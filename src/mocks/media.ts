import type { Db } from '#db/database.ts';
import {
  type MediaPort,
  PictureRejected,
  type PictureSize,
  type PictureWidth,
  pictureWidths,
  type Rendition,
} from '#server/ports.ts';
import { toHex } from './hex.ts';
import { withMockedTables } from './tables.ts';

const mostPixels = 25_000_000;

/** Pictures in the database, decoded and encoded again by the browser. Drawings (SVG) are no pictures to it. */
export function createMedia(db: Db): MediaPort {
  const tables = withMockedTables(db);

  async function isStored(path: string): Promise<boolean> {
    const found = await tables
      .selectFrom('mocked.pictures')
      .select('path')
      .where('path', '=', path)
      .limit(1)
      .executeTakeFirst();
    return found !== undefined;
  }

  async function renderTo(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<PictureSize> {
    const { renditions, ...size } = await render(bytes);
    await tables
      .insertInto('mocked.pictures')
      .values(renditions.map(({ width, body }) => ({ path, width, body })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return size;
  }

  async function readPicture(path: string, width: PictureWidth): Promise<Rendition | undefined> {
    const row = await tables
      .selectFrom('mocked.pictures')
      .select('body')
      .where('path', '=', path)
      .where('width', '=', width)
      .executeTakeFirst();
    return row && { body: new Uint8Array(row.body), type: 'image/webp' };
  }

  return {
    async countPixels(bytes, { isPrivate } = { isPrivate: false }) {
      if (!isPrivate && (await isStored(toHex(await crypto.subtle.digest('SHA-256', bytes))))) return 0;
      using bitmap = disposable(await decode(bytes));
      return pixelsOf(bitmap.picture);
    },
    async store(bytes) {
      const path = toHex(await crypto.subtle.digest('SHA-256', bytes));
      return { path, ...(await renderTo(path, bytes)) };
    },
    read: async (path, width) => (isUuid(path) ? undefined : readPicture(path, width)),
    async storeDocument(body) {
      const path = toHex(await crypto.subtle.digest('SHA-256', body));
      await tables
        .insertInto('mocked.documents')
        .values({ path, body })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return path;
    },
    async readDocument(path) {
      const row = await tables
        .selectFrom('mocked.documents')
        .select('body')
        .where('path', '=', path)
        .executeTakeFirst();
      return row && new Uint8Array(row.body);
    },
    storePrivatePicture: (id, bytes) => renderTo(id, bytes),
    readPrivatePicture: readPicture,
    async storePart(id, name, body) {
      await tables.insertInto('mocked.parts').values({ id, name, body }).execute();
    },
    async readPart(id, name) {
      const row = await tables
        .selectFrom('mocked.parts')
        .select('body')
        .where('id', '=', id)
        .where('name', '=', name)
        .executeTakeFirst();
      return row && new Uint8Array(row.body);
    },
    async deletePart(id, name) {
      await tables.deleteFrom('mocked.parts').where('id', '=', id).where('name', '=', name).execute();
    },
    async deletePrivate(id) {
      await tables.deleteFrom('mocked.pictures').where('path', '=', id).execute();
      await tables.deleteFrom('mocked.parts').where('id', '=', id).execute();
    },
  };
}

/** Private pictures lie among the others, below their UUID. */
const isUuid = (path: string) => path.includes('-');

async function render(bytes: Uint8Array<ArrayBuffer>) {
  using bitmap = disposable(await decode(bytes));
  pixelsOf(bitmap.picture);
  const renditions = await Promise.all(
    pictureWidths.map(async (target) => ({ width: target, body: await encode(bitmap.picture, target) })),
  );
  return { ...sizeIn(bitmap.picture, Math.max(...pictureWidths)), renditions };
}

/** Returns how many pixels a picture has. Throws where they are too many. */
function pixelsOf({ width, height }: ImageBitmap): number {
  if (width * height > mostPixels)
    throw new PictureRejected('This picture has more than 25 megapixels. Choose a smaller one.');
  return width * height;
}

async function decode(bytes: Uint8Array<ArrayBuffer>): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(new Blob([bytes]));
  } catch (error) {
    throw new PictureRejected(
      'This is not a picture that can be shown. Choose a JPEG, PNG, WebP, GIF or AVIF file.',
      { cause: error },
    );
  }
}

async function encode(picture: ImageBitmap, target: number): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = sizeIn(picture, target);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw pictures in a worker.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.82 });
  return new Uint8Array(await blob.arrayBuffer());
}

/** The size of a picture in a width; a smaller one is not enlarged. */
function sizeIn({ width, height }: ImageBitmap, target: number) {
  const scale = Math.min(1, target / width);
  return { width: Math.round(width * scale), height: Math.max(1, Math.round(height * scale)) };
}

const disposable = (picture: ImageBitmap) => ({ picture, [Symbol.dispose]: () => picture.close() });
