import type { Instant } from './columns.ts';

/** What an organization can be told of. */
export const webhookEvents = [
  'post.published',
  'follower.added',
  'membership.requested',
  'going.added',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Why a delivery got no response. */
export const deliveryProblems = ['not-public', 'unreachable', 'timeout', 'secret-lost'] as const;
export type DeliveryProblem = (typeof deliveryProblems)[number];

/** Where a delivery is: waiting for its next attempt, taken by the receiver, or given up. */
export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** An address of an organization to which events are delivered. */
export interface WebhooksTable {
  id: string;
  organization_id: string;
  url: string;
  events: WebhookEvent[];
  /** The secret that signs, sealed for this webhook. */
  sealed_secret: string;
  /** The one before it, which signs beside it until `previous_until`. */
  sealed_previous: string | null;
  previous_until: Instant | null;
  created_at: Instant;
  /** When it is tried again: later than now while a delivery is on its way, and after a failed one. */
  rests_until: Instant;
  /** Attempts that failed since the last one that did not, and when the first of them was. */
  failures: number;
  failing_since: Instant | null;
  /** When it was switched off, because it failed for days or its receiver is gone. */
  disabled_at: Instant | null;
}

/** An event on its way to a webhook. Written in the transaction of what it reports. */
export interface WebhookDeliveriesTable {
  /** The same for every attempt: receivers tell repetitions by it. */
  id: string;
  webhook_id: string;
  event: WebhookEvent;
  /** What happened to what: the same thing is reported once, however often it is toggled. */
  subject: string;
  /** What is sent, to the byte. */
  body: string;
  created_at: Instant;
  state: DeliveryState;
  attempts: number;
  next_at: Instant;
  last_at: Instant | null;
  /** The HTTP status of the last attempt's response; null where there was none. */
  response_status: number | null;
  problem: DeliveryProblem | null;
}
