import { sweepAccessTokens } from './access-tokens/access-tokens.queries.ts';
import { recoverPassword } from './accounts/recover-password.ts';
import { sweepAudit } from './audit/audit.queries.ts';
import type { Deps } from './context.ts';
import { purgeMessages } from './conversations/purge-messages.ts';
import { sendBatch } from './conversations/send-bulk.ts';
import { addBatch } from './cultivations/add-people.ts';
import { sortBatch } from './cultivations/keep-order.ts';
import { refreshList } from './cultivations/keep-up.ts';
import { sweepEvents } from './events/events.queries.ts';
import { sweepFiles } from './files/sweep-files.ts';
import { announceFollowInvitations } from './invitations/invite-to-follow.ts';
import { mailFollowInvitation } from './invitations/mail-follow-invitation.ts';
import { mailInvitation } from './invitations/mail-invitation.ts';
import type { JobName, JobPayloads } from './jobs.ts';
import { makeAreaFile } from './map-areas/area-files.ts';
import { sweepOperations } from './operations/operations.queries.ts';
import { announcePost } from './posts/announce-post.ts';
import { mailReminder } from './reminders/mail-reminder.ts';
import { moveRemindersOf } from './reminders/move-reminders.ts';
import { announceShare } from './shares/announce-share.ts';
import { mailReconnect } from './social-media/watch-connections.ts';
import { mailWebhookDisabled } from './webhooks/mail-disabled.ts';
import { sweepDeliveries } from './webhooks/webhooks.queries.ts';

/** Does one job. It may run again after it was done, or half done; rejects where it is to be retried. */
export type JobHandler<N extends JobName> = (deps: Deps, payload: JobPayloads[N]) => Promise<void>;

/** Who does what: a table of contents. */
export const jobHandlers: { [N in JobName]: JobHandler<N> } = {
  'recover-password': recoverPassword,
  'announce-post': announcePost,
  'announce-share': announceShare,
  'mail-invitation': mailInvitation,
  'make-area-file': makeAreaFile,
  'send-bulk-message': sendBatch,
  'add-to-cultivation': addBatch,
  'refresh-cultivation': refreshList,
  'sort-cultivation': sortBatch,
  'announce-follow-invitations': announceFollowInvitations,
  'mail-follow-invitation': mailFollowInvitation,
  'mail-reconnect': mailReconnect,
  'mail-webhook-disabled': mailWebhookDisabled,
  'move-reminders': moveRemindersOf,
  'mail-reminder': mailReminder,
  'sweep-events': ({ db, ports }) => sweepEvents(db, ports),
  'sweep-operations': ({ db, ports }) => sweepOperations(db, ports),
  'purge-messages': purgeMessages,
  'sweep-files': sweepFiles,
  'sweep-sessions': async ({ db, ports, settings }) => {
    await ports.sessions.sweep(db);
    await sweepAccessTokens(db, new Date());
    await sweepDeliveries(db, ports.clock.now());
    await sweepAudit(db, settings.auditDays);
  },
};

/** Runs the handler of a job. */
export function runJob<N extends JobName>(deps: Deps, name: N, payload: JobPayloads[N]): Promise<void> {
  return jobHandlers[name](deps, payload);
}
