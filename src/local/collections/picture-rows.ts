import { defineStore } from '../engine/store.ts';
import type { Dated, LocalDatabase } from '../engine/types.ts';

/** A picture of a message in the size that conversations show. */
export interface PictureRow extends Dated {
  /** Where it is on the server. */
  path: string;
  conversationId: string;
  keptAt: Date;
  /** Missing until it was fetched. */
  blob?: Blob;
  /** Whether it is still to be fetched: 0 if not, otherwise one more than how often that has failed. */
  isWanted: number;
}

export const pictureRows = defineStore<PictureRow>(
  'messagePictures',
  'path, conversationId, keptAt, isWanted',
  6,
);

/** How many pictures are kept, and how many bytes one may have: 100 MB at most, and 30 MB of usual ones. */
export const pictureLimits = { pictures: 400, bytes: 262_144 };

/** Deletes the oldest pictures where there are more than `most`. */
export async function trimPictures(db: LocalDatabase, most: number): Promise<void> {
  const table = pictureRows.in(db);
  const extra = await table.orderBy('keptAt').reverse().offset(most).primaryKeys();
  if (extra.length > 0) await table.bulkDelete(extra);
}
