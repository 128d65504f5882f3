/** The header that names a write: a UUID of the client's choice, the same whenever the same write is sent again. */
export const idempotencyHeader = 'idempotency-key';

/** For so many days the server knows what a name stands for: a client may send the write again for as long. */
export const keptDays = 45;

/**
 * The header that says as whom a browser calls: the id of the user whose screens and copy it keeps. A cookie belongs
 * to all tabs, so one that has not yet heard of another sign-in would act for the wrong person; such a call is refused.
 */
export const actorHeader = 'acting-user';
