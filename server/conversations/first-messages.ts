import type { Trx } from '#db/database.ts';
import { Refusal } from '../errors.ts';
import { countUnanswered } from './conversations.queries.ts';

/** The host's limit for accounts that write to many strangers. */
export interface FirstMessageSettings {
  /** For how many days an account is new. */
  newForDays: number;
  /** How many people a new account may write to in 24 hours who are not connected and do not answer. */
  perDay: number;
}

const usual: FirstMessageSettings = { newForDays: 7, perDay: 20 };
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Throws a 429 where a new account has written to as many people as it may who have not answered, the conversation that
 * it begins included. To be called after that was stored, with the sender's wallet locked, so that messages that are
 * sent at once count each other.
 *
 * @param bulk the message to many that is about to be sent, and how many conversations it begins
 */
export async function limitFirstMessages(
  trx: Trx,
  {
    senderId,
    senderSince,
    now,
    bulk,
  }: { senderId: string; senderSince: Date; now: Date; bulk?: { id: string; begins: number } },
  settings: { firstMessages?: FirstMessageSettings | undefined },
): Promise<void> {
  const { newForDays, perDay } = settings.firstMessages ?? usual;
  if (now.getTime() - senderSince.getTime() >= newForDays * dayMs) return;
  const since = new Date(now.getTime() - dayMs);
  const { count, oldest } = await countUnanswered(trx, { senderId, since, exceptBulkId: bulk?.id });
  if (count + (bulk?.begins ?? 0) <= perDay) return;
  const retryAfter = Math.max(
    1,
    Math.ceil(((oldest?.getTime() ?? now.getTime()) + dayMs - now.getTime()) / 1000),
  );
  throw new Refusal(
    'TOO_MANY_REQUESTS',
    'too-many-first-messages',
    'New accounts can write to a few people a day who have not answered. Nothing was sent. Please try again later.',
    { retryAfter },
  );
}
