import { sql } from 'kysely';
import type { Statement } from '#db/batch.ts';
import type { Effects } from '../effects.ts';
import { bodyOf, type WebhookMessage } from './payloads.schema.ts';

/** What happened, when, and for whom. */
type Report = WebhookMessage & {
  at: Date;
  /** What tells it from others of its kind: the same is reported once. */
  subject: string;
};

/**
 * Reports something to the webhooks of an organization that want to know, in the transaction that does it and in no
 * round trip of its own. What is told apart by nothing is reported once while deliveries are kept.
 */
export function report(effects: Effects, organizationId: string, message: Report): void {
  effects.atEnd(insertDeliveries(sql`select ${organizationId}::uuid as id`, message));
}

/** Reports that a post was published, to the organization whose it is. */
export function reportPublished(effects: Effects, postId: string, at: Date): void {
  effects.atEnd(
    insertDeliveries(sql`select creator_id as id from posts where id = ${postId}`, {
      event: 'post.published',
      data: { postId },
      subject: postId,
      at,
    }),
  );
}

const insertDeliveries = (
  organization: ReturnType<typeof sql>,
  { at, subject, ...message }: Report,
): Statement => sql`
  insert into webhook_deliveries (id, webhook_id, event, subject, body, created_at, next_at)
  select gen_random_uuid(), w.id, ${message.event}, ${subject}, ${bodyOf(message, at)},
    ${at}::timestamptz, ${at}::timestamptz
  from webhooks w join (${organization}) o on o.id = w.organization_id
  where ${message.event}::text = any (w.events) and w.disabled_at is null
  on conflict (webhook_id, event, subject) do nothing`;
