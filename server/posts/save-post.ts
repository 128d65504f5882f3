import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import type { Trx } from '#db/database.ts';
import type { Effects } from '../effects.ts';
import { badField, conflict } from '../errors.ts';
import { hydratePosts } from '../hydrate/posts.ts';
import { requireKnown } from '../lookups/require-known.ts';
import { deleteAnnouncements, deleteNotificationsOfPost } from '../notifications/notifications.queries.ts';
import { followAtNetworks, leaveNetworks } from '../social-media/follow-posts.ts';
import type { SignedInContext } from '../trpc.ts';
import { write } from '../write.ts';
import { emitPost } from './emit-posts.ts';
import { withoutBlockedMentions } from './mentions.ts';
import { deletePendingAnnouncement } from './pending-announcements.queries.ts';
import { storePictures } from './pictures.ts';
import { notAvailable, requireOwn } from './post-access.ts';
import { resolveDates } from './post-dates.ts';
import {
  deletePost,
  findPictures,
  findPostState,
  insertPost,
  lockOrganization,
  lockPost,
  lockPostToDelete,
  refreshLastPublished,
  updatePost,
} from './posts.queries.ts';
import type { PostEntry, PostView, postInput, postUpdate, SavedPost } from './posts.schema.ts';
import { publishPosts } from './publish-posts.ts';
import { announceLater, withUndoSeconds } from './undo-publish.ts';

/**
 * Adds a post of the caller's organization: published, scheduled or a draft. Returns the post that is there where the
 * same create was done before, and throws a conflict where the id is taken by another one.
 */
export async function createPost(
  ctx: SignedInContext,
  input: z.output<typeof postInput>,
): Promise<SavedPost> {
  const id = input._id ?? uuid();
  const earlier = await findPostState(ctx.db, id);
  if (earlier) return returnEarlier(ctx, earlier);
  const entry = await checkEntry(ctx, input, undefined);
  const creatorId = ctx.viewer.userId;
  const pictures = await storePictures(ctx, creatorId, input.images, []);
  const post = await write(ctx, async (trx, effects) => {
    const description = await withoutBlockedMentions(trx, creatorId, entry.description);
    await lockOrganization(trx, creatorId);
    const now = ctx.ports.clock.now();
    const stored = { ...entry, description };
    if (!(await insertPost(trx, { id, creatorId, entry: stored, pictures, now }))) return undefined;
    if (!input.isActive) return emitPost(trx, effects, id, creatorId);
    return publishPost(ctx, trx, effects, id, input.undoable ? { before: null } : undefined);
  });
  return post ?? returnEarlier(ctx, await findPostState(ctx.db, id));
}

/** Makes a post what was entered, and publishes it or takes it back where its state changes. Returns the post. */
export async function changePost(
  ctx: SignedInContext,
  input: z.output<typeof postUpdate>,
): Promise<SavedPost> {
  const { id } = input;
  const creatorId = ctx.viewer.userId;
  const state = requireOwn(await findPostState(ctx.db, id), creatorId);
  if (state.post_type !== input.postType) throw badField('postType', 'The type of a post cannot be changed.');
  const entry = await checkEntry(ctx, input, state);
  const pictures = await storePictures(ctx, creatorId, input.images, await findPictures(ctx.db, id));
  return write(ctx, async (trx, effects) => {
    const description = await withoutBlockedMentions(trx, creatorId, entry.description);
    await lockOrganization(trx, creatorId);
    const before = requireOwn(await lockPost(trx, id), creatorId);
    requireState(before.is_active, input.wasActive);
    const now = ctx.ports.clock.now();
    const publishes = input.isActive && !before.is_active;
    const [unpublished] = publishes && input.undoable ? await hydratePosts(trx, [id], creatorId) : [];
    const publishedAt = input.isActive ? (before.published_at ?? now) : null;
    await updatePost(trx, { id, entry: { ...entry, description }, pictures, publishedAt, now });
    const { startDateTime = null }: PostEntry = entry;
    if (startDateTime !== (before.start_at?.toISOString() ?? null))
      effects.job({ name: 'move-reminders', payload: { postId: id, after: null } });
    if (publishes) return publishPost(ctx, trx, effects, id, unpublished && { before: unpublished });
    if (before.is_active && input.isActive) await followAtNetworks(ctx, trx, id);
    if (before.is_active && !input.isActive) await withdrawPost(ctx, trx, id);
    return emitPost(trx, effects, id, creatorId);
  });
}

