import type { Deps } from '../context.ts';
import type { JobPayloads } from '../jobs.ts';
import { findDisabled } from './webhooks.queries.ts';
import { webhookBounds } from './webhooks.schema.ts';

/** Mails an organization that its webhook was switched off, and where it can be switched on again. */
export async function mailWebhookDisabled(
  { db, ports, settings }: Pick<Deps, 'db' | 'ports' | 'settings'>,
  { webhookId, isGone }: JobPayloads['mail-webhook-disabled'],
): Promise<void> {
  const webhook = await findDisabled(db, webhookId);
  // Deleted or switched on again meanwhile.
  if (!webhook) return;
  await ports.mailer.send({
    to: webhook.email,
    subject: 'A webhook was switched off',
    text: [
      `Gatherwell no longer sends anything to ${webhook.url}, because ${
        isGone
          ? 'its server returned 410: the address is gone.'
          : `every delivery has failed for ${webhookBounds.daysFailing} days.`
      }`,
      'Switch it on again when its server works:',
      `${settings.publicUrl}/edit/organization/webhooks`,
    ].join('\n\n'),
  });
}
