import { coinsPerMessage } from '#server/conversations/conversations.schema.ts';
import { trpc } from '#src/app/api.ts';
import { useUser } from '#src/app/session.ts';
import { reachability } from '#src/lib/reachability.ts';
import { friendshipsAt } from '#src/local/collections/relations.ts';
import { useRefetchOn } from '#src/local/engine/use-refetch-on.ts';

/** What a message to a user costs, as far as that is known. */
export interface Price {
  /** In coins; undefined until the server has returned it. */
  cost: number | undefined;
  isConnected: boolean | undefined;
  /** Whether it could not be loaded. */
  isFailed: boolean;
  /** Whether the viewer cannot write to them at all. */
  isUnreachable: boolean;
  /** Waits for the cost while it is being loaded, though not for long; resolves to undefined where it stays unknown. */
  readCost: () => Promise<number | undefined>;
}

/** How long, in milliseconds, a message waits for its price before it is asked about the highest one. */
const longestWaitMs = 3_000;

/** Returns the price of a message to one user. */
export function usePrice(otherId: string): Price {
  const ownId = useUser()?._id ?? '';
  const price = trpc.conversations.price.useQuery(
    { id: ownId, receivers: [otherId] },
    { enabled: ownId !== '' && otherId !== '' && otherId !== ownId },
  );
  useRefetchOn(friendshipsAt, price);
  const receiver = price.data?.receivers[0];
  return {
    cost: price.data?.cost,
    isConnected: receiver?.isConnected,
    isFailed: price.data === undefined && (price.isError || price.isPaused),
    isUnreachable: price.isSuccess && receiver === undefined,
    readCost: async () => {
      if (price.data) return price.data.cost;
      if (!reachability.isReachable()) return undefined;
      const loaded = price.refetch({ cancelRefetch: false }).then(({ data }) => data?.cost);
      const tooLong = new Promise<undefined>((resolve) =>
        setTimeout(() => resolve(undefined), longestWaitMs),
      );
      return Promise.race([loaded, tooLong]);
    },
  };
}

/** The price that is asked for where it is not known: without a network, the most that it can be. */
export const highestCost = coinsPerMessage;
