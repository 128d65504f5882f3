import { z } from 'zod';
import { notFound } from '../errors.ts';
import { readOnlyFields } from '../rest/read-only-fields.ts';
import { administrationProcedure, router } from '../trpc.ts';
import { write } from '../write.ts';
import { deleteNote, findTagNames, updateNote } from './prospects.queries.ts';
import {
  noteIdInput,
  noteInput,
  noteUpdate,
  noteView,
  prospectInput,
  prospectView,
  tagsInput,
  tagsOutput,
  timelineInput,
  timelinePage,
} from './prospects.schema.ts';
import { addNote, loadProspect, presentNote, requireProspect, setTags } from './prospects.ts';
import { readTimeline } from './timeline.ts';

export const prospectsRouter = router({
  byId: administrationProcedure
    .meta({
      rest: { method: 'GET', path: '/prospects/{userId}', operationId: 'getProspect' },
      summary: 'A user, with the caller’s own notes and tags',
      description: 'Nobody else sees those, not the user either. Whom the caller may not find is a 404.',
    })
    .input(prospectInput)
    .output(prospectView)
    .query(({ ctx, input: { userId } }) => loadProspect(ctx, userId)),

  timeline: administrationProcedure
    .meta({
      rest: { method: 'GET', path: '/prospects/{userId}/timeline', operationId: 'listProspectTimeline' },
      summary: 'What a user did with the caller, and the caller with them, newest first',
      description: 'Empty where the user hides from the caller what they do.',
    })
    .input(timelineInput)
    .output(timelinePage)
    .query(async ({ ctx, input: { userId, limit, cursor } }) => {
      const organizationId = ctx.viewer.userId;
      const { isActivityShown } = await requireProspect(ctx.db, userId, organizationId);
      if (!isActivityShown) return { items: [], cursor: null };
      return readTimeline(ctx, { userId, organizationId, limit, cursor });
    }),

  addNote: administrationProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/prospects/{userId}/notes',
        operationId: 'createNote',
        actors: ['creatorId'],
        ignores: readOnlyFields(noteView.omit({ creatorId: true }), noteInput),
      },
      errors: ['id-taken', 'too-many-notes'],
      summary: 'Add a note on a user, for the caller alone',
      message: 'Note saved.',
      example: { text: 'Would like to help with the harvest.' },
    })
    .input(noteInput)
    .output(noteView)
    .mutation(({ ctx, input }) => addNote(ctx, input)),

  changeNote: administrationProcedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/prospects/notes/{id}',
        operationId: 'updateNote',
        actors: ['creatorId'],
        ignores: readOnlyFields(noteView.omit({ creatorId: true }), noteUpdate),
      },
      summary: 'Change the text of a note',
      message: 'Note saved.',
    })
    .input(noteUpdate)
    .output(noteView)
    .mutation(({ ctx, input: { id, text } }) =>
      write(ctx, async (trx) => {
        const now = ctx.ports.clock.now();
        const changed = await updateNote(trx, { id, organizationId: ctx.viewer.userId, text, now });
        if (!changed) throw notFound();
        return presentNote(changed);
      }),
    ),

  removeNote: administrationProcedure
    .meta({
      rest: { method: 'DELETE', path: '/prospects/notes/{id}', operationId: 'deleteNote' },
      summary: 'Delete a note',
      message: 'Note deleted.',
    })
    .input(noteIdInput)
    .output(z.null())
    .mutation(async ({ ctx, input: { id } }) => {
      await write(ctx, async (trx) => {
        if (!(await deleteNote(trx, id, ctx.viewer.userId))) throw notFound();
      });
      return null;
    }),

  setTags: administrationProcedure
    .meta({
      rest: { method: 'PUT', path: '/prospects/{userId}/tags', operationId: 'setTags' },
      errors: ['too-many-tags'],
      summary: 'Give a user tags of the caller’s, in place of those before',
      message: 'Tags saved.',
      example: { tags: ['Carpenter'] },
    })
    .input(tagsInput)
    .output(tagsOutput)
    .mutation(async ({ ctx, input }) => ({ tags: await setTags(ctx, input) })),

  tags: administrationProcedure
    .meta({
      rest: { method: 'GET', path: '/prospects/tags', operationId: 'listTags' },
      summary: 'All tags that the caller has given',
    })
    .output(tagsOutput)
    .query(async ({ ctx }) => ({ tags: await findTagNames(ctx.db, ctx.viewer.userId) })),
});
