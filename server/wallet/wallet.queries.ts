import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Db, Trx } from '#db/database.ts';
import { cutPage, type KeysetCursor } from '#db/keyset.ts';
import type { PostType } from '#db/tables/posts.ts';
import type { CoinReason } from '#db/tables/wallets.ts';
import { mayFind } from '../access.ts';

/** Coins that come into a wallet or leave it. */
export interface WalletEntry {
  /** Names what is granted or paid for, so that it is entered once. */
  id: string;
  userId: string;
  /** Whole coins, more than zero. */
  coins: number;
  reason: CoinReason;
  /** What it pays for. */
  subject?: WalletSubject | undefined;
  now: Date;
}

/** What coins are spent on: a message to a user, invitations to a post, or a message to many. */
export interface WalletSubject {
  receiverId?: string;
  postId?: string;
  bulkId?: string;
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
async function enter(
  trx: Trx,
  { id, userId, reason, subject, now }: WalletEntry,
  coins: number,
): Promise<number> {
  await trx
    .insertInto('wallet_entries')
    .values({
      id,
      user_id: userId,
      coins,
      reason,
      created_at: now,
      receiver_id: subject?.receiverId ?? null,
      post_id: subject?.postId ?? null,
      bulk_id: subject?.bulkId ?? null,
    })
    .execute();
  const { balance } = await trx
    .updateTable('wallets')
    .set((eb) => ({ balance: eb('balance', '+', coins) }))
    .where('user_id', '=', userId)
    .returning(spendable.as('balance'))
    .executeTakeFirstOrThrow();
  return balance;
}

/** A line of the ledger, and what it was about as far as that is still there. */
interface EntryRow {
  id: string;
  coins: number;
  reason: CoinReason;
  createdAt: Date;
  /** To whom a message was sent, where the owner of the wallet may find them. */
  receiverId: string | null;
  postId: string | null;
  postType: PostType | null;
  postTitle: string | null;
  bulkText: string | null;
  bulkSent: number | null;
}

/** Returns a page of a wallet's entries, the newest first. */
export async function findEntries(
  db: Db,
  { userId, limit, cursor }: { userId: string; limit: number; cursor: KeysetCursor | undefined },
): Promise<{ page: EntryRow[]; cursor: string | null }> {
  const place = cursor
    ? sql`and (e.created_at, e.id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`
    : sql``;
  const { rows } = await sql<EntryRow>`
    select e.id, e.coins, e.reason, e.created_at as "createdAt",
      case when ${mayFind('e.receiver_id', userId)} then e.receiver_id end as "receiverId",
      p.id as "postId", p.post_type as "postType", p.title as "postTitle",
      b.text as "bulkText", b.sent as "bulkSent"
    from (
      select * from wallet_entries e where e.user_id = ${userId} ${place}
      order by e.created_at desc, e.id desc limit ${limit + 1}
    ) e
    left join posts p on p.id = e.post_id and (p.is_active or p.creator_id = ${userId})
    left join bulk_messages b on b.id = e.bulk_id
    order by e.created_at desc, e.id desc`.execute(db);
  return cutPage(rows, limit, (row) => ({ at: row.createdAt, id: row.id }));
}
