import { useOnline } from '#src/lib/use-online.ts';
import { useRecentMutations } from '../engine/recent-mutations.ts';
import { useSendingProgress } from '../engine/sending-progress.ts';
import type { StoredMutation } from '../engine/types.ts';
import { useLocal } from '../engine/use-local.ts';
import { messagesLane, type SendMessage } from './message-input.ts';
import {
  type Between,
  readMessages,
  type ShownMessage,
  type ShownMessages,
  showPending,
} from './shown-messages.ts';

/** Returns the newest messages of a conversation; undefined until they are read. */
export function useMessages({ conversationId, otherId }: Between, limit: number): ShownMessages | undefined {
  const read = useLocal(
    (db) => readMessages(db, { conversationId, otherId }, limit),
    [conversationId, otherId, limit],
  );
  const recent = useRecentMutations(messagesLane(otherId));
  const progress = useSendingProgress();
  const isOnline = useOnline();
  return read && withSending(withRecent(read, recent), progress, isOnline);
}

/**
 * Adds how far messages are that are being sent. Without a network they wait, also those that were tried. With one, the
 * first of them is on its way, unless its files wait for those of other conversations, and the others wait for it.
 */
export function withSending(
  read: ShownMessages,
  progress: ReadonlyMap<string, number>,
  isOnline: boolean,
): ShownMessages {
  let isFirst = true;
  const items = read.items.map((item): ShownMessage => {
    if (item.state !== 'sending' && item.state !== 'waiting') return item;
    if (!isOnline) return { ...item, state: 'waiting' };
    const goes = isFirst && (item.state === 'sending' || item.images.length + item.attachments.length === 0);
    isFirst = false;
    if (item.state === 'waiting') return { ...item, state: goes ? 'sending' : 'queued' };
    return item.opId !== undefined && progress.has(item.opId)
      ? { ...item, progress: progress.get(item.opId) }
      : item;
  });
  return { ...read, items };
}

/** Adds messages that were written a moment ago, and that the device is still committing. */
export function withRecent(read: ShownMessages, recent: readonly StoredMutation[]): ShownMessages {
  const known = new Set(read.items.map(({ _id }) => _id));
  const fresh = recent.filter(
    ({ name, input }) => name === 'send-message' && !known.has((input as SendMessage).messageId),
  );
  return fresh.length === 0
    ? read
    : { ...read, items: [...read.items, ...fresh.map((one) => showPending(one))] };
}
