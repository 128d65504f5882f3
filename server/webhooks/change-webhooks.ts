import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import type { Trx } from '#db/database.ts';
import { audit } from '../audit/audit.ts';
import { conflict, notFound } from '../errors.ts';
import type { SignedInContext } from '../trpc.ts';
import { write } from '../write.ts';
import { sealSecret } from './secrets.ts';
import { newSecret } from './sign.ts';
import { presentDelivery, presentWebhook } from './webhooks.present.ts';
import {
  countWebhooks,
  deleteWebhook,
  findDeliveryToReplay,
  insertWebhook,
  lockWebhook,
  replayDelivery,
  updateWebhook,
  type Webhook,
} from './webhooks.queries.ts';
import {
  type createWebhookInput,
  type DeliveryView,
  type updateWebhookInput,
  type WebhookView,
  webhookBounds,
} from './webhooks.schema.ts';

type WithSecret = WebhookView & { secret: string };

/** Creates a webhook of the viewer's, with a secret that nothing returns again. */
export function createWebhook(
  ctx: SignedInContext,
  { url, events }: z.output<typeof createWebhookInput>,
): Promise<WithSecret> {
  const organizationId = ctx.viewer.userId;
  return write(ctx, async (trx, effects) => {
    if ((await countWebhooks(trx, organizationId)) >= webhookBounds.most)
      throw conflict(
        'too-many-webhooks',
        `You have ${webhookBounds.most} webhooks, which is the most. Remove one first.`,
      );
    const [id, secret, now] = [uuid(), newSecret(), await ctx.ports.clock.shared(trx)];
    const row = await insertWebhook(trx, {
      id,
      organization_id: organizationId,
      url,
      events,
      sealed_secret: await sealSecret(ctx, id, secret),
      created_at: now,
      rests_until: now,
      failures: 0,
    });
    const details = { webhookId: id, events };
    audit(ctx, effects, { action: 'webhook-created', subject: organizationId, details });
    return { ...presentWebhook(row, now), secret };
  });
}

/** Changes the address of a webhook of the viewer's, and its events. Another address is tried anew. */
export function changeWebhook(
  ctx: SignedInContext,
  { id, url, events, isActive }: z.output<typeof updateWebhookInput>,
): Promise<WebhookView> {
  return write(ctx, async (trx, effects) => {
    const { before, own, now } = await lockOwn(ctx, trx, id);
    const details = { webhookId: id, events };
    audit(ctx, effects, { action: 'webhook-changed', subject: own.organizationId, details });
    const isTriedAnew = isActive === true || url !== before.url;
    const anew = { failures: 0, failing_since: null, disabled_at: null };
    return presentOwn(await updateWebhook(trx, own, { url, events, ...(isTriedAnew && anew) }), now);
  });
}

/** Gives a webhook of the viewer's another secret. The one before signs beside it for a day. */
export function rotateSecret(ctx: SignedInContext, id: string): Promise<WithSecret> {
  return write(ctx, async (trx, effects) => {
    const { before, own, now } = await lockOwn(ctx, trx, id);
    const details = { webhookId: id };
    audit(ctx, effects, { action: 'webhook-secret-created', subject: own.organizationId, details });
    const secret = newSecret();
    const row = await updateWebhook(trx, own, {
      sealed_secret: await sealSecret(ctx, id, secret),
      sealed_previous: before.sealed_secret,
      previous_until: new Date(now.getTime() + webhookBounds.overlapHours * 60 * 60 * 1000),
    });
    return { ...presentOwn(row, now), secret };
  });
}

/** Removes a webhook of the viewer's, with its deliveries. */
export function removeWebhook(ctx: SignedInContext, id: string): Promise<null> {
  const organizationId = ctx.viewer.userId;
  return write(ctx, async (trx, effects) => {
    if (!(await deleteWebhook(trx, { id, organizationId }))) throw notFound();
    const details = { webhookId: id };
    audit(ctx, effects, { action: 'webhook-removed', subject: organizationId, details });
    return null;
  });
}

/** Sends a delivery to a webhook of the viewer's once more, whatever became of it. */
export function replay(ctx: SignedInContext, id: string): Promise<DeliveryView> {
  return write(ctx, async (trx) => {
    const found = await findDeliveryToReplay(trx, { id, organizationId: ctx.viewer.userId });
    if (!found) throw notFound();
    if (found.disabled_at)
      throw conflict('webhook-disabled', 'This webhook is switched off. Switch it on again first.');
    if (found.state === 'pending') throw conflict('not-over', 'This delivery is still being tried.');
    const now = await ctx.ports.clock.shared(trx);
    return presentDelivery(await replayDelivery(trx, { id, webhookId: found.webhook_id, now }));
  });
}

async function lockOwn(ctx: SignedInContext, trx: Trx, id: string) {
  const own = { id, organizationId: ctx.viewer.userId };
  const before = await lockWebhook(trx, own);
  if (!before) throw notFound();
  return { own, before, now: await ctx.ports.clock.shared(trx) };
}

function presentOwn(row: Webhook | undefined, now: Date): WebhookView {
  if (!row) throw notFound();
  return presentWebhook(row, now);
}
