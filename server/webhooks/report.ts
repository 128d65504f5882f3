import { sql } from 'kysely';
import { compileOnce, type Statement } from '#db/batch.ts';
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
  effects.atEnd(
    compileOnce('report', { organizationId, ...deliveryOf(message) }, (hole) =>
      insertDeliveries(sql`select ${hole.organizationId}::uuid as id`, hole),
    ),
  );
}

/** Reports that a post was published, to the organization whose it is. */
export function reportPublished(effects: Effects, postId: string, at: Date): void {
  const delivery = deliveryOf({ event: 'post.published', data: { postId }, subject: postId, at });
  effects.atEnd(
    compileOnce('report published', { postId, ...delivery }, (hole) =>
      insertDeliveries(sql`select creator_id as id from posts where id = ${hole.postId}`, hole),
    ),
  );
}

/** What is stored of a report for each webhook. */
const deliveryOf = ({ at, subject, ...message }: Report) => ({
  event: message.event,
  subject,
  body: bodyOf(message, at),
  at,
});

const insertDeliveries = (
  organization: ReturnType<typeof sql>,
  { event, subject, body, at }: ReturnType<typeof deliveryOf>,
): Statement => sql`
  insert into webhook_deliveries (id, webhook_id, event, subject, body, created_at, next_at)
  select gen_random_uuid(), w.id, ${event}, ${subject}, ${body}, ${at}::timestamptz, ${at}::timestamptz
  from webhooks w join (${organization}) o on o.id = w.organization_id
  where ${event}::text = any (w.events) and w.disabled_at is null
  on conflict (webhook_id, event, subject) do nothing`;
