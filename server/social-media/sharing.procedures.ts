import { z } from 'zod';
import type { NetworkName } from '#db/tables/social-media.ts';
import { notFound } from '../errors.ts';
import { limit } from '../limit.ts';
import { emitPosts } from '../posts/emit-posts.ts';
import { notAvailable } from '../posts/post-access.ts';
import { type PostView, postView } from '../posts/posts.schema.ts';
import { administrationProcedure, type SignedInContext } from '../trpc.ts';
import { write } from '../write.ts';
import { requireNetwork } from './connections.ts';
import { keepStatuses, retryNetworkPost } from './network-posts.queries.ts';
import { leftBehindInput, networkPostInput } from './network-posts.schema.ts';
import { forgetRemoval, retryRemoval } from './network-removals.queries.ts';

export const sharingProcedures = {
  retry: administrationProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/posts/{id}/social-media/{socialMedia}/retry',
        operationId: 'retrySharing',
      },
      errors: ['not-available', 'not-connected', 'reconnect'],
      limits: ['social-retries'],
      summary: 'Share a post again at a social network where that failed',
      description: 'Where it waits, or is there as it is here, nothing changes.',
      message: 'Trying again.',
    })
    .input(networkPostInput)
    .output(postView)
    .mutation(async ({ ctx, input: { id, socialMedia } }) => {
      requireNetwork(ctx, socialMedia);
      await limit(ctx, 'social-retries', ctx.viewer.userId);
      return retry(ctx, id, socialMedia);
    }),

  retryRemoval: administrationProcedure
    .meta({
      rest: { method: 'POST', path: '/social-media/left-behind/{id}/retry', operationId: 'retryRemoval' },
      errors: ['not-available', 'not-connected', 'reconnect'],
      limits: ['social-retries'],
      summary: 'Try again to delete a post at a social network that was deleted here',
      message: 'Trying again.',
    })
    .input(leftBehindInput)
    .output(z.null())
    .mutation(async ({ ctx, input: { id } }) => {
      const organizationId = ctx.viewer.userId;
      await limit(ctx, 'social-retries', organizationId);
      const now = await ctx.ports.clock.shared(ctx.db);
      if (!(await write(ctx, (trx) => retryRemoval(trx, { id, organizationId, now })))) throw nothingLeft();
      return null;
    }),

  forgetRemoval: administrationProcedure
    .meta({
      rest: { method: 'DELETE', path: '/social-media/left-behind/{id}', operationId: 'forgetLeftBehindPost' },
      summary: 'Leave a post at a social network that was deleted here',
    })
    .input(leftBehindInput)
    .output(z.null())
    .mutation(async ({ ctx, input: { id } }) => {
      const organizationId = ctx.viewer.userId;
      if (!(await write(ctx, (trx) => forgetRemoval(trx, { id, organizationId })))) throw nothingLeft();
      return null;
    }),
};

const nothingLeft = () => notFound('Nothing is left to delete there.');

function retry(ctx: SignedInContext, postId: string, network: NetworkName): Promise<PostView> {
  return write(ctx, async (trx, effects) => {
    const organizationId = ctx.viewer.userId;
    await keepStatuses(trx, postId);
    const now = await ctx.ports.clock.shared(trx);
    if (!(await retryNetworkPost(trx, { postId, network, organizationId, now }))) throw notAvailable();
    const [post] = await emitPosts(trx, effects, [postId], organizationId);
    if (!post) throw notAvailable();
    return post;
  });
}
