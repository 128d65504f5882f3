import { organizations } from '../community/organizations.ts';
import { people } from '../community/people.ts';

/** A picture in the media store: its key, and its size in pixels. */
export interface StoredPicture {
  path: string;
  width: number;
  height: number;
}

/** Stores the picture in a WebP file of the seed and resolves to where it is. */
export type StorePicture = (file: URL) => Promise<StoredPicture>;

/** The names of all pictures of the community: portraits and emblems by handle, those of posts by their own. */
const names = [
  ...people.flatMap(({ handle, hasPortrait }) => (hasPortrait ? [handle] : [])),
  ...organizations.flatMap(({ handle, posts }) => [
    handle,
    ...posts.flatMap(({ pictures }) => (pictures ?? []).map(({ name }) => name)),
  ]),
];

/** Stores every picture of the demo community and resolves to them by name. Rejects with the store's first error. */
export async function storePictures(store: StorePicture): Promise<Map<string, StoredPicture>> {
  const pictures = new Map<string, StoredPicture>();
  const waiting = names.values();
  // A few at a time: the store decodes in threads of its own.
  const work = async () => {
    for (const name of waiting)
      pictures.set(name, await store(new URL(`../pictures/${name}.webp`, import.meta.url)));
  };
  await Promise.all([work(), work(), work()]);
  return pictures;
}
