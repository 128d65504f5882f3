import type { Context } from '../context.ts';
import { badField } from '../errors.ts';
import { bytesOfDataUrl, isDataUrl } from '../media/data-url.ts';
import { type NewPicture, storeNewPictures } from '../media/store-pictures.ts';
import type { PostPicture } from './posts.queries.ts';
import { type PostEntry, pictureTooLarge, postLimits } from './posts.schema.ts';

type KnownPicture = Pick<PostPicture, 'path' | 'width' | 'height' | 'createdAt'>;

/**
 * Stores the new pictures of a post, and finds the others among those that the post has. Throws a 400 that names the
 * picture where one cannot be kept.
 */
export async function storePictures(
  ctx: Pick<Context, 'ports' | 'enclosing'>,
  creatorId: string,
  images: PostEntry['images'],
  known: readonly KnownPicture[],
): Promise<PostPicture[]> {
  const added = new Map<number, NewPicture>();
  const kept = new Map<number, KnownPicture>();
  for (const [index, { path }] of images.entries()) {
    const rejection = (message: string) => badField(`images.${index}.path`, message);
    const present = known.find((candidate) => candidate.path === path);
    if (isDataUrl(path)) added.set(index, { bytes: bytesOf(path, rejection), rejection });
    else if (present) kept.set(index, present);
    else throw rejection('This picture is not one of the post.');
  }
  const stored = await storeNewPictures(ctx, creatorId, [...added.values()]);
  const createdAt = ctx.ports.clock.now();
  for (const [position, index] of [...added.keys()].entries()) {
    const picture = stored[position];
    if (picture) kept.set(index, { ...picture, createdAt });
  }
  return images.flatMap(({ description }, index) => {
    const picture = kept.get(index);
    return picture ? [{ ...picture, description }] : [];
  });
}

function bytesOf(dataUrl: string, rejection: (message: string) => Error): Uint8Array<ArrayBuffer> {
  // What is not base64 holds no picture, and the store has the words for that.
  const bytes = bytesOfDataUrl(dataUrl) ?? new Uint8Array();
  if (bytes.length > postLimits.imageBytes) throw rejection(pictureTooLarge);
  return bytes;
}
