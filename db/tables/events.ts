import type { Instant, Json } from './columns.ts';

/**
 * The newest event number of a user. Raised inside the transaction that writes the event, which makes the numbers of
 * one user gapless and in commit order: a stream that reads "more than n" never misses one.
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
  /** Of the payload, as JSON text in UTF-8. */
  bytes: number;
  /** The client's name for the write that caused it, where there was one. */
  op_id: string | null;
  created_at: Instant;
}

/**
 * One row: the name of this event log. Cursors hold it, because event numbers of another database mean something
 * else. Restoring a backup sets a new value, and every client starts over with a snapshot.
 */
export interface EventEpochTable {
  epoch: string;
}
