import { z } from 'zod';
import { type WebhookEvent, webhookEvents } from '#db/tables/webhooks.ts';
import { webhookPayloads } from '../webhooks/payloads.schema.ts';

const header = (description: string) => ({
  in: 'header',
  required: true,
  schema: { type: 'string' },
  description,
});

const parameters = [
  { name: 'Webhook-Id', ...header('The delivery: the same in every attempt.') },
  {
    name: 'Webhook-Timestamp',
    ...header('When it was sent, in seconds since 1970. Reject what is older than 5 minutes.'),
  },
  {
    name: 'Webhook-Signature',
    ...header(
      'One or more of `v1,` and HMAC-SHA-256 in base64, with spaces between, over `{id}.{timestamp}.{body}`. One that verifies is enough.',
    ),
  },
];

/** What is posted to webhooks, as the section `webhooks` of an OpenAPI document. */
export const describeWebhooks = (): Record<WebhookEvent, object> =>
  Object.fromEntries(webhookEvents.map((event) => [event, { post: describe(event) }])) as Record<
    WebhookEvent,
    object
  >;

function describe(event: WebhookEvent): object {
  const { summary, data } = webhookPayloads[event];
  const { $schema: _, ...schema } = z.toJSONSchema(
    z.object({
      type: z.literal(event),
      timestamp: z.iso.datetime().describe('When it happened.'),
      data,
    }),
  );
  const ids = Object.keys(data.shape).map((name, index) => [
    name,
    `01976000-0000-7000-8000-00000000000${index + 1}`,
  ]);
  const example = { type: event, timestamp: '2026-11-22T10:00:00.000Z', data: Object.fromEntries(ids) };
  return {
    operationId: `receive${event
      .split('.')
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join('')}`,
    tags: ['webhooks'],
    summary,
    parameters,
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: {
      '2XX': { description: 'Taken. Anything else, or nothing within 10 seconds, is tried again for a day.' },
      410: { description: 'Wants nothing any more: the webhook is switched off.' },
    },
  };
}
