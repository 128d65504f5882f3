import type { Generated } from 'kysely';
import type { Instant } from './columns.ts';

/** Two users who write to each other. At most one row for the two; `user_a` is the smaller id. */
export interface ConversationsTable {
  id: string;
  user_a: string;
  user_b: string;
  /** The number of the last message. Sending locks the row, so that messages are serialized. */
  last_seq: Generated<number>;
  created_at: Instant;
  /** Who sent the first message, and when; null before. */
  first_sender_id: string | null;
  first_at: Instant | null;
  /** Whether the other one has written, too. */
  is_answered: Generated<boolean>;
}

/** What a conversation is to one of its two members. Both have a row, from its beginning. */
export interface ConversationMembersTable {
  conversation_id: string;
  user_id: string;
  /** The other member. */
  other_id: string;
  /** Its place in the member's list; null where the member has deleted it, or nothing was written to them. */
  listed_at: Instant | null;
  /** Messages up to this number are gone for the member. */
  cleared_seq: Generated<number>;
  /** Messages up to this number were read by the member. */
  read_seq: Generated<number>;
  /** The last message that the member sees; 0 where there is none. */
  last_seq: Generated<number>;
  /** How many messages of the other one come after both numbers. */
  unread: Generated<number>;
}

/** How many messages a user has not read, in all conversations: the sum of `unread`. */
export interface UnreadMessagesTable {
  user_id: string;
  unread: number;
}

/** A message in a conversation. Rows are added, and never changed. */
export interface MessagesTable {
  /** A UUIDv7, chosen by the sender's device: the same message is stored once. */
  id: string;
  conversation_id: string;
  /** Its place in the conversation: rising, in the order of commits. */
  seq: number;
  sender_id: string;
  text: string;
  /** The address of a post within the product, or null. */
  post_link: string | null;
  /** The address of an organization within the product, or null. */
  organization_link: string | null;
  created_at: Instant;
}
