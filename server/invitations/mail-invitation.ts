import type { Deps } from '../context.ts';
import { displayName } from '../hydrate/profiles.ts';
import { isolateOnOneLine } from '../isolate.schema.ts';
import type { JobPayloads } from '../jobs.ts';
import { findInvitationToMail } from './invitations.queries.ts';

/** Mails a user that they were invited to view a post, with what the inviter wrote. */
export async function mailInvitation(
  { db, ports, settings }: Pick<Deps, 'db' | 'ports' | 'settings'>,
  payload: JobPayloads['mail-invitation'],
): Promise<void> {
  const invitation = await findInvitationToMail(db, payload);
  if (!invitation) return;
  const inviter = isolateOnOneLine(displayName(invitation)) || 'Someone';
  await ports.mailer.send({
    to: invitation.email,
    subject: `${inviter} invites you to view a post on Gatherwell`,
    text: [
      `${inviter} wrote:`,
      invitation.message,
      `${invitation.title}\n${settings.publicUrl}/post/${invitation.post_type}/details/${payload.postId}`,
    ].join('\n\n'),
  });
}
