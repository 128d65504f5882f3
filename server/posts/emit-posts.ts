import type { Trx } from '#db/database.ts';
import type { Effects } from '../effects.ts';
import { hydratePosts } from '../hydrate/posts.ts';
import { notAvailable } from './post-access.ts';
import type { PostView } from './posts.schema.ts';

/** Reads posts back as their creator sees them and emits them to the creator's other screens. Returns what was read. */
export async function emitPosts(
  trx: Trx,
  effects: Effects,
  ids: readonly string[],
  creatorId: string,
): Promise<PostView[]> {
  const posts = await hydratePosts(trx, ids, creatorId);
  for (const post of posts) effects.event(creatorId, { type: 'post-upserted', payload: { post } });
  return posts;
}

/** Does the same for one post, which must be there. */
export async function emitPost(trx: Trx, effects: Effects, id: string, creatorId: string): Promise<PostView> {
  const [post] = await emitPosts(trx, effects, [id], creatorId);
  if (!post) throw notAvailable();
  return post;
}
