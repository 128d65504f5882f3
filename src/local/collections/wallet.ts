import { api } from '#src/app/api.ts';
import { defineCollection } from '../engine/collection.ts';
import { defineFact } from '../engine/store.ts';

/** How many coins the user has. */
export const walletCoins = defineFact<number>('walletCoins');

/** What the user has to spend: the same number in all tabs and on all devices. */
export const wallet = defineCollection({
  events: {
    'wallet-changed': ({ payload: { walletCoin } }) => [walletCoins.to(walletCoin)],
  },
  snapshot: async () => {
    const { walletCoin } = await api.wallet.balance.query({});
    return (db) => walletCoins.write(db, walletCoin);
  },
});
