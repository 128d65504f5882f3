import { requireSelf } from '../access.ts';
import { readCursor } from '../cursor.ts';
import { router, signedInProcedure } from '../trpc.ts';
import { coinsOf } from './coins.ts';
import { listEntries } from './list-entries.ts';
import { findBalance } from './wallet.queries.ts';
import { spendingSummary, walletInput, walletOutput } from './wallet.schema.ts';
import { entriesInput, entriesPage } from './wallet-entries.schema.ts';

export const walletRouter = router({
  balance: signedInProcedure
    .meta({
      reads: 'primary',
      rest: { method: 'GET', path: '/users/{id}/wallet', operationId: 'getWalletBalance' },
      summary: 'How many coins the caller has',
    })
    .input(walletInput)
    .output(walletOutput)
    .query(async ({ ctx, input: { id } }) => {
      const { userId } = ctx.viewer;
      requireSelf(ctx.viewer, id ?? userId);
      return { walletCoin: await findBalance(ctx.db, userId) };
    }),

  entries: signedInProcedure
    .meta({
      reads: 'primary',
      rest: { method: 'GET', path: '/users/{id}/wallet/entries', operationId: 'listWalletEntries' },
      summary: 'What coins the caller got and spent, the newest first',
    })
    .input(entriesInput)
    .output(entriesPage)
    .query(async ({ ctx, input: { id, limit, ...input } }) => {
      const { userId } = ctx.viewer;
      requireSelf(ctx.viewer, id ?? userId);
      return listEntries(ctx.db, { userId, limit, cursor: readCursor(input.cursor) });
    }),

  spendingSummary: signedInProcedure
    .meta({
      reads: 'primary',
      rest: { method: 'GET', path: '/wallets/spending-summary', operationId: 'getSpendingSummary' },
      summary: 'What reaching people who are not connected costs',
    })
    .output(spendingSummary)
    .query(({ ctx }) => ({ coinPerInvitation: coinsOf(ctx.settings).perInvitation })),
});
