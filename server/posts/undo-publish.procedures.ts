import { organizationProcedure } from '../trpc.ts';
import { postIdInput, postView } from './posts.schema.ts';
import { undoPublishing } from './undo-publish.ts';

export const undoPublishProcedures = {
  undoPublish: organizationProcedure
    .meta({
      rest: { method: 'POST', path: '/posts/{id}/undo-publish', operationId: 'undoPublish' },
      errors: ['already-announced'],
      summary: 'Undo publishing a post before its followers are notified',
      description:
        'For a post that was published with `undoable`. A new post becomes a draft; an earlier one what it was, with its schedule where that is still to come. 409 once followers are being notified: the post stays published. A post that is not published stays as it is.',
      message: 'Publishing undone.',
    })
    .input(postIdInput)
    .output(postView)
    .mutation(({ ctx, input: { id } }) => undoPublishing(ctx, id)),
};
