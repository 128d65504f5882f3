import { createHash } from 'node:crypto';

/** What sessions are found by. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** SQL for whether a token's hash is of a session of the user that is in force. */
export const isSession = (userId: string, tokenHash: string, now: string) =>
  `exists (select from sessions where bearer_hash = ${tokenHash} and user_id = ${userId} and expires_at > ${now})`;
