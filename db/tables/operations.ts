import type { Instant, Json } from './columns.ts';

/**
 * A write that a client named before it sent it, and what came of it: sent again, it is answered again and not done
 * again.
 */
export interface OperationsTable {
  user_id: string;
  /** The client's name for the write. */
  op_id: string;
  /** SHA-256 of the procedure and its input. The same name with another write is a mistake of the client. */
  request_hash: string;
  /** What the procedure answered, in an envelope because an answer may be null. */
  result: Json<{ data: unknown }>;
  created_at: Instant;
}
