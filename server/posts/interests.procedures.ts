import { v7 as uuid } from 'uuid';
import { compileOnce, executeTogether } from '#db/batch.ts';
import type { Trx } from '#db/database.ts';
import { readCursor } from '../cursor.ts';
import type { Effects } from '../effects.ts';
import { conflict, Refusal } from '../errors.ts';
import { hydrateProfiles } from '../hydrate/profiles.ts';
import { addSender } from '../notifications/notifications.queries.ts';
import { emitNotifications } from '../notifications/notify.ts';
import { deleteReminder, saveUsualReminder } from '../reminders/reminders.queries.ts';
import { signedInProcedure } from '../trpc.ts';
import { report } from '../webhooks/report.ts';
import { write } from '../write.ts';
import { committedInput, committedPage } from './committed.schema.ts';
import {
  addInterest,
  findCommitted,
  type InterestRow,
  keepPostToReact,
  type Reaction,
  receiversOfReaction,
  removeInterest,
  selectInterest,
} from './interests.queries.ts';
import { notAvailable, requireVisible } from './post-access.ts';
import { type InterestType, supportsInterest } from './post-rules.schema.ts';
import { findPostState } from './posts.queries.ts';
import { type InterestOutput, interestOutput, postIdInput } from './posts.schema.ts';
import { countForOrganization } from './statistics.queries.ts';

/** The six mutations that set and remove reactions, and the query that lists who reacted. */
export const interestProcedures = {
  like: interestProcedure('liked', true, { action: 'like', operationId: 'likePost' }, 'Like a post'),
  cancelLike: interestProcedure(
    'liked',
    false,
    { action: 'cancel-like', operationId: 'unlikePost' },
    'Take a like back',
  ),
  interested: interestProcedure(
    'interested',
    true,
    { action: 'interested', operationId: 'markInterested' },
    'Say that one is interested',
  ),
  cancelInterested: interestProcedure(
    'interested',
    false,
    { action: 'cancel-interested', operationId: 'cancelInterested' },
    'Take the interest back',
  ),
  going: interestProcedure(
    'going',
    true,
    { action: 'going', operationId: 'goToPost' },
    'Say that one goes there',
  ),
  cancelGoing: interestProcedure(
    'going',
    false,
    { action: 'cancel-going', operationId: 'cancelGoing' },
    'Say that one does not go after all',
  ),

  committed: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/posts/{id}/committed/', operationId: 'listCommittedUsers' },
      summary: 'Who likes a post, is interested or goes there',
      description:
        'Those who said it last come first. Left out, for the organization too, are people who keep from the caller what they do, or themselves; so there may be fewer than the counts say.',
    })
    .input(committedInput)
    .output(committedPage)
    .query(async ({ ctx, input: { id: postId, interestType: interest, ...input } }) => {
      const viewerId = ctx.viewer.userId;
      const post = await findPostState(ctx.db, postId);
      requireVisible(post, viewerId);
      const place = { postId, interest, viewerId, limit: input.limit, cursor: readCursor(input.cursor) };
      const { ids, cursor } = await findCommitted(ctx.db, place);
      const profiles = await hydrateProfiles(ctx.db, ids, viewerId);
      const items = profiles.map((profile) => ({
        ...profile,
        userId: profile._id,
        userName: profile.name,
        userFirstName: profile.firstName,
        userLastName: profile.lastName,
        userProfilePicture: profile.profilePicture,
      }));
      return { items, cursor };
    }),
};

/** The types of the notifications that reactions cause. */
const notificationTypes = { liked: 'like', interested: 'interest', going: 'going' } as const;

const unsupported: Record<InterestType, string> = {
  liked: 'Posts of this type cannot be liked.',
  interested: 'Posts of this type do not ask who is interested.',
  going: 'Nobody can go to posts of this type.',
};

/**
 * Builds the mutation of a reaction. Every signed-in user may react, organizations too. Repeating a reaction changes
 * nothing and returns the same.
 */
function interestProcedure(
  interest: InterestType,
  on: boolean,
  { action, operationId }: { action: string; operationId: string },
  summary: string,
) {
  return signedInProcedure
    .meta({
      rest: { method: 'POST', path: `/posts/{id}/${action}`, operationId },
      errors: on && interest === 'going' ? ['not-supported', 'post-ended'] : ['not-supported'],
      summary,
      description: `Which types of post support this is told by the type. Answers the new state and counts.${
        action === 'going' ? ' A 409 (`post-ended`) once the post has ended.' : ''
      }`,
      once: 'key-last',
    })
    .input(postIdInput)
    .output(interestOutput)
    .mutation(({ ctx, input: { id: postId } }) =>
      write(ctx, (trx, effects) => {
        const now = ctx.ports.clock.now();
        return react(trx, effects, { postId, userId: ctx.viewer.userId, interest, on, now });
      }),
    );
}

