import type { MessageView } from '#server/conversations/conversations.schema.ts';
import { plainText, searchWords } from '#src/lib/search-words.ts';
import type { LocalDatabase } from '../engine/types.ts';
import { conversationIds } from './conversations.ts';
import { messageRows, messagesIn, windowRows } from './messages.ts';

/** How many messages a search returns. */
const mostFound = 50;

/** A message that a search has found. */
export interface FoundMessage {
  message: MessageView;
  conversationId: string;
}

/** Finds messages on this device that hold all words of a text, those of the newest conversations first. */
export async function searchMessagesHere(
  db: LocalDatabase,
  text: string,
  signal?: AbortSignal,
): Promise<FoundMessage[]> {
  const words = searchWords(text);
  if (words.length === 0) return [];
  const found: FoundMessage[] = [];
  for (const id of await conversationIds(db)) {
    signal?.throwIfAborted();
    const window = await windowRows.in(db).get(id);
    if (!window) continue;
    const rows = await messagesIn(db, id, window.from).reverse().toArray();
    for (const { view } of rows) {
      const searched = plainText(view.text);
      if (words.every((word) => searched.includes(word))) found.push({ message: view, conversationId: id });
      if (found.length === mostFound) return found;
    }
  }
  return found;
}

/**
 * Returns how many messages on this device come after one of a conversation; null where that one is before all that is
 * on this device.
 */
export function countNewer(db: LocalDatabase, conversationId: string, seq: number): Promise<number | null> {
  return db.transaction('r', [messageRows.in(db), windowRows.in(db)], async () => {
    const window = await windowRows.in(db).get(conversationId);
    if (!window || seq < window.from) return null;
    return messagesIn(db, conversationId, seq + 1).count();
  });
}
