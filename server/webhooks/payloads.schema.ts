import { z } from 'zod';
import type { WebhookEvent } from '#db/tables/webhooks.ts';

const id = z.uuid();

/** What each event says: ids alone. Who wants to know more asks the API, which shows what the caller may see. */
export const webhookPayloads = {
  'post.published': {
    summary: 'A post was published, and can no longer be taken back',
    data: z.object({ postId: id }),
  },
  'follower.added': {
    summary: 'Somebody follows the organization',
    data: z.object({ followerId: id }),
  },
  'membership.requested': {
    summary: 'Somebody asks for a membership in the organization',
    data: z.object({ membershipId: id, individualId: id }),
  },
  'going.added': {
    summary:
      'Somebody says that they go to a post of the organization; who, `GET /posts/{id}/committed/` shows',
    data: z.object({ postId: id }),
  },
} as const satisfies Record<WebhookEvent, { summary: string; data: z.ZodType }>;

/** An event with its data. */
export type WebhookMessage = {
  [E in WebhookEvent]: { event: E; data: z.output<(typeof webhookPayloads)[E]['data']> };
}[WebhookEvent];

/** Returns the body of a delivery. */
export const bodyOf = ({ event, data }: WebhookMessage, at: Date): string =>
  JSON.stringify({ type: event, timestamp: at.toISOString(), data });
