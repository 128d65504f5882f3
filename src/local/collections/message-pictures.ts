import { bearerToken } from '#src/app/bearer-token.ts';
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
  /** Missing until it was fetched. */
  blob?: Blob;
  /** Whether it is still to be fetched. */
  isWanted: 0 | 1;
}

const pictureRows = defineStore<PictureRow>('messagePictures', 'path, conversationId, keptAt, isWanted', 6);

/** How many pictures are kept, and how many bytes one may have: 100 MB at most, and 30 MB of usual ones. */
const limits = { pictures: 400, bytes: 262_144 };

/** Pictures of messages that have arrived or were on the screen, so that they can be seen without a network. */
export const messagePictures = defineCollection({
  stores: [pictureRows],
  events: {
    'message-added': ({ payload: { conversation } }) => {
      const message = conversation.lastMessageEntity?.message;
      return (message?.images ?? []).map(({ path }) =>
        pictureRows.update(
          path,
          (row) =>
            row ?? {
              path,
              conversationId: conversation._id,
              keptAt: new Date(message?.createdAt ?? 0),
              isWanted: 1,
            },
        ),
      );
    },
    'conversation-removed': ({ payload: { conversationId } }) => [
      {
        cleans: [pictureRows.name],
        clean: (db) => pictureRows.in(db).where('conversationId').equals(conversationId).delete(),
      },
    ],
  },
  readAhead: async (db) => {
    const next = await pictureRows.in(db).where('isWanted').equals(1).first();
    return next && (() => fetchPicture(db, next, addressOf(next.path)));
  },
  trim: (db, isFull) => trimPictures(db, isFull ? 0 : limits.pictures),
});

/** Returns where a picture is in the size that this screen shows. */
const addressOf = (path: string) => `${path}?width=${devicePixelRatio > 1 ? 800 : 400}`;

/** Returns a picture that is kept on this device; undefined where it is not. */
export async function readPicture(db: LocalDatabase, path: string): Promise<Blob | undefined> {
  return (await pictureRows.in(db).get(path))?.blob;
}

/**
 * Fetches a picture, from where the browser has it if it has been shown, and keeps it on this device.
 * @param address where it is, in the size that is to be kept
 */
export async function fetchPicture(
  db: LocalDatabase,
  { path, conversationId }: Pick<PictureRow, 'path' | 'conversationId'>,
  address: string,
): Promise<void> {
  const response = await fetch(address, { cache: 'force-cache', headers: bearerToken.headers() });
  if (response.ok) await keepPicture(db, { path, conversationId, blob: await response.blob() });
  // Gone with its conversation.
  else if (response.status === 404) await pictureRows.in(db).delete(path);
  else throw new Error('A picture cannot be fetched just now.');
}

/** Keeps a picture on this device, in place of the oldest one where there are many. One that is too large is not kept. */
export async function keepPicture(
  db: LocalDatabase,
  { path, conversationId, blob }: { path: string; conversationId: string; blob: Blob },
): Promise<void> {
  const kept = { path, conversationId, keptAt: new Date(), isWanted: 0 as const, revision: 0 };
  await changeReplica(db, [pictureRows.in(db)], async () => {
    await pictureRows.in(db).put(blob.size > limits.bytes ? kept : { ...kept, blob });
    await trimPictures(db, limits.pictures);
  });
}

async function trimPictures(db: LocalDatabase, most: number): Promise<void> {
  const table = pictureRows.in(db);
  const extra = await table.orderBy('keptAt').reverse().offset(most).primaryKeys();
  if (extra.length > 0) await table.bulkDelete(extra);
}
