import type { WalletEntryView } from '#server/wallet/wallet-entries.schema.ts';
import { api } from '#src/app/api.ts';
import { now } from '#src/lib/server-clock.ts';
import { localDatabase } from '../engine/current-database.ts';
import { changeReplica } from '../engine/quota.ts';
import { refresh } from '../engine/refresh.ts';
import { defineFact } from '../engine/store.ts';

/** The newest entries of the wallet, as they were fetched last. */
export const keptEntries = defineFact<{ items: WalletEntryView[]; savedAt: Date }>('walletEntries');

/** How many entries are kept on the device. */
const keptCount = 30;

/** Fetches a page of the wallet's entries, and keeps the newest ones on the device. */
export async function pullWalletEntries(cursor: string | null) {
  const page = await api.wallet.entries.query({ cursor, limit: keptCount });
  const db = localDatabase();
  // A new database begins with a snapshot, which would drop what was stored before it.
  if (db && cursor === null) {
    await refresh(async () => undefined);
    await changeReplica(db, [], () => keptEntries.write(db, { items: page.items, savedAt: now() }));
  }
  return page;
}
