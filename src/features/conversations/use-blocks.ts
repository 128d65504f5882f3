import { v7 as uuid } from 'uuid';
import { api, trpc, utils } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { useUser } from '#src/app/session.ts';
import { toast } from '#src/components/toast.ts';
import { blocksAt } from '#src/local/collections/relations.ts';
import { useRefetchOn } from '#src/local/engine/use-refetch-on.ts';
import { texts } from './texts.ts';

/** Who of two has blocked the other. */
export interface Blocks {
  /** Whether the viewer has blocked the other one; undefined until that is known. */
  isBlocked: boolean | undefined;
  /** Whether either has blocked the other. */
  isAnyBlocked: boolean;
  /** Blocks or unblocks; rejects after a toast. */
  set: (isBlocked: boolean) => Promise<void>;
}

/** Returns the blocks between the viewer and another user, kept up to date by events. */
export function useBlocks(otherId: string): Blocks {
  const ownId = useUser()?._id ?? '';
  const input = { userId: ownId, blockedUserId: otherId };
  const blocks = trpc.blocks.between.useQuery(input, { enabled: ownId !== '' && otherId !== '' });
  useRefetchOn(blocksAt, blocks);
  const isBlocked = blocks.data?.conversationBlock.isBlocked;
  return {
    isBlocked,
    isAnyBlocked: isBlocked === true || blocks.data?.oppositeConversationBlock.isBlocked === true,
    async set(toBlocked) {
      try {
        const change = toBlocked ? api.blocks.block : api.blocks.unblock;
        utils.blocks.between.setData(input, await change.mutate(input, { context: { opId: uuid() } }));
      } catch (error) {
        toast.failed(failureOf(error).message, { title: texts.blocks.failed });
        throw error;
      }
      toast.success(toBlocked ? texts.blocks.blocked : texts.blocks.unblocked);
      await utils.conversations.price.invalidate();
    },
  };
}
