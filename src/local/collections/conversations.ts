import type { ConversationView } from '#server/conversations/conversations.schema.ts';
import { api } from '#src/app/api.ts';
import { defineCollection } from '../engine/collection.ts';
import { writeFetched } from '../engine/rows.ts';
import { defineFact, defineStore } from '../engine/store.ts';
import type { Dated, LocalDatabase, RowChange } from '../engine/types.ts';

/** A conversation with its last message; `view` is null once the user has deleted it. */
interface ConversationRow extends Dated {
  _id: string;
  view: ConversationView | null;
}

const conversationRows = defineStore<ConversationRow>('conversations', '_id, [view.updatedAt+_id]', 2);

/** How many messages are unread. */
export const unreadMessages = defineFact<number>('unreadMessages');

/** How many conversations a snapshot brings, how many are kept, and how many where the device is full. */
const limits = { snapshot: 30, usual: 200, full: 30 };

const changeOf = (view: ConversationView): RowChange => conversationRows.merge(view._id, { view });

/** Returns the change of a conversation that is there. */
const changeView = (_id: string, change: (view: ConversationView) => ConversationView): RowChange =>
  conversationRows.update(_id, (row) => (row?.view ? { _id, view: change(row.view) } : undefined));

/** The conversations with the newest messages, and how many messages are unread. */
export const conversations = defineCollection({
  stores: [conversationRows],
  events: {
    'conversation-upserted': ({ payload: { conversation } }) => [changeOf(conversation)],
    'message-added': ({ payload: { conversation } }) => [changeOf(conversation)],
    'conversation-read': ({ payload: { conversationId, readUpTo, unread } }) => [
      changeView(conversationId, (view) => ({ ...markRead(view, readUpTo), unread })),
    ],
    'conversation-seen': ({ payload: { conversationId, readUpTo } }) => [
      changeView(conversationId, (view) => ({ ...view, otherReadUpTo: readUpTo })),
    ],
    'conversation-removed': ({ payload: { conversationId } }) => [
      conversationRows.merge(conversationId, { view: null }),
    ],
    'message-count': ({ payload: { onlyNew } }) => [unreadMessages.to(onlyNew)],
  },
  snapshot: async () => {
    const [page, unread] = await Promise.all([
      api.conversations.list.query({ limit: limits.snapshot }),
      api.conversations.countNew.query({}),
    ]);
    return async (db, { revision }) => {
      await unreadMessages.write(db, unread.count);
      await writeFetched(db, page.items.map(changeOf), revision);
    };
  },
  trim: (db, isFull) => trimConversations(db, isFull ? limits.full : limits.usual),
});

function markRead(view: ConversationView, readUpTo: number): ConversationView {
  const last = view.lastMessageEntity;
  const isRead = last !== null && (last.isRead || last.message.seq <= readUpTo);
  return { ...view, readUpTo, lastMessageEntity: last && { ...last, isRead } };
}

/** Drops the conversations whose last messages are the oldest, and what is known to be gone. */
async function trimConversations(db: LocalDatabase, most: number): Promise<void> {
  const table = conversationRows.in(db);
  await table.filter((row) => row.view === null).delete();
  const extra = await table.orderBy('[view.updatedAt+_id]').reverse().offset(most).primaryKeys();
  await table.bulkDelete(extra);
}

/** The conversations on this device, those with the newest messages first. */
export async function readConversations(db: LocalDatabase): Promise<ConversationView[]> {
  const rows = await conversationRows.in(db).orderBy('[view.updatedAt+_id]').reverse().toArray();
  return rows.flatMap(({ view }) => view ?? []);
}
