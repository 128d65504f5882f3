import { userInfo } from 'node:os';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { executeAlone } from '#db/batch.ts';
import type { Db } from '#db/database.ts';
import { type AuditAction, type AuditDetails, auditActions } from '#db/tables/audit.ts';
import { findAccountByEmail } from '#server/accounts/accounts.queries.ts';
import { type AuditFilter, findAuditEntries, insertAuditEntry } from '#server/audit/audit.queries.ts';
import { email, id } from '#server/validation.schema.ts';
import { alignColumns } from './columns.ts';
import { Problem } from './problem.ts';

/** Records what somebody did on this machine, in the transaction that does it. */
export async function auditOperator(
  db: Db,
  entry: { action: AuditAction; subjectId?: string; details?: AuditDetails },
): Promise<void> {
  const { action, subjectId = null, details } = entry;
  const draft = { id: uuid(), action, actorId: null, ipAddress: null, requestId: null };
  await executeAlone(
    db,
    insertAuditEntry({ ...draft, subject: subjectId, details: { operator: operator(), ...details } }),
  );
}

/** The account of the operating system, where it has a name. */
function operator(): string {
  try {
    return userInfo().username.slice(0, 64);
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** What the command line asks for, as it was typed. */
export interface AuditOptions {
  user?: string;
  action?: string;
  since?: string;
  limit?: string;
  json: boolean;
}

/** Resolves to the newest entries as a table, or a line of JSON each. Throws `Problem`. */
export async function printAuditLog(db: Db, options: AuditOptions, now: Date): Promise<string> {
  const entries = await findAuditEntries(db, await readFilter(db, options, now));
  if (options.json)
    return entries
      .map((entry) =>
        JSON.stringify({
          id: entry.id,
          at: entry.at.toISOString(),
          action: entry.action,
          actorId: entry.actor_id,
          actorEmail: entry.actor_email,
          subjectId: entry.subject_id,
          subjectEmail: entry.subject_email,
          details: entry.details,
          ipAddress: entry.ip_address,
          requestId: entry.request_id,
        }),
      )
      .join('\n');
  if (entries.length === 0) return 'There are no such entries.';
  return alignColumns([
    ['AT', 'ACTION', 'ACTOR', 'SUBJECT', 'ADDRESS', 'REQUEST', 'DETAILS'],
    ...entries.map((entry) =>
      [
        entry.at.toISOString(),
        entry.action,
        entry.actor_email ?? entry.actor_id ?? '-',
        entry.subject_email ?? entry.subject_id ?? '-',
        entry.ip_address ?? '-',
        entry.request_id ?? '-',
        JSON.stringify(entry.details),
      ].map(printable),
    ),
  ]).join('\n');
}

async function readFilter(db: Db, options: AuditOptions, now: Date): Promise<AuditFilter> {
  const action = z.enum(auditActions).optional().safeParse(options.action);
  if (!action.success) throw new Problem(`--action must be one of ${auditActions.join(', ')}.`);
  const limit = z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .safeParse(options.limit ?? '50');
  if (!limit.success) throw new Problem('--limit must be a whole number from 1 to 10000.');
  return {
    action: action.data,
    limit: limit.data,
    since: options.since === undefined ? undefined : readSince(options.since, now),
    userId: options.user === undefined ? undefined : await findUserId(db, options.user),
  };
}

const unitMs = { m: 60_000, h: 60 * 60_000, d: 24 * 60 * 60_000 };

function readSince(text: string, now: Date): Date {
  const [, count, unit] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  if (count !== undefined)
    return new Date(now.getTime() - Number(count) * unitMs[unit as keyof typeof unitMs]);
  const instant = z.union([z.iso.datetime({ offset: true }), z.iso.date()]).safeParse(text);
  if (!instant.success)
    throw new Problem(
      '--since must be an instant such as 2026-11-24T08:00:00Z, a day, or a time such as 7d, 12h or 30m.',
    );
  return new Date(instant.data);
}

/** Accepts the id of an account that is gone, too: its entries are there. */
async function findUserId(db: Db, user: string): Promise<string> {
  const userId = id.safeParse(user);
  if (userId.success) return userId.data;
  const address = email.safeParse(user);
  if (!address.success) throw new Problem('--user must be a mail address or the id of an account.');
  const account = await findAccountByEmail(db, address.data);
  if (!account) throw new Problem('There is no account with this address.');
  return account.id;
}

/** Leaves out what would control the terminal: some of it was sent by strangers. */
const printable = (cell: string) => cell.replaceAll(/\p{Cc}/gu, '');
