import type { Context } from '../context.ts';
import { badField } from '../errors.ts';
import { bytesOfDataUrl } from '../media/data-url.ts';
import { PictureRefused, type StoredPicture } from '../ports.ts';
import type { PostPicture } from './posts.queries.ts';
import type { PostEntry } from './posts.schema.ts';

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
  const now = ctx.ports.clock.now();
  const pictures: PostPicture[] = [];
  for (const [index, { path, description }] of images.entries()) {
    const bytes = bytesOfDataUrl(path);
    const picture = bytes
      ? { ...(await store(ctx, bytes, index)), createdAt: now }
      : known.find((candidate) => candidate.path === path);
    if (!picture) throw badField(`images.${index}`, 'This picture is not one of the post.');
    pictures.push({ ...picture, description });
  }
  return pictures;
}

async function store(
  ctx: Pick<Context, 'ports'>,
  bytes: Uint8Array<ArrayBuffer>,
  index: number,
): Promise<StoredPicture> {
  try {
    return await ctx.ports.media.store(bytes);
  } catch (error) {
    if (error instanceof PictureRefused) throw badField(`images.${index}`, error.message);
    throw error;
  }
}
