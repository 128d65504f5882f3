import fc from 'fast-check';
import type { LoggedEvent, UserEvent } from '#server/events/events.schema.ts';
import { alice, bob, carol } from './people.ts';
import {
  bulkMessageView,
  conversationView,
  idOf,
  membershipView,
  notificationView,
  postView,
} from './views.ts';

type PayloadOf<Type extends UserEvent['type']> = Extract<UserEvent, { type: Type }>['payload'];

/** Payloads of every type of event. A new type fails to compile until it has some. */
export type Payloads = { [Type in UserEvent['type']]: fc.Arbitrary<PayloadOf<Type>> };

const number = fc.integer({ min: 1, max: 6 });

export const payloads: Payloads = {
  'post-upserted': fc
    .record({ number, title: fc.string(), follows: fc.boolean(), isDated: fc.boolean() })
    .map(({ number: n, isDated, ...more }) => ({
      post: postView(n, { ...more, startDateTime: isDated ? postView(1).createdAt : null }),
    })),
  'post-removed': number.map((n) => ({ postId: idOf(n) })),
  'post-interest': fc
    .record({ number, liked: fc.nat(9), going: fc.boolean() })
    .map(({ number: n, liked, going }) => ({
      postId: idOf(n),
      interests: [{ userId: alice._id, liked: liked > 0, interested: false, going }],
      counts: { liked, interested: 0, going: Number(going) },
    })),
  'scheduler-changed': fc
    .record({ number, isAdded: fc.boolean() })
    .map(({ number: n, isAdded }) => ({ postId: idOf(n), isAdded })),
  'reminder-changed': fc
    .record({ number, reminder: fc.constantFrom(null, 60, 1440) })
    .map(({ number: n, reminder }) => ({ postId: idOf(n), reminder })),
  'follow-changed': fc.boolean().map((follows) => ({ userId: carol._id, follows })),
  'followers-changed': fc.constant({}),
  'endorsement-changed': fc.boolean().map((endorses) => ({ userId: carol._id, endorses })),
  'endorsers-changed': fc.constant({}),
  'viewers-changed': fc.constant({}),
  'reactions-changed': fc.constant({}),
  'cultivations-changed': fc.constant({}),
  'friendship-changed': fc.option(fc.constantFrom('pending' as const, 'accepted' as const)).map((status) => ({
    userId: bob._id,
    friendship: status && { _id: idOf(9), status, senderId: bob._id },
  })),
  'block-changed': fc
    .record({ isBlocked: fc.boolean(), isBlockedByOther: fc.boolean() })
    .map((blocks) => ({ userId: bob._id, ...blocks })),
  'membership-changed': fc
    .option(fc.constantFrom('pending' as const, 'accepted' as const, 'rejected' as const))
    .map((status) => ({ membershipId: idOf(8), membership: status && membershipView({ status }) })),
  'notification-upserted': fc
    .record({ number, isRead: fc.boolean(), totalSenders: fc.nat(9) })
    .map(({ number: n, ...more }) => ({ notification: notificationView(n, more) })),
  'notification-removed': number.map((n) => ({ notificationId: idOf(n) })),
  'notifications-marked': fc.record(
    { isRead: fc.boolean(), until: number.map((n) => notificationView(n).createdAt) },
    { requiredKeys: ['isRead'] },
  ),
  'notification-count': fc.record({ onlyNew: fc.nat(9), total: fc.nat(9) }, { requiredKeys: ['onlyNew'] }),
  'feed-newer': number.map((n) => ({ newestAt: postView(n).createdAt })),
  'conversation-upserted': number.map((n) => ({
    conversation: conversationView(n, { lastMessageEntity: null }),
  })),
  'message-added': fc
    .record({ number, unread: fc.nat(9) })
    .map(({ number: n, ...more }) => ({ conversation: conversationView(n, more) })),
  'conversation-read': fc
    .record({ number, readUpTo: number, unread: fc.nat(9) })
    .map(({ number: n, ...more }) => ({ conversationId: idOf(n), ...more })),
  'conversation-seen': fc
    .record({ number, readUpTo: number })
    .map(({ number: n, readUpTo }) => ({ conversationId: idOf(n), readUpTo })),
  'conversation-removed': number.map((n) => ({ conversationId: idOf(n) })),
  'message-count': fc.record({ onlyNew: fc.nat(9) }),
  'bulk-message-changed': fc
    .record({ number, done: fc.nat(9) })
    .map(({ number: n, done }) => ({ bulkMessage: bulkMessageView(n, { done, sent: done }) })),
  'wallet-changed': fc.record({ walletCoin: fc.nat(9) }),
  'operation-done': fc.constant({}),
};

/** Events for Alice, each type as likely as the others. */
export const anyEvent: fc.Arbitrary<UserEvent> = fc.oneof(
  ...Object.entries(payloads).map(([type, payload]) =>
    (payload as fc.Arbitrary<object>).map((drawn) => ({ type, payload: drawn }) as UserEvent),
  ),
);

/** Returns events as they stand in a log from its beginning. */
export const logged = (events: readonly UserEvent[]): LoggedEvent[] =>
  events.map((event, index) => ({ seq: index + 1, opId: null, createdAt: postView(1).createdAt, ...event }));
