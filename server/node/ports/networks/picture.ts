import sharp from 'sharp';
import type { NetworkPicture } from '#server/social-media/networks.ts';

/** Returns the picture as JPEG where it is WebP, which Facebook and LinkedIn do not take. */
export async function withoutWebP(picture: NetworkPicture): Promise<NetworkPicture> {
  if (picture.type !== 'image/webp') return picture;
  const bytes = await sharp(picture.bytes).flatten({ background: '#fff' }).jpeg({ quality: 85 }).toBuffer();
  return { ...picture, bytes: new Uint8Array(bytes), type: 'image/jpeg' };
}
