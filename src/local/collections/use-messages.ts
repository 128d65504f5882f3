import { useRef } from 'react';
import type { LoggedEvent } from '#server/events/events.schema.ts';
import { useOnline } from '#src/lib/use-online.ts';
import { useArrivingEvents } from '../engine/arriving-events.ts';
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
  showStored,
} from './shown-messages.ts';

/**
 * Returns the newest messages of a conversation; undefined until they are read. None that was returned leaves as others
 * arrive: a list that loses its beginning moves under the reader.
 */
export function useMessages({ conversationId, otherId }: Between, limit: number): ShownMessages | undefined {
  const first = useRef<{ otherId: string; seq: number }>(undefined);
  const read = useLocal(
    async (db) => {
      const since = first.current?.otherId === otherId ? first.current.seq : undefined;
      const messages = await readMessages(db, { conversationId, otherId }, limit, since);
      const seq = messages.items.find((item) => item.seq !== undefined)?.seq;
      if (seq !== undefined) first.current = { otherId, seq };
      return messages;
    },
    [conversationId, otherId, limit],
  );
  const arriving = useArrivingEvents();
  const recent = useRecentMutations(messagesLane(otherId));
  const progress = useSendingProgress();
  const isOnline = useOnline();
  return read && withSending(withRecent(withArriving(read, otherId, arriving), recent), progress, isOnline);
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

/**
 * Adds messages that have just come from the server, and that the device is still storing: where they follow the newest one
 * that is stored. All others are shown once they are read.
 */
export function withArriving(
  read: ShownMessages,
  otherId: string,
  events: readonly LoggedEvent[],
): ShownMessages {
  if (!read.isFetched || events.length === 0) return read;
  const isStored = ({ seq }: ShownMessage) => seq !== undefined;
  const items = read.items.filter(isStored);
  const before = items.length;
  for (const { type, payload } of events) {
    if (type !== 'message-added') continue;
    const { members, lastMessageEntity, readUpTo, otherReadUpTo } = payload.conversation;
    const [user, other] = members;
    const message = lastMessageEntity?.message;
    if (!message || !user || other?._id !== otherId || message.seq !== (items.at(-1)?.seq ?? 0) + 1) continue;
    items.push(showStored(message, { userId: user._id, readUpTo, otherReadUpTo }));
  }
  if (items.length === before) return read;
  const arrived = new Set(items.map(({ _id }) => _id));
  const waiting = read.items.filter((item) => !isStored(item) && !arrived.has(item._id));
  return { ...read, items: [...items, ...waiting] };
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
