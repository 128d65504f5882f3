import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { ConversationView } from '#server/conversations/conversations.schema.ts';
import { otherOfNew } from '#src/local/collections/message-input.ts';
import { pullMessages } from '#src/local/collections/messages.ts';
import { type ShownMessages } from '#src/local/collections/shown-messages.ts';
import { useMessages } from '#src/local/collections/use-messages.ts';
import { localDatabase } from '#src/local/engine/current-database.ts';
import { tryMutate } from '#src/local/mutate.ts';
import { useTyping } from './connectivities.tsx';
import type { MoreMessages } from './history.tsx';
import { previewText } from './names.ts';
import { useOpenLock } from './open-conversations.ts';
import { texts } from './texts.ts';
import {
  joinMessages,
  type MessagesAround,
  useMessagesAround,
  useNewerHere,
  useReadMarks,
} from './use-found-message.ts';
import { pageSize, useOlder } from './use-older.ts';

interface OpenedConversation {
  messages: ShownMessages | undefined;
  /** The `seq` after which messages are marked as new. */
  newAfter: number | undefined;
  older: MoreMessages;
  /** Those after the last one; undefined where that is the newest. */
  newer: MoreMessages | undefined;
  /** What is around the message that was searched for, while it is not on this device. */
  around: Pick<MessagesAround, 'problem' | 'isFetching' | 'retry'>;
  /** Whether the message that was searched for can be shown; true where none was. */
  isFoundThere: boolean;
  /** The message that has arrived last, for screen readers. */
  announcement: string;
  setIsEndInView: (isInView: boolean) => void;
}

/**
 * Returns the messages of a conversation that is on the screen, as many as were scrolled to. Marks them as read while
 * the newest one is in view.
 */
export function useOpenConversation(
  conversation: ConversationView,
  { otherId, name, found }: { otherId: string; name: string; found: number | undefined },
): OpenedConversation {
  const { _id: conversationId, readUpTo } = conversation;
  const [limit, setLimit] = useState(pageSize);
  const newerHere = useNewerHere(conversationId, found);
  // Where those of the server meet those on this device: all that arrive after it are shown.
  const [meetsAt, setMeetsAt] = useState<number>();
  const arrived = useNewerHere(conversationId, meetsAt);
  const needed = Math.max(newerHere ?? 0, arrived ?? 0) + pageSize;
  // Never fewer again: what is on the screen would jump.
  if (needed > limit) setLimit(needed);
  // The server has nothing of one that begins on this device.
  const isNew = otherOfNew(conversationId) !== undefined;
  const messages = useMessages({ conversationId: isNew ? undefined : conversationId, otherId }, limit);
  const olderHere = useOlder(messages, limit, {
    setLimit,
    pull: async () => {
      const db = localDatabase();
      if (db) await pullMessages(db, conversationId, 'older');
    },
  });
  const around = useMessagesAround(conversationId, found, newerHere === null);
  const marks = useReadMarks(conversation);
  const joined = messages && around.views ? joinMessages(messages, around, marks) : undefined;
  const firstHere = joined?.isJoined ? messages?.items.find(({ seq }) => seq !== undefined)?.seq : undefined;
  if (meetsAt === undefined && firstHere !== undefined) setMeetsAt(firstHere);
  const [isEndInView, setIsEndInView] = useState(false);
  const isVisible = usePageVisible();
  useOpenLock(conversationId, isVisible);
  const newAfter = useNewAfter(conversation, isVisible);
  const newest = messages?.items.findLast(({ isOwn }) => !isOwn);
  const announcement = useArrivals(
    newest && { _id: newest._id, words: texts.openConversation.arrived(name, previewText(newest)) },
    otherId,
  );

  const upTo = newest?.seq;
  const markRead = useEffectEvent((seq: number) => {
    void tryMutate({ name: 'read-conversation', input: { conversationId, upTo: seq }, about: name });
  });
  const isUnread = upTo !== undefined && upTo > readUpTo;
  useEffect(() => {
    if (isUnread && isEndInView && isVisible) markRead(upTo);
  }, [isUnread, isEndInView, isVisible, upTo]);

  return {
    messages: joined ?? messages,
    newAfter,
    older: joined ? around.older : olderHere,
    newer: joined?.isJoined === false ? { ...around.newer, hasMore: true } : undefined,
    around,
    isFoundThere:
      found === undefined || joined !== undefined || (newerHere !== undefined && reaches(messages, found)),
    announcement,
    setIsEndInView,
  };
}

/** Returns whether messages go back to one. */
function reaches(messages: ShownMessages | undefined, seq: number): boolean {
  const first = messages?.items[0]?.seq;
  return messages !== undefined && (!messages.hasOlder || (first !== undefined && first <= seq));
}

/**
 * Returns after which message the line stands that marks what is new: what was unread when the conversation was opened,
 * or came while the page was out of view.
 */
function useNewAfter({ readUpTo, unread }: ConversationView, isVisible: boolean): number | undefined {
  const [line, setLine] = useState({ isVisible, newAfter: unread > 0 ? readUpTo : undefined });
  if (line.isVisible !== isVisible) {
    const newAfter = isVisible && unread === 0 ? undefined : line.isVisible ? readUpTo : line.newAfter;
    setLine({ isVisible, newAfter });
  }
  return line.newAfter;
}

/** Returns what to announce of the message that has arrived last: nothing of those that were there at first. */
function useArrivals(newest: { _id: string; words: string } | undefined, otherId: string): string {
  const [announcement, setAnnouncement] = useState('');
  const { stopTyping } = useTyping(otherId);
  const known = useRef<string | undefined>(undefined);
  const id = newest?._id;
  const arrive = useEffectEvent(() => {
    if (known.current !== undefined && id !== known.current) {
      setAnnouncement(newest?.words ?? '');
      stopTyping();
    }
    known.current = id;
  });
  useEffect(() => {
    if (id !== undefined) arrive();
  }, [id]);
  return announcement;
}

function usePageVisible(): boolean {
  return useSyncExternalStore(subscribeToVisibility, () => document.visibilityState === 'visible');
}

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
