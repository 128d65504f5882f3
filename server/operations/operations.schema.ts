/** The header that names a write: a UUID of the client's choice, the same whenever the same write is sent again. */
export const idempotencyHeader = 'idempotency-key';
