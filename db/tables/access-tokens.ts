import type { Instant } from './columns.ts';

/** What a personal access token may do; what a call needs is in `server/access-tokens/scopes.ts`. */
export const accessTokenScopes = ['read', 'write', 'messages', 'administration'] as const;
export type AccessTokenScope = (typeof accessTokenScopes)[number];

/** A token with which a program calls the API for a user. Only its SHA-256 is stored. */
export interface AccessTokensTable {
  id: string;
  user_id: string;
  /** What its owner calls it. */
  name: string;
  hash: string;
  /** The last characters of the token, by which its owner recognises it. */
  last_four: string;
  scopes: AccessTokenScope[];
  /** Origins whose pages may send it, beside those that the operator allows for every token. */
  allowed_origins: string[];
  created_at: Instant;
  expires_at: Instant;
  /** When it was last used, within a minute. */
  last_used_at: Instant | null;
  revoked_at: Instant | null;
}
