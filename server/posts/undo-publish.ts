import type { Trx } from '#db/database.ts';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { hydratePosts } from '../hydrate/posts.ts';
import { deleteAnnouncements } from '../notifications/notifications.queries.ts';
import { leaveNetworks } from '../social-media/follow-posts.ts';
import type { SignedInContext } from '../trpc.ts';
import { write } from '../write.ts';
import { emitPost } from './emit-posts.ts';
import {
  deletePendingAnnouncement,
  findAnnounceAt,
  insertPendingAnnouncement,
} from './pending-announcements.queries.ts';
import { notAvailable, requireOwn } from './post-access.ts';
import {
  lockOrganization,
  lockPost,
  type PostContent,
  refreshLastPublished,
  updatePost,
} from './posts.queries.ts';
import type { PostView, SavedPost } from './posts.schema.ts';

type UndoContext = Pick<Context, 'db' | 'ports' | 'settings'>;

/** For how many seconds publishing can be undone. */
const undoSecondsOf = ({ settings }: UndoContext) => settings.publishUndoSeconds ?? 10;

/** How much longer the server waits, in seconds: an undo that is sent at the last moment takes a while to arrive. */
const travelSeconds = 1;

/** Has a post that is being published announced once the time for an undo has passed. */
export async function announceLater(
  ctx: UndoContext,
  trx: Trx,
  postId: string,
  before: PostView | null,
): Promise<void> {
  const now = await ctx.ports.clock.shared(trx);
  const announceAt = new Date(now.getTime() + (undoSecondsOf(ctx) + travelSeconds) * 1000);
  await insertPendingAnnouncement(trx, { postId, announceAt, before });
}

/** Adds to a post for how long publishing it can still be undone, where it can. */
export async function withUndoSeconds(
  ctx: UndoContext,
  db: Context['db'],
  post: PostView,
): Promise<SavedPost> {
  const announceAt = await findAnnounceAt(db, post._id);
  if (!announceAt) return post;
  const now = await ctx.ports.clock.shared(db);
  const left = Math.floor((announceAt.getTime() - now.getTime()) / 1000) - travelSeconds;
  return left > 0 ? { ...post, undoSeconds: left } : post;
}

/**
 * Makes a post of the caller's what it was before it was published, while its followers are not notified yet. Returns the
 * post; one that is not published stays as it is. Throws a conflict once followers are being notified.
 */
export function undoPublishing(ctx: SignedInContext, id: string): Promise<PostView> {
  return write(ctx, async (trx, effects) => {
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
    const content = unpublishedContent(pending.before ?? published, now);
    await updatePost(trx, { id, ...content, publishedAt: null, now: ctx.ports.clock.now() });
    await refreshLastPublished(trx, creatorId);
    await leaveNetworks(ctx, trx, id);
    await deleteAnnouncements(trx, id, now);
    return emitPost(trx, effects, id, creatorId);
  });
}

/**
 * A post as it is stored, made from what its creator read: published ones as drafts. A schedule whose time has come by
 * `now` is left out, because the post would be published by it at once.
 */
function unpublishedContent(post: PostView, now: Date): PostContent {
  const { impactAreas, skills, images, scheduledPublishDateTime, ...rest } = post;
  const isScheduled =
    scheduledPublishDateTime !== null && Date.parse(scheduledPublishDateTime) > now.getTime();
  return {
    entry: {
      ...rest,
      addable: undefined,
      socialMediaSharing: post.socialMediaSharing ?? {},
      images,
      impactAreas: impactAreas.map(({ _id }) => _id),
      skills: skills.map(({ _id }) => _id),
      postURL: post.postURL ?? '',
      contact: post.contact ?? '',
      petitionLink: post.petitionLink ?? '',
      isActive: false,
      scheduledPublish: isScheduled,
      scheduledPublishDateTime: isScheduled ? scheduledPublishDateTime : null,
    },
    pictures: images.map(({ createdAt, ...picture }) => ({ ...picture, createdAt: new Date(createdAt) })),
  };
}
