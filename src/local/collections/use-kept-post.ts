import type { PostView } from '#server/posts/posts.schema.ts';
import { batchReads, useBatched } from '../engine/batched-reads.ts';
import { readPosts } from './posts.ts';

const keptPosts = batchReads(async (db, postIds) => {
  const posts = await readPosts(db, db.userId, postIds);
  return new Map(Array.from(posts, ([id, view]) => [id, { view }]));
});

/**
 * Returns a post of a list as it is on this device, with pending mutations: what was fetched until that is read, null
 * where it is known to be gone, undefined where it is not on the device any more.
 */
export function useKeptPost(fetched: PostView): PostView | null | undefined {
  const kept = useBatched(keptPosts, fetched._id);
  return kept ? kept.view : fetched;
}
