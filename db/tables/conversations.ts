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

/** A message to many people, each of whom gets a message of their own. */
export interface BulkMessagesTable {
  /** A UUIDv7, chosen by the sender's device: the same is sent once. */
  id: string;
  sender_id: string;
  text: string;
  created_at: Instant;
  /** How many recipients there were as it began. */
  total: number;
  /** What the sender agreed to pay, in coins: never more is spent. */
  cost: number;
  /** How many of the recipients have had their turn. */
  done: Generated<number>;
  /** How many of them were sent a message; the others could not be reached any more. */
  sent: Generated<number>;
  /** What was paid for those, in coins. */
  spent: Generated<number>;
  /** When the last one had their turn; null before. */
  finished_at: Instant | null;
}

/** Recipients of a bulk message who have not had their turn. A batch is deleted by the transaction that sends to it. */
export interface BulkBatchesTable {
  bulk_id: string;
  /** Batches are numbered from 0, without gaps. */
  number: number;
  /** Those who were connected to the sender as it began. */
  free_ids: string[];
  /** Those for whom a coin each is kept in the sender's wallet. */
  paid_ids: string[];
}
