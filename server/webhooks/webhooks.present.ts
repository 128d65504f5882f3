import type { Delivery, Webhook } from './webhooks.queries.ts';
import type { DeliveryView, WebhookView } from './webhooks.schema.ts';

/** A webhook as its organization sees it. */
export function presentWebhook(row: Webhook, now: Date): WebhookView {
  const overlaps = row.previous_until !== null && row.previous_until > now;
  return {
    _id: row.id,
    url: row.url,
    events: row.events,
    state: row.disabled_at ? 'disabled' : row.failures > 0 ? 'failing' : 'active',
    createdAt: row.created_at.toISOString(),
    failingSince: row.failing_since?.toISOString() ?? null,
    disabledAt: row.disabled_at?.toISOString() ?? null,
    previousSecretUntil: overlaps ? (row.previous_until?.toISOString() ?? null) : null,
  };
}

export const presentDelivery = (row: Delivery): DeliveryView => ({
  _id: row.id,
  event: row.event,
  state: row.state,
  attempts: row.attempts,
  createdAt: row.created_at.toISOString(),
  lastAttemptAt: row.last_at?.toISOString() ?? null,
  nextAttemptAt: row.state === 'pending' ? row.next_at.toISOString() : null,
  responseStatus: row.response_status,
  problem: row.problem,
});
