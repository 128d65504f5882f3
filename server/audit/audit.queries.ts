import { sql } from 'kysely';
import { executeTogether, type Statement } from '#db/batch.ts';
import type { Db } from '#db/database.ts';
import type { AuditAction, AuditDetails } from '#db/tables/audit.ts';

/** An entry of the audit log, as it is inserted. */
export interface AuditDraft {
  id: string;
  action: AuditAction;
  /** Who did it; null where that is not known, and from the command line. */
  actorId: string | null;
  /** To whose account: its id, or the mail address of which the entry gets the id, if there is such an account. */
  subject: string | { email: string } | null;
  details: AuditDetails;
  ipAddress: string | null;
  requestId: string | null;
}

/** Returns the statement that adds an entry. */
export const insertAuditEntry = ({ subject, ...draft }: AuditDraft): Statement => ({
  compile: (db) =>
    db
      .insertInto('audit_entries')
      .values((eb) => ({
        id: draft.id,
        action: draft.action,
        actor_id: draft.actorId,
        subject_id:
          subject === null || typeof subject === 'string'
            ? subject
            : eb.selectFrom('users').select('users.id').where('users.email', '=', subject.email),
        details: JSON.stringify(draft.details),
        ip_address: draft.ipAddress,
        request_id: draft.requestId,
      }))
      .compile(),
});

export interface AuditFilter {
  /** Whoever did it or whose account it was. */
  userId?: string | undefined;
  action?: AuditAction | undefined;
  since?: Date | undefined;
  limit: number;
}

/** Resolves to the newest entries, newest first, with the mail addresses of accounts that are still there. */
export async function findAuditEntries(db: Db, { userId, action, since, limit }: AuditFilter) {
  let matching = db
    .selectFrom('audit_entries as e')
    .leftJoin('users as actor', 'actor.id', 'e.actor_id')
    .leftJoin('users as subject', 'subject.id', 'e.subject_id')
    .select([
      'e.id',
      'e.at',
      'e.action',
      'e.actor_id',
      'actor.email as actor_email',
      'e.subject_id',
      'subject.email as subject_email',
      'e.details',
      'e.ip_address',
      'e.request_id',
    ])
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit);
  if (action !== undefined) matching = matching.where('e.action', '=', action);
  if (since !== undefined) matching = matching.where('e.at', '>=', since);
  if (userId === undefined) return matching.execute();
  // Two walks along an index each; one condition with "or" could use neither for the order.
  const [done, suffered] = await executeTogether(db, [
    matching.where('e.actor_id', '=', userId),
    matching.where('e.subject_id', '=', userId).where('e.actor_id', 'is distinct from', userId),
  ]);
  return [...done, ...suffered]
    .toSorted((one, other) => other.at.getTime() - one.at.getTime() || (one.id < other.id ? 1 : -1))
    .slice(0, limit);
}

/** For how many days entries and network addresses are kept. */
const usualDays = { entries: 400, addresses: 90 };

/** Deletes entries, and removes network addresses of others, whose time is over by the database's clock. */
export async function sweepAudit(db: Db, days = usualDays.entries): Promise<void> {
  await sql`select sweep_audit_entries(${days}, ${usualDays.addresses})`.execute(db);
}
