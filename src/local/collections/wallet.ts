import { api } from '#src/app/api.ts';
import { defineCollection } from '../engine/collection.ts';
import { defineFact } from '../engine/store.ts';

/** How many coins the user has. */
export const walletCoins = defineFact<number>('walletCoins');

/** The number of the last event by which coins came or went. */
export const walletAt = defineFact<number>('walletAt');

/** What the user has to spend: the same number in all tabs and on all devices. */
export const wallet = defineCollection({
  events: {
    'wallet-changed': ({ seq, payload: { walletCoin } }) => [walletCoins.to(walletCoin), walletAt.to(seq)],
  },
  snapshot: async () => {
    const { walletCoin } = await api.wallet.balance.query({});
    return (db) => walletCoins.write(db, walletCoin);
  },
  signals: [walletAt],
});
