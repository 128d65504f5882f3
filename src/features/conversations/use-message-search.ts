import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ConversationView } from '#server/conversations/conversations.schema.ts';
import { api } from '#src/app/api.ts';
import { isAbsent } from '#src/app/failure.ts';
import { searchWords } from '#src/lib/search-words.ts';
import { pullConversation, readConversationsById } from '#src/local/collections/read-conversations.ts';
import { type FoundMessage, searchMessagesHere } from '#src/local/collections/search-messages.ts';
import { localDatabase } from '#src/local/engine/current-database.ts';
import { useLocal } from '#src/local/engine/use-local.ts';

/** How many messages the server returns at a time. */
const pageSize = 30;

/** A message that was found, with its conversation. */
export interface FoundIn {
  message: FoundMessage['message'];
  conversation: ConversationView;
}

/** What a search has found: on this device, and beyond that on the server. */
export interface MessageSearch {
  /** Undefined until this device was searched. */
  here: readonly FoundIn[] | undefined;
  /** Those of the server that are not on this device. */
  there: readonly FoundIn[];
  server: {
    isSearching: boolean;
    hasMore: boolean;
    isLoadingMore: boolean;
    /** Why the server was not searched; undefined where it was. */
    error: unknown;
    hasFailed: boolean;
    loadMore: () => void;
    retry: () => void;
  };
}

/** Searches messages by their words: on this device, and on the server for the rest. */
export function useMessageSearch(text: string): MessageSearch {
  const isEnabled = searchWords(text).length > 0;
  const here = useQuery({
    queryKey: ['conversations', 'search here', text],
    queryFn: async ({ signal }) => {
      const db = localDatabase();
      return db ? searchMessagesHere(db, text, signal) : [];
    },
    enabled: isEnabled,
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
  });
  const there = useInfiniteQuery({
    queryKey: ['conversations', 'search', text],
    queryFn: ({ pageParam, signal }) => searchThere({ text, cursor: pageParam, limit: pageSize }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.cursor,
    enabled: isEnabled,
    gcTime: 0,
  });

  const foundHere = here.data ?? (isEnabled ? undefined : []);
  const known = new Set(foundHere?.map(({ message }) => message._id));
  const foundThere = (there.data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter(({ message }) => !known.has(message._id));
  const ids = [...(foundHere ?? []), ...foundThere].map(({ conversationId }) => conversationId);
  const conversations = useConversationsById([...new Set(ids)]);
  // What was deleted on this device and not yet on the server is not found any more.
  const withConversation = ({ message, conversationId }: FoundMessage): FoundIn[] => {
    const conversation = conversations.get(conversationId);
    return conversation ? [{ message, conversation }] : [];
  };
  return {
    here: foundHere?.flatMap(withConversation),
    there: foundThere.flatMap(withConversation),
    server: {
      isSearching: there.isLoading,
      hasMore: there.hasNextPage,
      isLoadingMore: there.isFetchingNextPage,
      error: there.error,
      hasFailed: there.isError || there.isPaused,
      loadMore: () => void there.fetchNextPage(),
      retry: () => void there.refetch(),
    },
  };
}

/** Searches on the server, and fetches the conversations of what it finds that are not on this device. */
async function searchThere(
  input: { text: string; cursor: string | undefined; limit: number },
  signal: AbortSignal,
): Promise<{ items: FoundMessage[]; cursor: string | null }> {
  const page = await api.conversations.search.query(input, { signal });
  const db = localDatabase();
  if (!db) return page;
  const ids = [...new Set(page.items.map(({ conversationId }) => conversationId))];
  const known = new Set((await readConversationsById(db, ids)).map(({ _id }) => _id));
  // They are in one request, whose calls are sent together.
  await Promise.all(
    ids
      .filter((id) => !known.has(id))
      .map((id) =>
        pullConversation(db, id).catch((error: unknown) => {
          // Deleted meanwhile.
          if (!isAbsent(error)) throw error;
        }),
      ),
  );
  return page;
}

function useConversationsById(ids: readonly string[]): ReadonlyMap<string, ConversationView> {
  const found = useLocal((db) => readConversationsById(db, ids), [ids.join()]);
  return new Map(found?.map((conversation) => [conversation._id, conversation]));
}
