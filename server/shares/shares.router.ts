import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { compileOnce, executeTogether } from '#db/batch.ts';
import type { Trx } from '#db/database.ts';
import { requireSelf } from '../access.ts';
import type { Effects } from '../effects.ts';
import { conflict, notFound, notYours } from '../errors.ts';
import { notAvailable } from '../posts/post-access.ts';
import { keepPostAsItIs, selectPostAsItIs } from '../posts/posts.queries.ts';
import { readOnlyFields } from '../rest/read-only-fields.ts';
import { individualProcedure, publicProcedure, router, signedInProcedure } from '../trpc.ts';
import { write } from '../write.ts';
import {
  deleteShare,
  findVisibleShare,
  insertShare,
  lockShare,
  type Share,
  selectShareOf,
  updateShare,
} from './shares.queries.ts';
import { linkBaseView, shareIdInput, shareInput, shareUpdate, shareView } from './shares.schema.ts';

/** Posts that people recommend to their friends, in whose feeds they then stand. */
export const sharesRouter = router({
  create: individualProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/shares/',
        operationId: 'createShare',
        actors: ['userId'],
        ignores: readOnlyFields(shareView, shareInput),
      },
      errors: ['id-taken'],
      summary: 'Share a published post with one’s friends',
      description: 'Sharing a post twice is sharing it once.',
      once: 'key-last',
      message: 'Post is shared successfully',
    })
    .input(shareInput)
    .output(shareView)
    .mutation(({ ctx, input: { _id: id = uuid(), userId, postId } }) => {
      requireSelf(ctx.viewer, userId);
      return write(ctx, async (trx, effects) => {
        const createdAt = ctx.ports.clock.now();
        const [[post], [share], [known]] = await executeTogether(trx, [
          compileOnce('select post as it is', { postId }, (hole) => selectPostAsItIs(trx, hole.postId)),
          compileOnce('insert share', { id, userId, postId, createdAt }, (hole) => insertShare(trx, hole)),
          compileOnce('select share', { userId, postId }, (hole) =>
            selectShareOf(trx, hole.userId, hole.postId),
          ),
        ]);
        if (!post?.is_active) throw notAvailable();
        if (share) announce(effects, share);
        if (!known) throw conflict('id-taken', 'This id is taken. Please choose another one.');
        return present(known);
      });
    }),

  byId: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/shares/{id}', operationId: 'getShare' },
      summary: 'Who shared which post, and when',
      description: 'For oneself, and for whom the sharer lets see it.',
    })
    .input(shareIdInput)
    .output(shareView)
    .query(async ({ ctx, input: { id } }) => {
      const share = await findVisibleShare(ctx.db, id, ctx.viewer.userId);
      if (!share) throw notFound();
      return present(share);
    }),

  update: signedInProcedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/shares/{id}',
        operationId: 'updateShare',
        actors: ['userId'],
        ignores: ['_id', 'createdAt'],
      },
      errors: ['shared-already'],
      summary: 'Share a post anew, or another one in its place',
      description: 'In feeds it stands at the time of this.',
      message: 'Post is shared successfully',
    })
    .input(shareUpdate)
    .output(shareView)
    .mutation(({ ctx, input: { id, postId } }) =>
      write(ctx, async (trx, effects) => {
        await requirePublished(trx, postId);
        const { userId } = await lockOwn(trx, id, ctx.viewer.userId);
        const other = await selectShareOf(trx, userId, postId).executeTakeFirst();
        if (other && other.id !== id) throw conflict('shared-already', 'You have shared this post already.');
        const share = await updateShare(trx, { id, postId, createdAt: ctx.ports.clock.now() });
        announce(effects, share);
        return present(share);
      }),
    ),

  remove: signedInProcedure
    .meta({
      rest: { method: 'DELETE', path: '/shares/{id}', operationId: 'deleteShare' },
      summary: 'Take a share back',
      message: 'The post is no longer shared.',
    })
    .input(shareIdInput)
    .output(z.null())
    .mutation(({ ctx, input: { id } }) =>
      write(ctx, async (trx) => {
        await lockOwn(trx, id, ctx.viewer.userId);
        await deleteShare(trx, id);
        return null;
      }),
    ),

  linkBase: publicProcedure
    .meta({ summary: 'What links begin with that are passed on outside' })
    .output(linkBaseView)
    .query(({ ctx }) => ({ publicUrl: ctx.settings.publicUrl })),
});

async function requirePublished(trx: Trx, postId: string): Promise<void> {
  if (!(await keepPostAsItIs(trx, postId))?.is_active) throw notAvailable();
}

/** The share, where it is the caller's; what the caller may not know of is not there. */
async function lockOwn(trx: Trx, id: string, callerId: string): Promise<Share> {
  const share = await lockShare(trx, id);
  if (share?.userId === callerId) return share;
  throw (await findVisibleShare(trx, id, callerId)) ? notYours() : notFound();
}

function announce(effects: Effects, { id: shareId }: Share): void {
  effects.job({ name: 'announce-share', payload: { shareId, after: null } });
}

const present = ({ id, createdAt, ...share }: Share) => ({
  _id: id,
  ...share,
  createdAt: createdAt.toISOString(),
});