/** Deletes a post of the caller's organization, with the notifications about it. */
export async function removePost(ctx: SignedInContext, id: string): Promise<void> {
  const creatorId = ctx.viewer.userId;
  await write(ctx, async (trx, effects) => {
    await lockOrganization(trx, creatorId);
    const { is_active } = requireOwn(await lockPostToDelete(trx, id), creatorId);
    await deleteNotificationsOfPost(trx, id, await ctx.ports.clock.shared(trx));
    await leaveNetworks(ctx, trx, id);
    await deletePost(trx, id);
    if (is_active) await refreshLastPublished(trx, creatorId);
    effects.event(creatorId, { type: 'post-removed', payload: { postId: id } });
  });
}

/** Publishes a stored post of the caller's, announced at once or, where it can be undone, once the time for that has passed. */
async function publishPost(
  ctx: SignedInContext,
  trx: Trx,
  effects: Effects,
  id: string,
  undo: { before: PostView | null } | undefined,
): Promise<SavedPost> {
  const [post] = await publishPosts(
    ctx,
    trx,
    effects,
    { organizationId: ctx.viewer.userId, ids: [id] },
    undo && ((postId) => announceLater(ctx, trx, postId, undo.before)),
  );
  if (!post) throw notAvailable();
  return undo ? withUndoSeconds(ctx, trx, post) : post;
}

/** Takes back what publishing a post of the caller's caused, after its row was changed to a draft. */
async function withdrawPost(ctx: SignedInContext, trx: Trx, id: string): Promise<void> {
  await refreshLastPublished(trx, ctx.viewer.userId);
  await deletePendingAnnouncement(trx, id);
  await leaveNetworks(ctx, trx, id);
  await deleteAnnouncements(trx, id, await ctx.ports.clock.shared(trx));
}

/** Returns a create's post where its id is taken: the same post for its creator, a conflict for anybody else. */
async function returnEarlier(
  ctx: SignedInContext,
  state: Awaited<ReturnType<typeof findPostState>>,
): Promise<SavedPost> {
  const own = state?.creator_id === ctx.viewer.userId;
  const [post] = own ? await hydratePosts(ctx.db, [state.id], ctx.viewer.userId) : [];
  if (!post) throw conflict('id-taken', 'This id is taken. Please choose another one.');
  return withUndoSeconds(ctx, ctx.db, post);
}

/** Rejects a change of a post whose state is not the one that the caller saw. */
function requireState(isActive: boolean, wasActive: boolean | undefined): void {
  if (wasActive === undefined || wasActive === isActive) return;
  throw conflict(
    'changed-meanwhile',
    isActive
      ? 'This post went out in the meantime. Reload the page to go on with what is published.'
      : 'This post was taken back in the meantime. Reload the page to go on with the draft.',
  );
}

/** Validates what the schema cannot: lookups and the schedule. Returns the entry with its dates resolved. */
async function checkEntry<Entry extends PostEntry>(
  ctx: SignedInContext,
  input: Entry,
  state: { time_zone: string | null; scheduled_publish_at: Date | null } | undefined,
): Promise<Entry> {
  await requireKnown(ctx.db, 'impact_areas', input.impactAreas);
  await requireKnown(ctx.db, 'skills', input.skills);
  const entry = await resolveDates(ctx, input, state?.time_zone ?? null);
  await checkSchedule(ctx, entry, state?.scheduled_publish_at ?? null);
  return entry;
}

/** Requires a new schedule to lie ahead. One that the post has already may be sent back, however late it is. */
async function checkSchedule(ctx: SignedInContext, entry: PostEntry, known: Date | null): Promise<void> {
  const at = entry.scheduledPublish ? Date.parse(entry.scheduledPublishDateTime ?? '') : Number.NaN;
  if (Number.isNaN(at) || at === known?.getTime()) return;
  if (at <= (await ctx.ports.clock.shared(ctx.db)).getTime())
    throw badField('scheduledPublishDateTime', 'Choose a time in the future');
}
