import type { Deps } from '../context.ts';
import { isolateOnOneLine } from '../isolate.schema.ts';
import type { JobPayloads } from '../jobs.ts';
import { findFollowInvitationToMail } from './follow-invitations.queries.ts';

/** Mails a user that an organization invites them to follow it, with what it wrote. */
export async function mailFollowInvitation(
  { db, ports, settings }: Pick<Deps, 'db' | 'ports' | 'settings'>,
  payload: JobPayloads['mail-follow-invitation'],
): Promise<void> {
  const invitation = await findFollowInvitationToMail(db, payload);
  if (!invitation) return;
  const name = isolateOnOneLine(invitation.name) || 'An organization';
  await ports.mailer.send({
    to: invitation.email,
    subject: `${name} invites you to follow them on Gatherwell`,
    text: [
      `${name} wrote:`,
      invitation.message,
      `${settings.publicUrl}/organization/details/${payload.organizationId}`,
    ].join('\n\n'),
  });
}
