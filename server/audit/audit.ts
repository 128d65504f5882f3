import { v7 as uuid } from 'uuid';
import { executeAlone } from '#db/batch.ts';
import type { AuditAction, AuditDetails } from '#db/tables/audit.ts';
import type { Context } from '../context.ts';
import type { Effects } from '../effects.ts';
import type { Session } from '../ports.ts';
import { type AuditDraft, insertAuditEntry } from './audit.queries.ts';

/** What happened, and to whose account. */
interface Audited {
  action: AuditAction;
  subject: AuditDraft['subject'];
  /** Who did it; who is signed in unless given. */
  actorId?: string | null;
  details?: AuditDetails;
}

type RequestContext = Pick<Context, 'db' | 'enclosing' | 'requestId' | 'clientAddress'> & {
  viewer?: Session | undefined;
};

/** Records something in the write that does it: with the commit, in no round trip of its own. */
export function audit(ctx: RequestContext, effects: Effects, audited: Audited): void {
  effects.atEnd(insertAuditEntry(draftOf(ctx, audited)));
}

/** Records something that is rejected, so that nothing else is written: also where an enclosing write is undone. */
export async function auditRejected(ctx: RequestContext, audited: Audited): Promise<void> {
  const statement = insertAuditEntry(draftOf(ctx, audited));
  if (ctx.enclosing) ctx.enclosing.effects.whenRejected(statement);
  else await executeAlone(ctx.db, statement);
}

function draftOf(
  { viewer, clientAddress, requestId }: RequestContext,
  { action, subject, actorId = viewer?.userId ?? null, details = {} }: Audited,
): AuditDraft {
  const accessTokenId = viewer?.accessToken?.id;
  return {
    id: uuid(),
    action,
    actorId,
    subject,
    details: { ...details, ...(accessTokenId !== undefined && { accessTokenId }) },
    ipAddress: clientAddress,
    requestId,
  };
}
