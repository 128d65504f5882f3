import type { Instant, UserType } from './columns.ts';

/** An account that can sign in. `email` is stored in lower case and is unique. */
export interface UsersTable {
  id: string;
  user_type: UserType;
  email: string;
  password_hash: string;
  /** When the password was last changed or reset; null where it is the first. By the database's clock. */
  password_changed_at: Instant | null;
  created_at: Instant;
}

/** A sign-in. The client holds one token for each carrier; only their SHA-256 is stored. */
export interface SessionsTable {
  /** Of the token in the cookie; also what the session is called elsewhere. */
  id: string;
  /** Of the bearer token. */
  bearer_hash: string | null;
  user_id: string;
  /** Moves forward with use: 14 days after the last one. */
  expires_at: Instant;
  /** A session ends 90 days after this, however much it is used. */
  created_at: Instant;
}

/**
 * Random text that the processes of this installation share and nobody else knows: the keys of hashes. Made by a
 * migration, so that there is nothing to set up, and apart from what is hashed with it.
 */
export interface ServerSecretsTable {
  /** What it is for. */
  name: 'known-devices' | 'operations';
  secret: string;
}

/** A requested password reset. `token_hash` is the SHA-256 of what the mail carries. */
export interface PasswordResetsTable {
  token_hash: string;
  user_id: string;
  expires_at: Instant;
  used_at: Instant | null;
}
