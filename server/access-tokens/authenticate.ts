import type { Db } from '#db/database.ts';
import { sha256 } from '../crypto.ts';
import type { Session } from '../ports.ts';
import { findAccessToken, markUsed } from './access-tokens.queries.ts';
import { tokenPrefix } from './access-tokens.schema.ts';

const tokenPattern = new RegExp(`^${tokenPrefix}[\\w-]{43}$`);

/** Milliseconds within which a token's use is stored once. */
const storedEvery = 60_000;

/**
 * Returns whether a bearer token has the form of a personal access token. A session's is shorter, and one of 262,144 begins
 * with the same prefix.
 */
export const isAccessToken = (token: string): boolean => tokenPattern.test(token);

/** Returns what a personal access token in force stands for. Tokens end by the machine's own clock, as sessions do. */
export async function authenticate(db: Db, token: string): Promise<Session | undefined> {
  const hash = sha256(token);
  const now = new Date();
  const found = await findAccessToken(db, { hash, now });
  if (!found) return undefined;
  const before = new Date(now.getTime() - storedEvery);
  if (!found.last_used_at || found.last_used_at <= before) await markUsed(db, { id: found.id, now, before });
  return {
    id: hash,
    userId: found.user_id,
    userType: found.user_type,
    expiresAt: found.expires_at,
    accessToken: { id: found.id, scopes: found.scopes, allowedOrigins: found.allowed_origins },
  };
}
