import type { Instant } from './columns.ts';

/** A post that a user has added to the personal calendar. */
export interface SchedulerEntriesTable {
  user_id: string;
  post_id: string;
  created_at: Instant;
}

/** The secret address under which other programs read a user's calendar. */
export interface CalendarAddressesTable {
  user_id: string;
  /** SHA-256 of the secret in the address. */
  token_hash: string;
  created_at: Instant;
}

/**
 * A published post with a date was deleted, taken back, or lost its date: programs that have it in a calendar must
 * learn of it. Written by a trigger, however that comes about.
 */
export interface CalendarCancellationsTable {
  post_id: string;
  creator_id: string;
  title: string;
  start_at: Instant;
  end_at: Instant;
  /** When the post was made. */
  created_at: Instant;
  cancelled_at: Instant;
}

/** A user who had added the post to the calendar, or was going. */
export interface CalendarCancellationPeopleTable {
  user_id: string;
  post_id: string;
}

/** A user is to be reminded of a post before it begins. */
export interface RemindersTable {
  post_id: string;
  user_id: string;
  /** How many minutes before. */
  minutes: number;
  /** When; null where there is nothing to be sent any more. Lags behind while the post is being moved. */
  due_at: Instant | null;
  /** When the user was last reminded. */
  reminded_at: Instant | null;
}
