import type { Context } from '../context.ts';
import { limit } from '../limit.ts';
import { PictureRejected, type StoredPicture } from '../ports.ts';
import { BeforeTransaction } from '../write.ts';

/** A picture to store, and the error for one that cannot be. */
export interface NewPicture {
  bytes: Uint8Array<ArrayBuffer>;
  rejection(message: string): Error;
}

/**
 * Stores the new pictures of one save, in their order. What they cost is read from their headers and counted before
 * one of them is decoded: throws a 429 where it is more than the owner may have decoded in a minute. Decodes one
 * after the other, so that a save holds one decoded picture.
 */
export async function storeNewPictures(
  ctx: Pick<Context, 'ports' | 'enclosing'>,
  ownerId: string,
  pictures: readonly NewPicture[],
): Promise<StoredPicture[]> {
  const { media } = ctx.ports;
  let megapixels = 0;
  for (const { bytes, rejection } of pictures)
    megapixels += Math.ceil((await media.countPixels(bytes).catch(orReject(rejection))) / 1_000_000);
  const store = async () => {
    if (megapixels > 0) await limit(ctx, 'megapixels', ownerId, megapixels);
    const stored: StoredPicture[] = [];
    for (const { bytes, rejection } of pictures)
      stored.push(await media.store(bytes, ownerId).catch(orReject(rejection)));
    return stored;
  };
  // Decoding waits for others, and a transaction keeps a connection from them meanwhile.
  if (ctx.enclosing && megapixels > 0) throw new BeforeTransaction(store);
  return store();
}

/** Turns the store's rejection into the client's error. */
const orReject = (rejection: (message: string) => Error) => (error: unknown) => {
  throw error instanceof PictureRejected ? rejection(error.message) : error;
};
