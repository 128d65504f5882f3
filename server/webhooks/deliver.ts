import type { Deps } from '../context.ts';
import type { WebhookOutcome } from '../ports.ts';
import { CannotOpen } from '../social-media/sealed.ts';
import { write } from '../write.ts';
import { openSecret } from './secrets.ts';
import { signatureHeaders } from './sign.ts';
import { type Claimed, claimDelivery, type Settlement, settleDelivery } from './webhooks.queries.ts';
import { webhookBounds } from './webhooks.schema.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Milliseconds until a delivery that was not taken is tried again: 11 attempts in about a day. */
const pauses = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
  8 * hour,
];

/** The longest that a webhook rests after failures, so that what is new is tried, too. */
const longestRest = hour;

/** Milliseconds after which another worker takes over what a silent one has claimed: longer than any attempt takes. */
const leaseMs = minute;

/** How many deliveries a process sends at a time. */
const lanes = 4;

/**
 * Sends what is due to webhooks: each delivery until it is taken or given up, one at a time to each webhook. Hosts call it
 * about every second, in every process. What one has claimed another one takes over when it is silent, so a receiver
 * can get a delivery twice, with the same id.
 */
export async function deliverDue(deps: Deps): Promise<void> {
  // Mostly there is nothing, which one look shows.
  const first = await claim(deps);
  if (!first) return;
  const others = Array.from({ length: lanes - 1 }, async () => work(deps, await claim(deps)));
  await Promise.all([work(deps, first), ...others]);
}

/** A delivery that was taken on, and when. */
interface Work {
  claimed: Claimed;
  at: Date;
}

async function claim(deps: Deps): Promise<Work | undefined> {
  const at = await deps.ports.clock.shared(deps.db);
  const claimed = await claimDelivery(deps.db, { now: at, leaseUntil: later(at, leaseMs) });
  return claimed && { claimed, at };
}

/** Sends a delivery, and then others until none is due. */
async function work(deps: Deps, first: Work | undefined): Promise<void> {
  for (let next = first; next; next = await claim(deps)) {
    const { claimed, at } = next;
    const outcome = await attempt(deps, claimed, at);
    const settlement = settle(claimed, outcome, await deps.ports.clock.shared(deps.db));
    await write(deps, async (trx, effects) => {
      const isStored = await settleDelivery(trx, claimed, settlement);
      if (isStored && settlement.webhook.disabled_at)
        effects.job({
          name: 'mail-webhook-disabled',
          payload: { webhookId: claimed.webhook_id, isGone: outcome.status === 410 },
        });
    });
  }
}

async function attempt(deps: Deps, claimed: Claimed, now: Date): Promise<WebhookOutcome> {
  const { id, body, url, webhook_id, sealed_secret, sealed_previous, previous_until } = claimed;
  const overlaps = previous_until !== null && previous_until > now;
  const sealed = [sealed_secret, ...(sealed_previous !== null && overlaps ? [sealed_previous] : [])];
  try {
    const secrets = await Promise.all(sealed.map((each) => openSecret(deps, webhook_id, each)));
    const headers = await signatureHeaders(secrets, { id, body, at: now });
    return await deps.ports.webhooks.post({ url, headers, body });
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    deps.ports.log.warn({ webhookId: webhook_id }, 'the secret of a webhook cannot be opened');
    return { problem: 'secret-lost' };
  }
}

/** Decides how a delivery and its webhook go on after an attempt. */
function settle(claimed: Claimed, outcome: WebhookOutcome, now: Date): Settlement {
  const { status = null, problem = null } = outcome;
  const response = { response_status: status, problem };
  if (status !== null && status >= 200 && status < 300)
    return {
      delivery: { ...response, state: 'delivered' },
      webhook: { rests_until: now, failures: 0, failing_since: null },
    };
  const failingSince = claimed.failing_since ?? now;
  const hasFailedForDays = now.getTime() - failingSince.getTime() >= webhookBounds.daysFailing * day;
  const pause = pauses[claimed.attempts - 1];
  const rest = Math.min(longestRest, pauses[claimed.failures] ?? longestRest);
  return {
    delivery: {
      ...response,
      state: pause === undefined ? 'failed' : 'pending',
      next_at: later(now, pause ?? 0),
    },
    webhook: {
      rests_until: later(now, rest),
      failures: claimed.failures + 1,
      failing_since: failingSince,
      // 410: the receiver is gone and wants nothing any more.
      ...((hasFailedForDays || status === 410) && { disabled_at: now }),
    },
  };
}

const later = (now: Date, ms: number) => new Date(now.getTime() + ms);
