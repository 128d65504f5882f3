/** The header that names a write: a UUID of the client's choice, the same whenever the same write is sent again. */
export const idempotencyHeader = 'idempotency-key';

/**
 * The header that says as whom a browser calls: the id of the user whose screens and copy it keeps. A cookie belongs
 * to all tabs, so one that has not yet heard of another sign-in would act for the wrong person; such a call is refused.
 */
export const actorHeader = 'acting-user';
