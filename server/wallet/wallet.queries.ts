import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Db, Trx } from '#db/database.ts';
import type { CoinReason } from '#db/tables/wallets.ts';

/** Coins that come into a wallet or leave it. */
export interface WalletEntry {
  /** Names what is granted or paid for, so that it is entered once. */
  id: string;
  userId: string;
  /** Whole coins, more than zero. */
  coins: number;
  reason: CoinReason;
  now: Date;
}

/** Makes the wallet of a new account, with what it has from the start. */
export async function openWallet(
  trx: Trx,
  { userId, coins, now }: { userId: string; coins: number; now: Date },
): Promise<void> {
  await trx.insertInto('wallets').values({ user_id: userId }).execute();
  if (coins > 0) await grantCoins(trx, { id: uuid(), userId, coins, reason: 'start', now });
}

/** What can be spent: without the coins that are kept for bulk messages under way. */
const spendable = sql<number>`balance - reserved`;

/** How many coins a user can spend; none where there is no wallet. */
export async function findBalance(db: Db, userId: string): Promise<number> {
  const wallet = await selectBalance(db, userId).executeTakeFirst();
  return wallet?.balance ?? 0;
}

/** Selects how many coins a user can spend. */
export const selectBalance = (db: Db, userId: string) =>
  db.selectFrom('wallets').select(spendable.as('balance')).where('user_id', '=', userId);

/**
 * How many coins a user can spend, and keeps it so until the transaction ends. What a price depends on is read after this:
 * then it has not changed when the price is paid.
 */
export async function lockWallet(trx: Trx, userId: string): Promise<number> {
  const wallet = await trx
    .selectFrom('wallets')
    .select(spendable.as('balance'))
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return wallet?.balance ?? 0;
}

/** Adds coins to a wallet. Granting what was granted already changes nothing. Returns the balance. */
export async function grantCoins(trx: Trx, entry: WalletEntry): Promise<number> {
  const balance = await lockWallet(trx, entry.userId);
  return (await hasEntry(trx, entry.id)) ? balance : enter(trx, entry, entry.coins);
}

/**
 * Takes coins out of a wallet: all of them, or none where there are too few. Paying for what was paid already changes
 * nothing and succeeds. Call it in the transaction of what it pays for.
 */
export async function spendCoins(
  trx: Trx,
  entry: WalletEntry,
): Promise<{ isPaid: boolean; balance: number }> {
  const balance = await lockWallet(trx, entry.userId);
  if (await hasEntry(trx, entry.id)) return { isPaid: true, balance };
  if (balance < entry.coins) return { isPaid: false, balance };
  return { isPaid: true, balance: await enter(trx, entry, -entry.coins) };
}

/** Keeps coins for what will cost them. Needs `lockWallet` first, and as many coins. Returns what can be spent now. */
export async function reserveCoins(
  trx: Trx,
  { userId, coins }: Pick<WalletEntry, 'userId' | 'coins'>,
): Promise<number> {
  const { balance } = await trx
    .updateTable('wallets')
    .set((eb) => ({ reserved: eb('reserved', '+', coins) }))
    .where('user_id', '=', userId)
    .returning(spendable.as('balance'))
    .executeTakeFirstOrThrow();
  return balance;
}

/**
 * Spends coins out of those that were kept, in the transaction of what they pay for; those that were kept and are not
 * needed can be spent on anything else again. Returns what can be spent now.
 *
 * @param kept how many were kept for this: at least as many as are spent
 */
export async function spendReserved(
  trx: Trx,
  { kept, ...entry }: WalletEntry & { kept: number },
): Promise<number> {
  const { userId, coins } = entry;
  await lockWallet(trx, userId);
  const balance = await reserveCoins(trx, { userId, coins: -kept });
  return coins === 0 ? balance : enter(trx, entry, -coins);
}

async function hasEntry(trx: Trx, id: string): Promise<boolean> {
  const entry = await trx.selectFrom('wallet_entries').select('id').where('id', '=', id).executeTakeFirst();
  return entry !== undefined;
}

/** Writes a line of the ledger, and brings the balance in step with it. Needs `lockWallet` first. */
async function enter(trx: Trx, { id, userId, reason, now }: WalletEntry, coins: number): Promise<number> {
  await trx
    .insertInto('wallet_entries')
    .values({ id, user_id: userId, coins, reason, created_at: now })
    .execute();
  const { balance } = await trx
    .updateTable('wallets')
    .set((eb) => ({ balance: eb('balance', '+', coins) }))
    .where('user_id', '=', userId)
    .returning(spendable.as('balance'))
    .executeTakeFirstOrThrow();
  return balance;
}
