import { z } from 'zod';
import { deliveryProblems, deliveryStates, webhookEvents } from '#db/tables/webhooks.ts';
import { id, text, validationMessages } from '../validation.schema.ts';

/** How every secret begins, as the Standard Webhooks specification has it. */
export const secretPrefix = 'whsec_';

export const webhookBounds = {
  /** Webhooks of one organization. */
  most: 5,
  /** Characters of an address. */
  url: 500,
  /** Hours for which the secret before also signs. */
  overlapHours: 24,
  /** Days for which deliveries are kept. */
  daysKept: 14,
  /** Days of failing after which a webhook is switched off. */
  daysFailing: 3,
} as const;

const needsHttps = 'Enter an address that begins with https://';

/** An address over HTTPS without credentials. Whether it is a public one is seen when it is resolved, every time. */
const url = text(webhookBounds.url)
  .refine((value) => /^https:\/\/[^/?#\\]/i.test(value) && URL.canParse(value), {
    error: (issue) => (issue.input === '' ? validationMessages.required : needsHttps),
    abort: true,
  })
  .refine(
    (value) => {
      const { username, password, hash } = new URL(value);
      return username === '' && password === '' && hash === '';
    },
    { error: 'Enter an address without a user name, password or #', abort: true },
  )
  .overwrite((value) => (URL.canParse(value) ? new URL(value).href : value))
  .max(webhookBounds.url, validationMessages.tooLong(webhookBounds.url))
  .describe('Where deliveries are posted to.');

const events = z
  .array(z.enum(webhookEvents))
  .min(1, 'Choose at least one event')
  .max(20)
  .overwrite((values) => [...new Set(values)])
  .describe('What is delivered.');

export const createWebhookInput = z.strictObject({ url, events });

export const webhookInput = z.strictObject({ id: id.describe('The webhook.') });

export const updateWebhookInput = z.strictObject({
  id: webhookInput.shape.id,
  url,
  events,
  isActive: z.literal(true).optional().describe('Switches one on again that was switched off.'),
});

const instant = z.iso.datetime();

export const webhookView = z.object({
  _id: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  state: z
    .enum(['active', 'failing', 'disabled'])
    .describe(
      `Failing: the last delivery was not taken. Disabled: it failed for ${webhookBounds.daysFailing} days, or the receiver returned 410; nothing is delivered until it is switched on again.`,
    ),
  createdAt: instant,
  failingSince: instant.nullable(),
  disabledAt: instant.nullable(),
  previousSecretUntil: instant.nullable().describe('Until when the secret before also signs.'),
});
export type WebhookView = z.output<typeof webhookView>;

export const webhookList = z.object({
  isAvailable: z
    .boolean()
    .describe('False where the installation has no key to seal secrets with: none can be created then.'),
  items: z.array(webhookView),
});

/** A webhook with its secret, which is returned only once. */
export const webhookWithSecret = webhookView.extend({
  secret: z.string().describe('Verifies deliveries. It is returned only here.'),
});

export const deliveriesInput = z.strictObject({
  id: webhookInput.shape.id,
  limit: z.int().min(1).max(100).default(50),
  cursor: z.string().max(100).optional(),
});

export const deliveryInput = z.strictObject({ id: id.describe('The delivery.') });

export const deliveryView = z.object({
  _id: z.string().describe('The `Webhook-Id` of each attempt.'),
  event: z.enum(webhookEvents),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  createdAt: instant,
  lastAttemptAt: instant.nullable(),
  nextAttemptAt: instant.nullable().describe('At the earliest; null where none is to come.'),
  responseStatus: z.int().nullable().describe('Of the last attempt; null where there was no response.'),
  problem: z.enum(deliveryProblems).nullable().describe('Why there was no response.'),
});
export type DeliveryView = z.output<typeof deliveryView>;

export const deliveryPage = z.object({ items: z.array(deliveryView), cursor: z.string().nullable() });
