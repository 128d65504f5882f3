import { v7 as uuid } from 'uuid';
import type { Trx } from '#db/database.ts';
import type { CoinReason } from '#db/tables/wallets.ts';
import type { Effects } from '../effects.ts';
import { tooFewCoins } from './coins.ts';
import { spendCoins, type WalletSubject } from './wallet.queries.ts';

/** A price to be paid. */
interface Payment {
  /** Names what is paid for, so that it is paid once. A new name unless given. */
  id?: string;
  userId: string;
  /** Whole coins, more than zero. */
  cost: number;
  reason: CoinReason;
  /** What it pays for. */
  subject?: WalletSubject | undefined;
  now: Date;
}

/**
 * Spends what something costs, in the transaction of what it pays for, and emits the balance to the user. Returns it.
 * Throws where it is too low.
 */
export async function pay(
  trx: Trx,
  effects: Pick<Effects, 'event'>,
  { id = uuid(), userId, cost, reason, subject, now }: Payment,
): Promise<number> {
  const { isPaid, balance } = await spendCoins(trx, { id, userId, coins: cost, reason, subject, now });
  if (!isPaid) throw tooFewCoins(cost, balance);
  effects.event(userId, { type: 'wallet-changed', payload: { walletCoin: balance } });
  return balance;
}
