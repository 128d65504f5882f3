import type { Generated } from 'kysely';
import type { Instant } from './columns.ts';

export const notificationTypes = [
  'friend-request',
  'friend-accept',
  'follow',
  'endorsement',
  'like',
  'interest',
  'going',
  'new-post',
  'reminder',
  'membership-request',
  'membership-accept',
  'follow-invitation',
  'reconnect-facebook',
  'reconnect-twitter',
  'reconnect-linked-in',
] as const;
export type NotificationType = (typeof notificationTypes)[number];

/**
 * One line in a user's notifications: everybody who did the same thing to the same object since the line was
 * last read. `is_open` is true until it is first read; only an open line takes more senders.
 */
export interface NotificationsTable {
  id: string;
  user_id: string;
  type: NotificationType;
  /** The post that it is about, or null where it is about the sender alone. */
  post_id: string | null;
  /** The latest sender's time: the line's place in the list. */
  latest_at: Instant;
  is_read: Generated<boolean>;
  is_open: Generated<boolean>;
  /** Deleted: in no list, and gone for good after this. Null for what is there to be read. */
  delete_after: Instant | null;
}

/**
 * A sender of a notification; `notification_id` is null once that was deleted. `object_id` is what it is about: the
 * post, or one of several things that the sender may do to the receiver, or else the receiver. With it, one actor
 * notifies one user of one type and object at most once, however often the action is taken back and repeated.
 */
export interface NotificationSendersTable {
  notification_id: string | null;
  user_id: string;
  type: NotificationType;
  object_id: string;
  sender_id: string;
  created_at: Instant;
}
