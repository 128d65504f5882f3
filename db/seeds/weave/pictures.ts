import type { DemoOrganization, DemoPost } from '../community/content.ts';
import { organizations } from '../community/organizations.ts';
import { people } from '../community/people.ts';
import { drawEmblem, drawPortrait, drawScene } from '../pictures.ts';

/** A picture in the media store: its key, and its size in pixels. */
export interface StoredPicture {
  path: string;
  width: number;
  height: number;
}

/** Keeps the bytes of a PNG and answers where. */
export type StorePicture = (bytes: Uint8Array<ArrayBuffer>) => Promise<StoredPicture>;

/** Names a picture of a post. */
export const postPictureKey = (organization: DemoOrganization, post: DemoPost, position: number): string =>
  `${organization.handle}: ${post.title} (${position})`;

/**
 * Draws and stores every picture of the demo community: portraits and emblems by handle, pictures of posts by
 * `postPictureKey`. One after the other, so that little memory is needed.
 */
export async function drawPictures(store: StorePicture): Promise<Map<string, StoredPicture>> {
  const pictures = new Map<string, StoredPicture>();
  for (const { handle, portrait } of people)
    if (portrait) pictures.set(handle, await store(await drawPortrait(portrait)));
  for (const organization of organizations) {
    pictures.set(organization.handle, await store(await drawEmblem(organization.emblem)));
    for (const post of organization.posts)
      for (const [position, { scene, mood }] of (post.pictures ?? []).entries()) {
        const key = postPictureKey(organization, post, position);
        pictures.set(key, await store(await drawScene({ scene, mood, seed: key })));
      }
  }
  return pictures;
}
