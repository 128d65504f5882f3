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

/** Each picture of the community: its key, and how to draw it. */
function* drawings(): Generator<[key: string, draw: () => Promise<Uint8Array<ArrayBuffer>>]> {
  for (const { handle, portrait } of people) if (portrait) yield [handle, () => drawPortrait(portrait)];
  for (const organization of organizations) {
    yield [organization.handle, () => drawEmblem(organization.emblem)];
    for (const post of organization.posts)
      for (const [position, { scene, mood }] of (post.pictures ?? []).entries()) {
        const key = postPictureKey(organization, post, position);
        yield [key, () => drawScene({ scene, mood, seed: key })];
      }
  }
}

/**
 * Draws and stores every picture of the demo community: portraits and emblems by handle, pictures of posts by
 * `postPictureKey`. Rejects with the first error of the store.
 */
export async function drawPictures(store: StorePicture): Promise<Map<string, StoredPicture>> {
  const pictures = new Map<string, StoredPicture>();
  const waiting = drawings();
  // A few at a time: the next are drawn while the store, which may have threads of its own, keeps the last.
  const work = async () => {
    for (const [key, draw] of waiting) pictures.set(key, await store(await draw()));
  };
  await Promise.all([work(), work(), work()]);
  return pictures;
}
