import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { afterCursor, cutPage, type KeysetCursor } from '#db/keyset.ts';
import type { WebhookDeliveriesTable, WebhookEvent, WebhooksTable } from '#db/tables/webhooks.ts';
import { webhookBounds } from './webhooks.schema.ts';

export type Webhook = Selectable<WebhooksTable>;
export type Delivery = Selectable<WebhookDeliveriesTable>;

const webhookColumns = [
  'id',
  'organization_id',
  'url',
  'events',
  'sealed_secret',
  'sealed_previous',
  'previous_until',
  'created_at',
  'rests_until',
  'failures',
  'failing_since',
  'disabled_at',
] as const;

const deliveryColumns = [
  'id',
  'webhook_id',
  'event',
  'subject',
  'body',
  'created_at',
  'state',
  'attempts',
  'next_at',
  'last_at',
  'response_status',
  'problem',
] as const;

/** An organization's webhooks, oldest first. */
export function findWebhooks(db: Db, organizationId: string): Promise<Webhook[]> {
  return db
    .selectFrom('webhooks')
    .select(webhookColumns)
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute();
}

/** Whose webhook it is, and which. */
interface Own {
  id: string;
  organizationId: string;
}

/** One webhook of an organization, locked where a transaction is to change it. */
export function lockWebhook(trx: Trx, { id, organizationId }: Own): Promise<Webhook | undefined> {
  return trx
    .selectFrom('webhooks')
    .select(webhookColumns)
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Keeps others from adding webhooks of the organization until the transaction ends, and returns how many it has. */
export async function countWebhooks(trx: Trx, organizationId: string): Promise<number> {
  await trx.selectFrom('users').select('id').where('id', '=', organizationId).forNoKeyUpdate().execute();
  const { count } = await trx
    .selectFrom('webhooks')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return count;
}

export function insertWebhook(trx: Trx, webhook: Insertable<WebhooksTable>): Promise<Webhook> {
  return trx.insertInto('webhooks').values(webhook).returning(webhookColumns).executeTakeFirstOrThrow();
}

export function updateWebhook(
  trx: Trx,
  { id, organizationId }: Own,
  change: Updateable<WebhooksTable>,
): Promise<Webhook | undefined> {
  return trx
    .updateTable('webhooks')
    .set(change)
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .returning(webhookColumns)
    .executeTakeFirst();
}

/** Resolves to false where the organization has no such webhook. Its deliveries go with it. */
export async function deleteWebhook(trx: Trx, { id, organizationId }: Own): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('webhooks')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The deliveries of an organization's webhook, newest first. */
export async function findDeliveries(
  db: Db,
  { id, organizationId, limit, cursor }: Own & { limit: number; cursor: KeysetCursor | undefined },
) {
  let query = db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .select(deliveryColumns.map((column) => `d.${column}` as const))
    .where('w.id', '=', id)
    .where('w.organization_id', '=', organizationId)
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(limit + 1);
  if (cursor) query = query.where(afterCursor(sql.ref('d.created_at'), sql.ref('d.id'), cursor));
  return cutPage(await query.execute(), limit, (row) => ({ at: row.created_at, id: row.id }));
}

/** Whether an organization has a webhook of this id. */
export async function hasWebhook(db: Db, { id, organizationId }: Own): Promise<boolean> {
  const row = await db
    .selectFrom('webhooks')
    .select('id')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return row !== undefined;
}

/** A delivery to a webhook of an organization that is not switched off. */
export function findDeliveryToReplay(trx: Trx, { id, organizationId }: Own) {
  return trx
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .select(['d.id', 'd.webhook_id', 'd.state', 'w.disabled_at'])
    .where('d.id', '=', id)
    .where('w.organization_id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Puts a delivery at the beginning of all its attempts, and ends the rest of its webhook. */
export async function replayDelivery(
  trx: Trx,
  { id, webhookId, now }: { id: string; webhookId: string; now: Date },
): Promise<Delivery> {
  await trx
    .updateTable('webhooks')
    .set({ rests_until: sql`least(rests_until, ${now}::timestamptz)` })
    .where('id', '=', webhookId)
    // Else a delivery is on its way, whose end sets the rest.
    .where('failures', '>', 0)
    .execute();
  return trx
    .updateTable('webhook_deliveries')
    .set({ state: 'pending', attempts: 0, next_at: now })
    .where('id', '=', id)
    .returning(deliveryColumns)
    .executeTakeFirstOrThrow();
}

/** A delivery that a worker has taken on, with the webhook that it goes to. */
export interface Claimed {
  id: string;
  event: WebhookEvent;
  body: string;
  attempts: number;
  webhook_id: string;
  url: string;
  sealed_secret: string;
  sealed_previous: string | null;
  previous_until: Date | null;
  failures: number;
  failing_since: Date | null;
}

/**
 * Takes on the delivery that is due for longest, of a webhook that does not rest: it rests until the lease ends, so that
 * one delivery at a time is on its way to a webhook, and a slow one keeps nobody else waiting.
 */
export function claimDelivery(
  db: Db,
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<Claimed | undefined> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<Omit<Claimed, 'id' | 'event' | 'body' | 'attempts'>>`
      select w.id as webhook_id, w.url, w.sealed_secret, w.sealed_previous, w.previous_until, w.failures,
        w.failing_since
      from webhooks w
      cross join lateral (
        select next_at from webhook_deliveries
        where webhook_id = w.id and state = 'pending' and next_at <= ${now}
        order by next_at limit 1
      ) d
      where w.rests_until <= ${now} and w.disabled_at is null
      order by d.next_at limit 1
      for no key update of w skip locked`.execute(trx);
    const [webhook] = rows;
    if (!webhook) return undefined;
    // Looked for anew: another process may have sent what was due as the webhook was looked for.
    const delivery = await trx
      .updateTable('webhook_deliveries')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), next_at: leaseUntil, last_at: now }))
      .where('id', '=', (eb) =>
        eb
          .selectFrom('webhook_deliveries')
          .select('id')
          .where('webhook_id', '=', webhook.webhook_id)
          .where('state', '=', 'pending')
          .where('next_at', '<=', now)
          .orderBy('next_at')
          .limit(1),
      )
      .returning(['id', 'event', 'body', 'attempts'])
      .executeTakeFirst();
    if (!delivery) return undefined;
    await trx
      .updateTable('webhooks')
      .set({ rests_until: leaseUntil })
      .where('id', '=', webhook.webhook_id)
      .execute();
    return { ...webhook, ...delivery };
  });
}

