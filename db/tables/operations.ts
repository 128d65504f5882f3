import type { Instant, Json } from './columns.ts';

/** A write with an idempotency key, and its result: sent again, it gets the same response and is not done again. */
export interface OperationsTable {
  /** Whose write it is; null where nobody was signed in. All visitors share one space of keys. */
  user_id: string | null;
  /** The client's name for the write. */
  op_id: string;
  /**
   * HMAC-SHA-256 of the procedure and its parsed input but for the secret fields. The same name with another write is
   * a mistake of the client. Empty in rows of before there was a key: those are not compared.
   */
  request_hash: string;
  /** A slow hash, as of passwords, of the input's secret fields, where there are any. */
  secret_hash: string | null;
  /** The procedure's output without secret fields, in an envelope because an output may be null. */
  result: Json<{ data: unknown }>;
  created_at: Instant;
}
