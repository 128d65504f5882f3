import type { Context } from '../context.ts';
import { badField } from '../errors.ts';
import { bytesOfDataUrl, isDataUrl } from '../media/data-url.ts';
import { PictureRefused, type StoredPicture } from '../ports.ts';
import type { PostPicture } from './posts.queries.ts';
import { type PostEntry, pictureTooLarge, postLimits } from './posts.schema.ts';

type KnownPicture = Pick<PostPicture, 'path' | 'width' | 'height' | 'createdAt'>;

/**
 * Puts the new pictures of a post into the media store, and finds the others among those that the post has. One
 * after the other, so that one save holds one decoded picture. A picture that cannot be kept is a 400 that names it.
 */
export async function storePictures(
  ctx: Pick<Context, 'ports'>,
  images: PostEntry['images'],
  known: readonly KnownPicture[],
): Promise<PostPicture[]> {
  const createdAt = ctx.ports.clock.now();
  const pictures: PostPicture[] = [];
  for (const [index, { path, description }] of images.entries()) {
    const refuse = (message: string) => badField(`images.${index}.path`, message);
    const picture = isDataUrl(path)
      ? { ...(await store(ctx, path, refuse)), createdAt }
      : known.find((candidate) => candidate.path === path);
    if (!picture) throw refuse('This picture is not one of the post.');
    pictures.push({ ...picture, description });
  }
  return pictures;
}

async function store(
  ctx: Pick<Context, 'ports'>,
  dataUrl: string,
  refuse: (message: string) => Error,
): Promise<StoredPicture> {
  // What is not base64 holds no picture, and the store has the words for that.
  const bytes = bytesOfDataUrl(dataUrl) ?? new Uint8Array();
  if (bytes.length > postLimits.imageBytes) throw refuse(pictureTooLarge);
  try {
    return await ctx.ports.media.store(bytes);
  } catch (error) {
    if (error instanceof PictureRefused) throw refuse(error.message);
    throw error;
  }
}
