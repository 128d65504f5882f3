import { defineCollection } from '../engine/collection.ts';
import { changeReplica } from '../engine/quota.ts';
import { defineStore } from '../engine/store.ts';
import type { Dated, LocalDatabase } from '../engine/types.ts';

/** A picture of a message in the size that conversations show. */
interface PictureRow extends Dated {
  /** Where it is on the server. */
  path: string;
  conversationId: string;
  keptAt: Date;
  blob: Blob;
}

const pictureRows = defineStore<PictureRow>('messagePictures', 'path, conversationId, keptAt', 5);

/** How many pictures are kept, and how many bytes one may have: 100 MB at most, and 30 MB of usual ones. */
const limits = { pictures: 400, bytes: 262_144 };

/** Pictures of messages that were on the screen, so that they can be seen without a network. */
export const messagePictures = defineCollection({
  stores: [pictureRows],
  events: {
    'conversation-removed': ({ payload: { conversationId } }) => [
      {
        cleans: [pictureRows.name],
        clean: (db) => pictureRows.in(db).where('conversationId').equals(conversationId).delete(),
      },
    ],
  },
  trim: (db, isFull) => trimPictures(db, isFull ? 0 : limits.pictures),
});

/** Returns a picture that is kept on this device; undefined where it is not. */
export async function readPicture(db: LocalDatabase, path: string): Promise<Blob | undefined> {
  return (await pictureRows.in(db).get(path))?.blob;
}

/** Keeps a picture on this device, in place of the oldest one where there are many. One that is too large is not kept. */
export async function keepPicture(
  db: LocalDatabase,
  { path, conversationId, blob }: Pick<PictureRow, 'path' | 'conversationId' | 'blob'>,
): Promise<void> {
  if (blob.size > limits.bytes) return;
  await changeReplica(db, [pictureRows.in(db)], async () => {
    await pictureRows.in(db).put({ path, conversationId, blob, keptAt: new Date(), revision: 0 });
    await trimPictures(db, limits.pictures);
  });
}

async function trimPictures(db: LocalDatabase, most: number): Promise<void> {
  const table = pictureRows.in(db);
  const extra = await table.orderBy('keptAt').reverse().offset(most).primaryKeys();
  if (extra.length > 0) await table.bulkDelete(extra);
}
