import type { Trx } from '#db/database.ts';
import type { Effects } from '../effects.ts';
import { hydratePosts } from '../hydrate/posts.ts';
import { notAvailable } from './post-access.ts';
import type { PostView } from './posts.schema.ts';

/** Reads the post back as its creator sees it, and tells the creator's other screens. */
export async function tellCreator(
  trx: Trx,
  effects: Effects,
  id: string,
  creatorId: string,
): Promise<PostView> {
  const [post] = await hydratePosts(trx, [id], creatorId);
  if (!post) throw notAvailable();
  effects.event(creatorId, { type: 'post-upserted', payload: { post } });
  return post;
}
