import type { Trx } from '#db/database.ts';
import type { Context } from '../context.ts';
import { findAnnounceAt, insertPendingAnnouncement } from './pending-announcements.queries.ts';
import type { PostContent } from './posts.queries.ts';
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
 * A post as it is stored, made from what its creator read: published ones as drafts. A schedule whose time has come by
 * `now` is left out, because the post would be published by it at once.
 */
export function unpublishedContent(post: PostView, now: Date): PostContent {
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
