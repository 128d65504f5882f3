import type { ConversationView } from '#server/conversations/conversations.schema.ts';
import { useRecentMutations } from '../engine/recent-mutations.ts';
import { useLocal } from '../engine/use-local.ts';
import { applyToConversation } from './conversations.ts';
import { type Conversations, readConversation, readConversationList } from './read-conversations.ts';

/** Returns the newest conversations on this device; undefined until they are read. */
export function useConversations(limit: number): Conversations | undefined {
  const read = useLocal((db) => readConversationList(db, limit), [limit]);
  const recent = useRecentMutations();
  return read && { ...read, items: read.items.flatMap((view) => applyToConversation(view, recent) ?? []) };
}

/** Returns a conversation; null where it is not on this device, undefined until that is known. */
export function useConversation(id: string): ConversationView | null | undefined {
  const view = useLocal((db) => readConversation(db, { id }), [id]);
  return useWithRecent(view);
}

/** Returns the conversation with a user; null where it is not on this device, undefined until that is known. */
export function useConversationWith(otherId: string): ConversationView | null | undefined {
  const view = useLocal((db) => readConversation(db, { otherId }), [otherId]);
  return useWithRecent(view);
}

function useWithRecent(view: ConversationView | null | undefined): ConversationView | null | undefined {
  const recent = useRecentMutations();
  return view && applyToConversation(view, recent);
}
