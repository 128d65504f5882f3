import { TRPCError } from '@trpc/server';
import { isDatabaseUnavailable, isStorageFull } from '#db/unavailable.ts';
import type { Reason } from './error-reasons.ts';
import { MediaUnavailable } from './ports.ts';

/**
 * An error that the client can act on. `reason` is a stable word for programs, `message` a sentence for people;
 * `fields` names the input fields that are wrong, `retryAfter` is in seconds.
 */
export class Refusal extends TRPCError {
  readonly reason: Reason;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    code: TRPCError['code'],
    reason: Reason,
    message: string,
    more: { fields?: Record<string, string>; retryAfter?: number; cause?: Error } = {},
  ) {
    super({ code, message, cause: more.cause });
    this.reason = reason;
    this.fields = more.fields;
    this.retryAfter = more.retryAfter;
  }
}

/** 400: one input field is wrong, for a reason that only the server could know. */
export const badField = (field: string, message: string) =>
  new Refusal('BAD_REQUEST', 'validation', message, { fields: { [field]: message } });

/** 401: nobody is signed in. */
export const notSignedIn = () => new Refusal('UNAUTHORIZED', 'not-signed-in', 'Please sign in first.');

/** 403: it exists and the viewer may know so, but it is not the viewer's. */
export const notYours = (message = 'You are not allowed to do this.') =>
  new Refusal('FORBIDDEN', 'not-yours', message);

/** 404: it does not exist, or the viewer may not see it; the two are the same. */
export const notFound = (message = 'Not found') => new Refusal('NOT_FOUND', 'not-found', message);

/** 409: it cannot be done in the present state. */
export const conflict = (reason: Reason, message: string) => new Refusal('CONFLICT', reason, message);

/** 429: too often; `retryAfter` in seconds. */
export const tooOften = (retryAfter: number) =>
  new Refusal('TOO_MANY_REQUESTS', 'too-often', 'Too many attempts. Please wait a little and try again.', {
    retryAfter,
  });

/**
 * Returns the 503 for a database or a media store that is unavailable, or a disk or a bucket that is full; undefined
 * for other errors.
 */
export function hostFailure(error: unknown): Refusal | undefined {
  if (isStorageFull(error))
    return new Refusal(
      'SERVICE_UNAVAILABLE',
      'storage-full',
      'Nothing was saved: the storage is full. Please try again later.',
      { retryAfter: 60, cause: error },
    );
  if (isDatabaseUnavailable(error) || error instanceof MediaUnavailable)
    return new Refusal(
      'SERVICE_UNAVAILABLE',
      'unavailable',
      'Gatherwell is unavailable right now. Please try again in a moment.',
      { retryAfter: 2, cause: error },
    );
  return undefined;
}