/**
 * Sets or removes a reaction, notifies the post's creator, and returns the new state. It is one round trip, so a
 * reaction that is not allowed is rolled back afterwards.
 */
async function react(trx: Trx, effects: Effects, reaction: Reaction): Promise<InterestOutput> {
  const { postId, userId, interest } = reaction;
  const { post, row, changedAt, notifications, reminder } = reaction.on
    ? await add(trx, reaction)
    : await remove(trx, reaction);
  if (!post?.is_active || !row) throw notAvailable();
  if (!supportsInterest(post.post_type, interest))
    throw new Refusal('BAD_REQUEST', 'not-supported', unsupported[interest]);
  if (reaction.on && changedAt && interest === 'going' && isOver(post, reaction.now))
    throw conflict('post-ended', 'This has ended, so nobody can go anymore.');
  const state = presentInterest(postId, userId, row);
  if (changedAt) {
    effects.event(userId, { type: 'post-interest', payload: state });
    effects.atEnd(
      countForOrganization({
        organizationId: post.creator_id,
        what: interest,
        by: reaction.on ? 1 : -1,
        at: changedAt,
      }),
    );
  }
  if (reaction.on && changedAt && interest === 'going') {
    const data = { postId };
    const subject = `${postId} ${userId}`;
    report(effects, post.creator_id, { event: 'going.added', data, subject, at: changedAt });
  }
  if (changedAt && reminder !== undefined)
    effects.event(userId, { type: 'reminder-changed', payload: { postId, reminder } });
  emitNotifications(effects, notifications);
  if (changedAt && notifications.length === 0 && post.creator_id !== userId)
    effects.event(post.creator_id, { type: 'reactions-changed', payload: {} });
  return state;
}

const isOver = ({ takes_place_until: until }: { takes_place_until: Date | null }, now: Date) =>
  until !== null && until <= now;

async function add(trx: Trx, reaction: Reaction) {
  const { postId, userId, interest, now } = reaction;
  const given = { postId, userId, now };
  const [[post], [row], notifications, [saved] = []] = await executeTogether(trx, [
    compileOnce('keep post to add reaction', { postId }, (hole) =>
      keepPostToReact(trx, { ...reaction, ...hole }),
    ),
    compileOnce(`add reaction: ${interest}`, given, (hole) => addInterest(trx, { ...reaction, ...hole })),
    compileOnce(`add sender of reaction: ${interest}`, { ...given, lineIds: [uuid()] }, (hole) =>
      addSender(trx, receiversOfReaction({ ...reaction, ...hole }), hole.lineIds, {
        ...hole,
        senderId: hole.userId,
        type: notificationTypes[interest],
      }),
    ),
    ...(interest === 'going'
      ? [compileOnce('save usual reminder', given, (hole) => saveUsualReminder(hole))]
      : []),
  ]);
  return {
    post,
    row,
    changedAt: row?.is_changed ? now : undefined,
    notifications,
    reminder: saved?.minutes,
  };
}

async function remove(trx: Trx, reaction: Reaction) {
  const { postId, userId, interest } = reaction;
  const [[post], [removed], [row], [reminder] = []] = await executeTogether(trx, [
    compileOnce('keep post to remove reaction', { postId }, (hole) =>
      keepPostToReact(trx, { ...reaction, ...hole }),
    ),
    compileOnce(`remove reaction: ${interest}`, { postId, userId }, (hole) =>
      removeInterest(trx, { ...reaction, ...hole }),
    ),
    compileOnce('select reaction', { postId, userId }, (hole) =>
      selectInterest(trx, hole.postId, hole.userId),
    ),
    ...(interest === 'going'
      ? [compileOnce('delete reminder', { postId, userId }, (hole) => deleteReminder(trx, hole))]
      : []),
  ]);
  return {
    post,
    row,
    changedAt: removed?.since,
    notifications: [],
    reminder: reminder && null,
  };
}

const presentInterest = (postId: string, userId: string, row: InterestRow): InterestOutput => ({
  postId,
  interests: [
    {
      userId,
      liked: row.liked_at !== null,
      interested: row.interested_at !== null,
      going: row.going_at !== null,
    },
  ],
  counts: { liked: row.liked, interested: row.interested, going: row.going },
});