/** What became of an attempt: how the delivery goes on, and its webhook. */
export interface Settlement {
  delivery: Pick<Updateable<WebhookDeliveriesTable>, 'state' | 'next_at' | 'response_status' | 'problem'>;
  webhook: Pick<Updateable<WebhooksTable>, 'rests_until' | 'failures' | 'failing_since' | 'disabled_at'>;
}

/** Stores what became of an attempt, unless another attempt was begun since. Resolves to whether it was stored. */
export async function settleDelivery(
  trx: Trx,
  { id, webhook_id, attempts }: Pick<Claimed, 'id' | 'webhook_id' | 'attempts'>,
  { delivery, webhook }: Settlement,
): Promise<boolean> {
  // In the order of a claim, so that neither waits for the other.
  await trx.selectFrom('webhooks').select('id').where('id', '=', webhook_id).forNoKeyUpdate().execute();
  const { numUpdatedRows } = await trx
    .updateTable('webhook_deliveries')
    .set(delivery)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await trx.updateTable('webhooks').set(webhook).where('id', '=', webhook_id).execute();
  return true;
}

/** A webhook that is switched off, with the mail address of its organization. */
export const findDisabled = (db: Db, webhookId: string) =>
  db
    .selectFrom('webhooks as w')
    .innerJoin('users as u', 'u.id', 'w.organization_id')
    .select(['u.email', 'w.url'])
    .where('w.id', '=', webhookId)
    .where('w.disabled_at', 'is not', null)
    .executeTakeFirst();

/** Deletes deliveries that are kept no longer. */
export async function sweepDeliveries(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - webhookBounds.daysKept * 24 * 60 * 60 * 1000);
  await db.deleteFrom('webhook_deliveries').where('created_at', '<=', before).execute();
}
