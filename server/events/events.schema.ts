import { z } from 'zod';
import { bulkMessageView } from '../conversations/bulk.schema.ts';
import { conversationView } from '../conversations/conversations.schema.ts';
import { membershipView } from '../memberships/memberships.schema.ts';
import { notificationView } from '../notifications/notifications.schema.ts';
import { interestOutput, postView } from '../posts/posts.schema.ts';
import { relationView } from '../profiles/profiles.schema.ts';
import { reminderState } from '../reminders/reminders.schema.ts';
import { id } from '../validation.schema.ts';
import { walletOutput } from '../wallet/wallet.schema.ts';

const event = <Type extends string, Payload extends z.ZodType>(type: Type, payload: Payload) =>
  z.object({ type: z.literal(type), payload });

/**
 * What can happen to a user. An event carries the new state, not the difference: applying one twice, or an older
 * snapshot and then the event, ends in the same place.
 */
export const userEvent = z.discriminatedUnion('type', [
  event('post-upserted', z.object({ post: postView })).describe('A post is new or changed: its card.'),
  event('post-removed', z.object({ postId: id })).describe('A post is gone, or no longer to be seen.'),
  event('post-interest', interestOutput).describe('What the user says to a post, and how many say it.'),
  event(
    'scheduler-changed',
    z.object({
      postId: id,
      isAdded: z.boolean().describe('Whether it is in the calendar because it was added.'),
    }),
  ).describe('The user added a post to the personal calendar, or took it out again.'),
  event('reminder-changed', reminderState).describe('When the user is reminded of a post.'),
  event('follow-changed', z.object({ userId: id, follows: z.boolean() })).describe(
    'Whether the user follows another one.',
  ),
  event('followers-changed', z.object({})).describe('Somebody follows the user, or follows no longer.'),
  event('endorsement-changed', z.object({ userId: id, endorses: z.boolean() })).describe(
    'Whether the user endorses an organization.',
  ),
  event('endorsers-changed', z.object({})).describe(
    'Somebody endorses the organization that the user is, or does so no longer.',
  ),
  event('viewers-changed', z.object({})).describe(
    'Somebody has looked at a post of the organization that the user is, for the first time.',
  ),
  event('reactions-changed', z.object({})).describe(
    'Somebody has reacted to a post of the organization that the user is, or has taken a reaction back, and no notification reports it.',
  ),
  event('cultivations-changed', z.object({})).describe(
    'A list of people of the organization that the user is was created, changed or deleted, or people on it came, went, were invited or got other tags.',
  ),
  event(
    'friendship-changed',
    z.object({
      userId: id.describe('The other one.'),
      friendship: relationView.shape.friendship,
    }),
  ).describe('What friendship there is between the user and another one, if any.'),
  event(
    'block-changed',
    z.object({
      userId: id.describe('The other one.'),
      isBlocked: z.boolean().describe('Whether the user has blocked the other one.'),
      isBlockedByOther: z.boolean().describe('Whether the other one has blocked the user.'),
    }),
  ).describe('Who has blocked whom of the user and another one. Nobody is notified of it.'),
  event(
    'membership-changed',
    z.object({
      membershipId: id,
      membership: membershipView.nullable().describe('Null where it is gone.'),
    }),
  ).describe('A membership of the user, or in the organization that the user is, is new, changed or gone.'),
  event(
    'notification-upserted',
    z.object({ notification: notificationView.describe('As the list of notifications.') }),
  ).describe('A notification is new, has another sender, was read, or was deleted and can be brought back.'),
  event('notification-removed', z.object({ notificationId: id })).describe(
    'A notification is gone for good: it was deleted, or what it was about is no longer to be seen.',
  ),
  event(
    'notifications-marked',
    z.object({
      isRead: z.boolean(),
      until: z.string().optional().describe('UTC instant: those that came after it stayed as they were.'),
    }),
  ).describe('All notifications that the user has were marked at once.'),
  event(
    'notification-count',
    z.object({
      onlyNew: z.int().min(0).describe('Unread notifications.'),
      total: z.int().min(0).optional().describe('All of them. Absent in events of older servers.'),
    }),
  ).describe('The badge, and how many there are in all.'),
  event(
    'feed-newer',
    z.object({ newestAt: z.iso.datetime().describe('When the newest post was published: a UTC instant.') }),
  ).describe('The feed has newer posts. They are fetched, not sent: many followers would get the same.'),
  event('conversation-upserted', z.object({ conversation: conversationView })).describe(
    'The user has begun a conversation: as the list returns it.',
  ),
  event('message-added', z.object({ conversation: conversationView })).describe(
    'The user sent or received a message: the conversation as the list returns it. Its last message is that one.',
  ),
  event(
    'conversation-read',
    z.object({
      conversationId: id,
      readUpTo: z.int().min(0).describe('Messages up to this `seq` were read by the user.'),
      unread: z.int().min(0).describe('How many are left.'),
    }),
  ).describe('The user has read messages.'),
  event(
    'conversation-seen',
    z.object({
      conversationId: id,
      readUpTo: z.int().min(0).describe('Messages up to this `seq` were read by the other member.'),
    }),
  ).describe('The other member of a conversation has read messages.'),
  event('conversation-removed', z.object({ conversationId: id })).describe(
    'The user has deleted a conversation. A later message begins it afresh.',
  ),
  event('message-count', z.object({ onlyNew: z.int().min(0).describe('Unread messages.') })).describe(
    'The badge of messages.',
  ),
  event('bulk-message-changed', z.object({ bulkMessage: bulkMessageView })).describe(
    'A message to many that the user sends was begun, has reached more of them, or is finished.',
  ),
  event('wallet-changed', z.object({ walletCoin: walletOutput.shape.walletCoin })).describe(
    'Coins were spent or granted: how many the user has now.',
  ),
  event('operation-done', z.object({})).describe(
    'The write of this `opId` was done, and every event that it caused for the user stands before this one.',
  ),
]);
export type UserEvent = z.infer<typeof userEvent>;

const opId = z.uuid().describe("The client's name for the write that caused it, or null.");

/** An event at its place in the log of its user. */
export const loggedEvent = z.intersection(
  z.object({
    seq: z.int().describe('Its number: gapless and rising for each user.'),
    opId: opId.nullable(),
    createdAt: z.string().describe('UTC instant, ISO 8601.'),
  }),
  userEvent,
);
export type LoggedEvent = z.infer<typeof loggedEvent>;

/** Where the log of the signed-in user ends. A snapshot reads it first, then the data. */
export const eventHead = z.object({
  seq: z.int().min(0).describe('The newest event; 0 where there was none yet.'),
  epoch: z.uuid().describe('The name of the log. Numbers of another epoch mean something else.'),
});
export type EventHead = z.infer<typeof eventHead>;

export const streamInput = z.object({
  since: z.int().min(0).describe('The last event that the client has applied.'),
  epoch: z.uuid().describe('The epoch of that event.'),
  userId: id
    .optional()
    .describe(
      'Whose events they are to be: rejected where somebody else is signed in by now. The caller’s if left out.',
    ),
  lastEventId: z
    .string()
    .max(20)
    .nullish()
    .describe('Set by the transport when it resumes: the last event that it handed over.'),
});

/**
 * One message of the stream: some events in order, or word that the log cannot be continued from the cursor (too
 * old, too far behind, or of another epoch). After a `reset` the stream ends; the client takes a snapshot.
 */
export const streamMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('events'), events: z.array(loggedEvent) }),
  z.object({ kind: z.literal('reset') }),
]);
export type StreamMessage = z.infer<typeof streamMessage>;
