/** The header of a write's idempotency key: a UUID that the client chooses and repeats when it retries. */
export const idempotencyHeader = 'idempotency-key';

/** The header of a response that repeats the result of a write that was done before. */
export const replayedHeader = 'idempotent-replayed';

/** Days for which the server remembers a key, so that a client may retry with it. */
export const keptDays = 45;

/**
 * The header with the id of the user whose screens and local cache a browser shows. All tabs share a cookie, so a tab
 * that has not yet noticed another sign-in would act for the wrong user; such a call is rejected.
 */
export const actorHeader = 'acting-user';
