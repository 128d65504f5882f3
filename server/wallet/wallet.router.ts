import { requireSelf } from '../access.ts';
import { router, signedInProcedure } from '../trpc.ts';
import { coinsOf } from './coins.ts';
import { findBalance } from './wallet.queries.ts';
import { spendingSummary, walletInput, walletOutput } from './wallet.schema.ts';

export const walletRouter = router({
  balance: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/users/{id}/wallet' },
      summary: 'How many coins the caller has',
    })
    .input(walletInput)
    .output(walletOutput)
    .query(async ({ ctx, input: { id } }) => {
      const { userId } = ctx.viewer;
      requireSelf(ctx.viewer, id ?? userId);
      return { walletCoin: await findBalance(ctx.db, userId) };
    }),

  spendingSummary: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/wallets/spending-summary' },
      summary: 'What reaching people who are not connected costs',
    })
    .output(spendingSummary)
    .query(({ ctx }) => ({ coinPerInvitation: coinsOf(ctx.settings).perInvitation })),
});
