import type { Instant, UserType } from './columns.ts';

/** An account that can sign in. `email` is stored in lower case and is unique. */
export interface UsersTable {
  id: string;
  user_type: UserType;
  email: string;
  password_hash: string;
  created_at: Instant;
}

/** A sign-in. `id` is the SHA-256 of the token that the client holds; the token itself is never stored. */
export interface SessionsTable {
  id: string;
  user_id: string;
  /** Moves forward with use: 14 days after the last one. */
  expires_at: Instant;
  /** A session ends 90 days after this, however much it is used. */
  created_at: Instant;
}

/** A password reset that was asked for. `token_hash` is the SHA-256 of what the mail carries. */
export interface PasswordResetsTable {
  token_hash: string;
  user_id: string;
  expires_at: Instant;
  used_at: Instant | null;
}
