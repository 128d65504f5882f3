import { conflict } from '../errors.ts';
import { hydratePosts } from '../hydrate/posts.ts';
import { deleteAnnouncements } from '../notifications/notifications.queries.ts';
import { organizationProcedure } from '../trpc.ts';
import { write } from '../write.ts';
import { deletePendingAnnouncement } from './pending-announcements.queries.ts';
import { notAvailable, requireOwn } from './post-access.ts';
import { lockOrganization, lockPost, refreshLastPublished, updatePost } from './posts.queries.ts';
import { postIdInput, postView } from './posts.schema.ts';
import { tellCreator } from './tell-creator.ts';
import { unpublishedContent } from './undo-publish.ts';

export const undoPublishProcedures = {
  undoPublish: organizationProcedure
    .meta({
      rest: { method: 'POST', path: '/posts/{id}/undo-publish' },
      summary: 'Undo publishing a post before its followers are notified',
      description:
        'For a post that was published with `undoable`. A new post becomes a draft; an earlier one what it was, with its schedule where that is still to come. 409 once followers are being notified: the post stays published. A post that is not published stays as it is.',
      message: 'Publishing undone.',
    })
    .input(postIdInput)
    .output(postView)
    .mutation(({ ctx, input: { id } }) =>
      write(ctx, async (trx, effects) => {
        const creatorId = ctx.viewer.userId;
        await lockOrganization(trx, creatorId);
        const { is_active } = requireOwn(await lockPost(trx, id), creatorId);
        const [published] = await hydratePosts(trx, [id], creatorId);
        if (!published) throw notAvailable();
        if (!is_active) return published;
        const pending = await deletePendingAnnouncement(trx, id);
        if (!pending)
          throw conflict(
            'already-announced',
            'It is too late to undo: your followers have been notified. The post stays published.',
          );
        const now = await ctx.ports.clock.shared(trx);
        await updatePost(trx, {
          id,
          ...unpublishedContent(pending.before ?? published, now),
          publishedAt: null,
          now: ctx.ports.clock.now(),
        });
        await refreshLastPublished(trx, creatorId);
        await deleteAnnouncements(trx, id, now);
        return tellCreator(trx, effects, id, creatorId);
      }),
    ),
};
