import type { Trx } from '#db/database.ts';
import type { Context } from '../context.ts';
import type { Effects } from '../effects.ts';
import { shareAtNetworks } from '../social-media/follow-posts.ts';
import { reportPublished } from '../webhooks/report.ts';
import { emitPosts } from './emit-posts.ts';
import { refreshLastPublished } from './posts.queries.ts';
import type { PostView } from './posts.schema.ts';

/** Has the followers of a post's organization notified of the post, by a job, in batches, and its webhooks told. */
export function announcePostByJob(effects: Effects, postId: string, at: Date): void {
  reportPublished(effects, postId, at);
  effects.job({ name: 'announce-post', payload: { postId, after: null } });
}

/**
 * Publishes posts of an organization, whose rows the caller has stored as active under the organization's lock: updates
 * when the organization last published, announces the posts, has them shared at social networks, and emits them to their
 * creator. Returns the posts.
 *
 * Every way to publish (a new post, a changed one, a schedule) ends here, so that none forgets a part.
 * @param announce announces one post; by a job at once, unless given
 */
export async function publishPosts(
  ctx: Pick<Context, 'ports'>,
  trx: Trx,
  effects: Effects,
  { organizationId, ids }: { organizationId: string; ids: readonly string[] },
  announce: (postId: string) => Promise<void> | void = (postId) =>
    announcePostByJob(effects, postId, ctx.ports.clock.now()),
): Promise<PostView[]> {
  await refreshLastPublished(trx, organizationId);
  for (const id of ids) await announce(id);
  await shareAtNetworks(ctx, trx, ids);
  return emitPosts(trx, effects, ids, organizationId);
}
