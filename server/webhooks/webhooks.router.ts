import { z } from 'zod';
import { readCursor } from '../cursor.ts';
import { notFound } from '../errors.ts';
import { limit } from '../limit.ts';
import { administrationProcedure, organizationProcedure, router } from '../trpc.ts';
import { changeWebhook, createWebhook, removeWebhook, replay, rotateSecret } from './change-webhooks.ts';
import { canSeal } from './secrets.ts';
import { presentDelivery, presentWebhook } from './webhooks.present.ts';
import { findDeliveries, findWebhooks, hasWebhook } from './webhooks.queries.ts';
import {
  createWebhookInput,
  deliveriesInput,
  deliveryInput,
  deliveryPage,
  deliveryView,
  updateWebhookInput,
  webhookInput,
  webhookList,
  webhookView,
  webhookWithSecret,
} from './webhooks.schema.ts';

/** What returns a secret is for sessions alone. */
const secretProcedure = organizationProcedure.meta({
  accessTokens: 'rejected',
  secret: { output: ['secret'] },
});

export const webhooksRouter = router({
  list: administrationProcedure
    .meta({
      rest: { method: 'GET', path: '/webhooks', operationId: 'listWebhooks' },
      summary: 'The caller’s webhooks, without their secrets',
      reads: 'primary',
    })
    .output(webhookList)
    .query(async ({ ctx }) => {
      const now = await ctx.ports.clock.shared(ctx.db);
      const rows = await findWebhooks(ctx.db, ctx.viewer.userId);
      return { isAvailable: canSeal(ctx), items: rows.map((row) => presentWebhook(row, now)) };
    }),

  create: secretProcedure
    .meta({
      rest: { method: 'POST', path: '/webhooks', operationId: 'createWebhook' },
      errors: ['too-many-webhooks', 'webhooks-not-available'],
      limits: ['webhooks'],
      summary: 'Have events delivered to an address',
      description:
        'The secret, which verifies deliveries, is returned only here. At most 5 (409). A 409 (`webhooks-not-available`) where the installation has no key to seal secrets with. With an Idempotency-Key that was used already the response is a 409 (`told-once`).',
      message: 'Your webhook was created',
      example: { url: 'https://example.org/hooks', events: ['post.published'] },
    })
    .input(createWebhookInput)
    .output(webhookWithSecret)
    .mutation(async ({ ctx, input }) => {
      await limit(ctx, 'webhooks', ctx.viewer.userId);
      return createWebhook(ctx, input);
    }),

  update: administrationProcedure
    .meta({
      rest: { method: 'PUT', path: '/webhooks/{id}', operationId: 'updateWebhook' },
      limits: ['webhooks'],
      summary: 'Change a webhook, or switch it on again',
      message: 'Your webhook was saved',
    })
    .input(updateWebhookInput)
    .output(webhookView)
    .mutation(async ({ ctx, input }) => {
      await limit(ctx, 'webhooks', ctx.viewer.userId);
      return changeWebhook(ctx, input);
    }),

  remove: administrationProcedure
    .meta({
      rest: { method: 'DELETE', path: '/webhooks/{id}', operationId: 'deleteWebhook' },
      summary: 'Remove a webhook, with its deliveries',
      message: 'Your webhook was removed',
    })
    .input(webhookInput)
    .output(z.null())
    .mutation(({ ctx, input: { id } }) => removeWebhook(ctx, id)),

  rotateSecret: secretProcedure
    .meta({
      rest: { method: 'POST', path: '/webhooks/{id}/secret', operationId: 'rotateWebhookSecret' },
      errors: ['webhooks-not-available'],
      limits: ['webhooks'],
      summary: 'Give a webhook another secret',
      description: 'For 24 hours, deliveries are signed with the one before as well.',
      message: 'Your webhook has another secret',
    })
    .input(webhookInput)
    .output(webhookWithSecret)
    .mutation(async ({ ctx, input: { id } }) => {
      await limit(ctx, 'webhooks', ctx.viewer.userId);
      return rotateSecret(ctx, id);
    }),

  deliveries: administrationProcedure
    .meta({
      rest: { method: 'GET', path: '/webhooks/{id}/deliveries', operationId: 'listDeliveries' },
      summary: 'The deliveries of a webhook of the last 14 days, newest first',
      reads: 'primary',
    })
    .input(deliveriesInput)
    .output(deliveryPage)
    .query(async ({ ctx, input: { id, limit: most, cursor: place } }) => {
      const own = { id, organizationId: ctx.viewer.userId };
      if (!(await hasWebhook(ctx.db, own))) throw notFound();
      const query = { ...own, limit: most, cursor: readCursor(place) };
      const { page, cursor } = await findDeliveries(ctx.db, query);
      return { items: page.map(presentDelivery), cursor };
    }),

  replay: administrationProcedure
    .meta({
      rest: { method: 'POST', path: '/webhooks/deliveries/{id}/replay', operationId: 'replayDelivery' },
      errors: ['not-over', 'webhook-disabled'],
      limits: ['webhook-replays'],
      summary: 'Send a delivery once more',
      description:
        'With the same id and body. A 409 where it is still being tried (`not-over`), or its webhook is switched off (`webhook-disabled`).',
      message: 'It will be sent again',
    })
    .input(deliveryInput)
    .output(deliveryView)
    .mutation(async ({ ctx, input: { id } }) => {
      await limit(ctx, 'webhook-replays', ctx.viewer.userId);
      return replay(ctx, id);
    }),
});
