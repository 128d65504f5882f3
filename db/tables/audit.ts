import type { ColumnType } from 'kysely';
import type { Json } from './columns.ts';

/** What the audit log records; when each is written is in `server/audit/README.md`. */
export const auditActions = [
  'account-created',
  'signed-in',
  'sign-in-failed',
  'sign-in-limited',
  'signed-out',
  'password-changed',
  'password-change-failed',
  'password-reset-requested',
  'password-reset',
  'access-token-created',
  'access-token-revoked',
  'calendar-address-created',
  'calendar-address-removed',
  'webhook-created',
  'webhook-changed',
  'webhook-secret-created',
  'webhook-removed',
  'network-connected',
  'network-disconnected',
  'membership-requested',
  'membership-changed',
  'membership-accepted',
  'membership-rejected',
  'membership-removed',
  'coins-granted',
  'database-migrated',
  'database-seeded',
  'database-restored',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** A few ids, names of choices and numbers: never a secret, an address or what somebody wrote. */
export type AuditDetails = Record<string, string | number | boolean | readonly string[]>;

/** A value that is inserted and, by the types as by the database, never updated. */
type Once<T> = ColumnType<T, T, never>;

/**
 * Who did what, when, and from where. The database rejects changes of entries, except those of
 * `sweep_audit_entries()`. Ids are no foreign keys: entries outlive the accounts that they name.
 */
export interface AuditEntriesTable {
  id: Once<string>;
  /** By the database's clock, unless given. */
  at: ColumnType<Date, Date | undefined, never>;
  action: Once<AuditAction>;
  /** Who did it; null where nobody is known to have, and for what was done from the command line. */
  actor_id: Once<string | null>;
  /** To whose account; null where there is no such account. */
  subject_id: Once<string | null>;
  details: Json<AuditDetails>;
  /** As limits count it; null after 90 days, and for what was done from the command line. */
  ip_address: Once<string | null>;
  request_id: Once<string | null>;
}
