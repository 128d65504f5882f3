import { useInfiniteQuery } from '@tanstack/react-query';
import type { ConversationView, MessageView } from '#server/conversations/conversations.schema.ts';
import { api } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { useUser } from '#src/app/session.ts';
import { countNewer } from '#src/local/collections/search-messages.ts';
import { type ShownMessages, showStored } from '#src/local/collections/shown-messages.ts';
import { useLocal } from '#src/local/engine/use-local.ts';
import type { MoreMessages } from './history.tsx';

/** How many messages come at a time. */
const pageSize = 50;

/** Messages of the server in their order, and whether there are more before and after them. */
interface Page {
  views: MessageView[];
  hasOlder: boolean;
  hasNewer: boolean;
}

/** Which messages: those around one, or those next to a page. */
type PagePlace = { around: number } | { before: number } | { after: number };

/** Messages of the server around one that is not on this device. */
export interface MessagesAround {
  /** Undefined until they have come. */
  views: MessageView[] | undefined;
  /** Whether the server was asked for those after the last one, and had none. */
  isExhausted: boolean;
  older: MoreMessages;
  newer: MoreMessages;
  /** Why they did not come. */
  problem: string | undefined;
  isFetching: boolean;
  retry: () => void;
}

/**
 * Returns how many messages on this device come after one; null where that one is not on this device, undefined until
 * that is known, and where there is none.
 */
export function useNewerHere(conversationId: string, seq: number | undefined): number | null | undefined {
  return useLocal(
    async (db) => (seq === undefined ? undefined : countNewer(db, conversationId, seq)),
    [conversationId, seq],
  );
}

/** Loads messages around one from the server, and those before and after them as they are scrolled to. */
export function useMessagesAround(
  conversationId: string,
  seq: number | undefined,
  isEnabled: boolean,
): MessagesAround {
  const around = useInfiniteQuery({
    queryKey: ['conversations', 'messages around', conversationId, seq],
    queryFn: ({ pageParam }: { pageParam: PagePlace }) => loadPage(conversationId, pageParam),
    initialPageParam: { around: seq ?? 0 },
    getPreviousPageParam: ({ hasOlder, views }): PagePlace | null =>
      hasOlder && views[0] ? { before: views[0].seq } : null,
    // There may be newer ones by now than when the last page came.
    getNextPageParam: (_, pages): PagePlace => ({ after: lastOf(pages)?.seq ?? seq ?? 0 }),
    enabled: seq !== undefined && isEnabled,
    // Messages stay as they are, and new ones come with events.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const lastPage = around.data?.pages.at(-1);
  return {
    views: around.data?.pages.flatMap(({ views }) => views),
    isExhausted: lastPage?.views.length === 0,
    older: {
      hasMore: around.hasPreviousPage,
      isLoading: around.isFetchingPreviousPage,
      hasFailed: around.isFetchPreviousPageError,
      load: () => void around.fetchPreviousPage(),
    },
    newer: {
      hasMore: lastPage?.hasNewer ?? false,
      isLoading: around.isFetchingNextPage,
      hasFailed: around.isFetchNextPageError,
      load: () => void around.fetchNextPage(),
    },
    problem:
      !around.data && (around.isError || around.isPaused) ? failureOf(around.error).message : undefined,
    isFetching: around.isFetching,
    retry: () => void around.refetch(),
  };
}

const lastOf = (pages: readonly Page[]): MessageView | undefined =>
  pages.findLast(({ views }) => views.length > 0)?.views.at(-1);

async function loadPage(id: string, place: PagePlace): Promise<Page> {
  if (!('around' in place)) {
    const page = await api.conversations.history.query({ id, ...place, limit: pageSize });
    const views = page.messageUserEntity.map(({ message }) => message);
    // The page beside it has the others.
    return { views, hasOlder: 'after' in place || page.hasMore, hasNewer: 'before' in place || page.hasMore };
  }
  const { around: seq } = place;
  const [before, after] = await Promise.all([
    api.conversations.history.query({ id, before: seq + 1, limit: pageSize }),
    api.conversations.history.query({ id, after: seq, limit: pageSize }),
  ]);
  const views = [...before.messageUserEntity, ...after.messageUserEntity].map(({ message }) => message);
  return { views, hasOlder: before.hasMore, hasNewer: after.hasMore };
}

/**
 * Puts messages of the server before those on this device. While there may be others between the two, those on this
 * device are left out: no two messages stand next to each other between which one is missing. Many may have arrived
 * since the server had no newer ones.
 */
export function joinMessages(
  here: ShownMessages,
  {
    views = [],
    isExhausted,
    older,
    newer,
  }: Pick<MessagesAround, 'views' | 'isExhausted' | 'older' | 'newer'>,
  by: Parameters<typeof showStored>[1],
): ShownMessages & { isJoined: boolean } {
  const first = here.items.find(({ seq }) => seq !== undefined)?.seq ?? Number.POSITIVE_INFINITY;
  const last = views.at(-1)?.seq ?? 0;
  const isNothingHere = first === Number.POSITIVE_INFINITY && !newer.hasMore;
  const isJoined = last >= first - 1 || isNothingHere || isExhausted;
  const items = views.filter(({ seq }) => seq < first).map((view) => showStored(view, by));
  return {
    items: isJoined ? [...items, ...here.items] : items,
    hasOlder: older.hasMore,
    isFetched: true,
    isJoined,
  };
}

/** Returns up to where each of the two has read. */
export function useReadMarks({
  readUpTo,
  otherReadUpTo,
}: ConversationView): Parameters<typeof showStored>[1] {
  return { userId: useUser()?._id ?? '', readUpTo, otherReadUpTo };
}
