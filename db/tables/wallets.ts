import type { Generated } from 'kysely';
import type { Instant } from './columns.ts';

/** What a user has to spend. Adding an entry locks the row, so that entries are serialized. */
export interface WalletsTable {
  user_id: string;
  /** The sum of the wallet's entries, in whole coins; never below zero. */
  balance: Generated<number>;
  /** Those of them that are kept for bulk messages under way, and cannot be spent on anything else. */
  reserved: Generated<number>;
}

/** Why coins came or went. */
export const coinReasons = ['start', 'grant', 'invitation', 'message'] as const;
export type CoinReason = (typeof coinReasons)[number];

/** Coins that came into a wallet or left it. Entries are added and never changed. */
export interface WalletEntriesTable {
  /** Names what was granted or paid for: the same is entered once. */
  id: string;
  user_id: string;
  /** Whole coins: more than zero came, less than zero left. */
  coins: number;
  reason: CoinReason;
  created_at: Instant;
  /** To whom a message was paid for. Entries keep the ids of what is gone, and older ones have none. */
  receiver_id: Generated<string | null>;
  /** To which post invitations were paid for. */
  post_id: Generated<string | null>;
  /** Which message to many was paid for. */
  bulk_id: Generated<string | null>;
}
