import type { Instant, Json } from './columns.ts';

/**
 * The newest event number of a user. Raised inside the transaction that writes the event, which makes the
 * numbers of one user gapless and in commit order: a reader that asks for "more than n" never misses one.
 */
export interface UserHeadsTable {
  user_id: string;
  seq: number;
}

/** One thing that changed for one user, in the order in which it did. */
export interface UserEventsTable {
  user_id: string;
  seq: number;
  type: string;
  payload: Json<unknown>;
  /** The client's name for the write that caused it, where there was one. */
  op_id: string | null;
  created_at: Instant;
}
