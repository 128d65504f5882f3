import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import type { Db } from '#db/database.ts';
import { conflict, notFound } from '../errors.ts';
import { hydrateProfiles } from '../hydrate/profiles.ts';
import type { SignedInContext } from '../trpc.ts';
import { write } from '../write.ts';
import {
  countNotes,
  findNote,
  findNotes,
  findProspect,
  findTagNames,
  findTags,
  insertNote,
  insertTags,
  lockProspects,
  type NoteRow,
  replaceTags,
} from './prospects.queries.ts';
import { type NoteView, type noteInput, prospectLimits, type tagsInput } from './prospects.schema.ts';

/** Returns a user whom the organization may find, and whether it may see what they do. Throws a 404 for others. */
export async function requireProspect(db: Db, userId: string, organizationId: string) {
  const prospect = await findProspect(db, userId, organizationId);
  if (!prospect) throw notFound();
  return prospect;
}

/** Returns a user with what the viewer's organization noted about them. */
export async function loadProspect({ db, viewer }: SignedInContext, userId: string) {
  const organizationId = viewer.userId;
  await requireProspect(db, userId, organizationId);
  const [person] = await hydrateProfiles(db, [userId], undefined);
  if (!person) throw notFound();
  return {
    ...person,
    tags: await findTags(db, userId, organizationId),
    notes: (await findNotes(db, userId, organizationId)).map(presentNote),
  };
}

/** Adds a note on a user. The same one sent again is returned; another one of its id is a conflict. */
export async function addNote(
  ctx: SignedInContext,
  { _id: id = uuid(), userId, text }: z.output<typeof noteInput>,
): Promise<NoteView> {
  const organizationId = ctx.viewer.userId;
  await requireProspect(ctx.db, userId, organizationId);
  return write(ctx, async (trx) => {
    await lockProspects(trx, organizationId);
    const stored = await findNote(trx, id, organizationId);
    if (stored?.user_id === userId && stored.text === text) return presentNote(stored);
    if ((await countNotes(trx, userId, organizationId)) >= prospectLimits.notes)
      throw conflict(
        'too-many-notes',
        `You can keep ${prospectLimits.notes} notes on a person. Delete one first.`,
      );
    const note: NoteRow = {
      id,
      organization_id: organizationId,
      user_id: userId,
      text,
      created_at: ctx.ports.clock.now(),
      changed_at: null,
    };
    if (!(await insertNote(trx, note)))
      throw conflict('id-taken', 'This id is taken. Please choose another one.');
    return presentNote(note);
  });
}

/** Gives a user these tags and no other. Returns them as they are written: a tag that is there keeps its capitals. */
export async function setTags(
  ctx: SignedInContext,
  { userId, tags }: z.output<typeof tagsInput>,
): Promise<string[]> {
  const organizationId = ctx.viewer.userId;
  await requireProspect(ctx.db, userId, organizationId);
  return write(ctx, async (trx, effects) => {
    await lockProspects(trx, organizationId);
    await insertTags(trx, { organizationId, tags: tags.map((name) => ({ id: uuid(), name })) });
    await replaceTags(trx, { organizationId, userId, names: tags });
    if ((await findTagNames(trx, organizationId)).length > prospectLimits.names)
      throw conflict(
        'too-many-tags',
        `You can have ${prospectLimits.names} different tags. Use one that you have.`,
      );
    // Lists may be narrowed by them.
    effects.event(organizationId, { type: 'cultivations-changed', payload: {} });
    return findTags(trx, userId, organizationId);
  });
}

/** A note as outputs show it. */
export const presentNote = (row: NoteRow): NoteView => ({
  _id: row.id,
  creatorId: row.organization_id,
  text: row.text,
  createdAt: row.created_at.toISOString(),
  changedAt: row.changed_at?.toISOString() ?? null,
});
