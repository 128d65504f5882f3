import type { RouterOutputs } from '#src/app/api.ts';
import { api } from '#src/app/api.ts';
import { defineSavedViews } from '../engine/saved-views.ts';

type Page = RouterOutputs['wallet']['entries'];

/** The newest entries of the wallet, as they were fetched last. */
export const savedEntries = defineSavedViews<Page>('wallet entries');

/** How many entries come at a time. */
const pageSize = 30;

/** Fetches a page of the wallet's entries, and keeps the newest ones on the device. */
export async function pullWalletEntries(cursor: string | null): Promise<Page> {
  const fetchPage = () => api.wallet.entries.query({ cursor, limit: pageSize });
  return cursor === null ? (await savedEntries.pull('', fetchPage)).view : fetchPage();
}
