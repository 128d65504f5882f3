import { bearerToken } from '#src/app/bearer-token.ts';
import { reachability } from '#src/lib/reachability.ts';
import { changeReplica } from '../engine/quota.ts';
import type { LocalDatabase } from '../engine/types.ts';
import { type PictureRow, pictureLimits, pictureRows, trimPictures } from './picture-rows.ts';

/** How often a picture is tried to be fetched before somebody looks at it, and for how long at most. */
const mostTries = 3;
const timeoutMs = 30_000;

/** Fetches a picture before it is shown. One that always fails is left to be fetched when it is. */
export async function fetchAhead(
  db: LocalDatabase,
  { path, conversationId, isWanted }: PictureRow,
): Promise<void> {
  try {
    await fetchPicture(db, { path, conversationId }, addressOf(path));
  } catch (error) {
    // Without a network it is not the picture that fails.
    if (reachability.isReachable())
      await pictureRows.in(db).update(path, { isWanted: isWanted < mostTries ? isWanted + 1 : 0 });
    throw error;
  }
}

/** Returns where a picture is in the size that this screen shows. */
const addressOf = (path: string) => `${path}?width=${devicePixelRatio > 1 ? 800 : 400}`;

/** Returns a picture that is kept on this device; undefined where it is not. */
export async function readPicture(db: LocalDatabase, path: string): Promise<Blob | undefined> {
  return (await pictureRows.in(db).get(path))?.blob;
}

/**
 * Fetches a picture, from where the browser has it if it has been shown, and keeps it on this device, unless its
 * conversation is deleted meanwhile.
 * @param address where it is, in the size that is to be kept
 */
export async function fetchPicture(
  db: LocalDatabase,
  { path, conversationId }: Pick<PictureRow, 'path' | 'conversationId'>,
  address: string,
): Promise<void> {
  await expectPicture(db, { path, conversationId });
  const response = await fetch(address, {
    cache: 'force-cache',
    headers: bearerToken.headers(),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.ok) await keepPicture(db, { path, blob: await response.blob() });
  // Gone with its conversation.
  else if (response.status === 404) await pictureRows.in(db).delete(path);
  else throw new Error('A picture cannot be fetched just now.');
}

/** Notes that a picture is being fetched. The note goes with its conversation. */
export async function expectPicture(
  db: LocalDatabase,
  { path, conversationId }: Pick<PictureRow, 'path' | 'conversationId'>,
): Promise<void> {
  await changeReplica(db, [pictureRows.in(db)], async () => {
    const row = await pictureRows.in(db).get(path);
    if (!row)
      await pictureRows.in(db).add({ path, conversationId, keptAt: new Date(), isWanted: 0, revision: 0 });
  });
}

/**
 * Keeps a picture on this device that was expected and still is, in place of the oldest one where there are many. One
 * that is too large is not kept.
 */
export async function keepPicture(
  db: LocalDatabase,
  { path, blob }: { path: string; blob: Blob },
): Promise<void> {
  await changeReplica(db, [pictureRows.in(db)], async () => {
    const row = await pictureRows.in(db).get(path);
    if (!row) return;
    const kept = { ...row, keptAt: new Date(), isWanted: 0 };
    await pictureRows.in(db).put(blob.size > pictureLimits.bytes ? kept : { ...kept, blob });
    await trimPictures(db, pictureLimits.pictures);
  });
}
