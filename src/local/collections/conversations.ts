import type { ConversationView } from '#server/conversations/conversations.schema.ts';
import { api } from '#src/app/api.ts';
import { isAbsent } from '#src/app/failure.ts';
import { now } from '#src/lib/server-clock.ts';
import { defineCollection, defineMutation } from '../engine/collection.ts';
import { currentRevision } from '../engine/database.ts';
import { type ApplyPending, applyPending } from '../engine/optimistic.ts';
import { pendingMutations } from '../engine/outbox.ts';
import { changeReplica } from '../engine/quota.ts';
import { writeFetched } from '../engine/rows.ts';
import { defineFact, defineStore } from '../engine/store.ts';
import type { Dated, LocalDatabase, MutationKind, RowChange, StoredMutation } from '../engine/types.ts';
import { messagesLane, type SendMessage, writtenAt } from './message-input.ts';
import { texts } from './texts.ts';

/** A conversation with its last message; `view` is null once the user has deleted it. */
interface ConversationRow extends Dated {
  _id: string;
  otherId?: string | undefined;
  view: ConversationView | null;
}

/** The last fetch of the list, as notifications have it. */
interface ConversationFetch {
  savedAt: Date;
  next: string | null | undefined;
}

export const conversationRows = defineStore<ConversationRow>(
  'conversations',
  '_id, otherId, [view.updatedAt+_id]',
  3,
);

/** How many messages are unread. */
export const unreadMessages = defineFact<number>('unreadMessages');
export const lastFetch = defineFact<ConversationFetch>('conversations');

/** How many conversations come at a time, how many are kept, and how many where the device is full. */
export const conversationLimits = { page: 30, usual: 200, full: 30 };

/** Read marks of one conversation replace each other, and wait for nothing else. */
const readLane = (conversationId: string) => `read ${conversationId}`;

const mutations = {
  'read-conversation': defineMutation<{ conversationId: string; upTo: number }>({
    lane: ({ conversationId }) => readLane(conversationId),
    setter: ({ upTo }) => ({ target: 'read', value: upTo, rises: true }),
    // A conversation that was deleted elsewhere has nothing left to read.
    send: ({ conversationId: id, upTo }, sending) =>
      api.conversations.markRead.mutate({ id, upTo }, sending).catch(unlessAbsent),
    words: (_, about) => texts.conversations.markRead(about),
  }),

  /** In the lane of the messages: what was written before is deleted, what is written afterwards is not. */
  'delete-conversation': defineMutation<{ conversationId: string; otherId: string }>({
    lane: ({ otherId }) => messagesLane(otherId),
    send: ({ conversationId: id }, sending) =>
      api.conversations.remove.mutate({ id }, sending).catch(unlessAbsent),
    words: (_, about) => texts.conversations.remove(about),
  }),
};

function unlessAbsent(error: unknown): void {
  if (!isAbsent(error)) throw error;
}

/** Returns the change of a conversation as the server sends it. */
export const changeOf = (view: ConversationView): RowChange =>
  conversationRows.merge(view._id, { view, otherId: otherIn(view)?._id });

/** Returns the other member of a conversation. */
const otherIn = ({ members }: ConversationView): ConversationView['members'][number] | undefined =>
  members[1];

/** Returns the change of a conversation that is there. */
const changeView = (_id: string, change: (view: ConversationView) => ConversationView): RowChange =>
  conversationRows.update(_id, (row) => (row?.view ? { ...row, view: change(row.view) } : undefined));

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
  mutations,
  snapshot: async () => {
    const [page, unread] = await Promise.all([
      api.conversations.list.query({ limit: conversationLimits.page }),
      api.conversations.countNew.query({}),
    ]);
    return async (db, { revision }) => {
      await unreadMessages.write(db, unread.count);
      await writeFetched(db, page.items.map(changeOf), revision);
      await lastFetch.write(db, { savedAt: now(), next: page.cursor });
    };
  },
  readAhead: async (db) => {
    const fetched = await lastFetch.read(db);
    const isKept = (await conversationRows.in(db).count()) >= conversationLimits.usual;
    return typeof fetched?.next === 'string' && !isKept ? () => pullConversations(db, 'older') : undefined;
  },
  trim: (db, isFull) => trimConversations(db, isFull ? conversationLimits.full : conversationLimits.usual),
});

/** Returns a conversation whose messages up to one are read. */
function markRead(view: ConversationView, upTo: number): ConversationView {
  const readUpTo = Math.max(view.readUpTo, upTo);
  const last = view.lastMessageEntity;
  const isRead = last !== null && (last.isRead || last.message.seq <= readUpTo);
  return { ...view, readUpTo, lastMessageEntity: last && { ...last, isRead } };
}

/** A conversation with pending mutations. One that is deleted comes back with the next message. */
interface ShownConversation {
  view: ConversationView;
  isDeleted: boolean;
}

const applyTo: ApplyPending<ShownConversation> = applyPending<
  ShownConversation,
  typeof mutations & Record<'send-message', MutationKind<SendMessage>>
>({
  'read-conversation': (shown, { conversationId, upTo }, { id }) => {
    if (conversationId !== id) return shown;
    const view = markRead(shown.view, upTo);
    const last = view.lastMessageEntity?.message.seq ?? 0;
    return { ...shown, view: { ...view, unread: Math.min(view.unread, Math.max(0, last - upTo)) } };
  },
  'delete-conversation': (shown, { conversationId }, { id }) =>
    conversationId === id
      ? { view: { ...shown.view, lastMessageEntity: null, unread: 0 }, isDeleted: true }
      : shown,
  'send-message': (shown, input) =>
    otherIn(shown.view)?._id === input.otherId
      ? { view: withMessage(shown.view, input), isDeleted: false }
      : shown,
});

/** Returns a conversation with a message that is not sent yet as its last one. */
export function withMessage(view: ConversationView, input: SendMessage): ConversationView {
  const { messageId: _id, text, postLink = null, organizationLink = null } = input;
  // Has come with its event already, and perhaps a reply after it.
  if (view.lastMessageEntity?._id === _id) return view;
  const createdAt = writtenAt(_id);
  const message = {
    _id,
    conversationId: view._id,
    seq: view.lastMessageEntity?.message.seq ?? view.readUpTo,
    senderId: view.members[0]?._id ?? '',
    receiverId: input.otherId,
    text,
    images: [],
    attachments: [],
    postLink,
    organizationLink,
    createdAt,
  };
  const updatedAt = createdAt > view.updatedAt ? createdAt : view.updatedAt;
  return { ...view, lastMessageEntity: { _id, isRead: true, message }, updatedAt };
}

/** Returns a conversation with pending mutations; null where they delete it. */
export function applyToConversation(
  view: ConversationView,
  pending: readonly StoredMutation[],
): ConversationView | null {
  const shown = applyTo({ view, isDeleted: false }, pending, { id: view._id, userId: '' });
  return shown.isDeleted ? null : shown.view;
}

/** Returns how many messages are unread, as far as this device knows, with pending mutations. */
export function readUnreadMessages(db: LocalDatabase): Promise<number> {
  return db.transaction('r', [conversationRows.in(db), db.outbox, db.meta], async () => {
    const unread = (await unreadMessages.read(db)) ?? 0;
    const pending = await pendingMutations(db);
    const ids = pending.flatMap(({ name, input }) =>
      name in mutations ? [(input as { conversationId: string }).conversationId] : [],
    );
    if (ids.length === 0) return unread;
    const rows = await conversationRows.in(db).bulkGet([...new Set(ids)]);
    const read = rows.reduce((sum, row) => {
      if (!row?.view) return sum;
      return sum + row.view.unread - (applyToConversation(row.view, pending)?.unread ?? 0);
    }, 0);
    return Math.max(0, unread - read);
  });
}

/** The conversations on this device as the server sent them, those with the newest messages first. */
export async function readConversations(db: LocalDatabase): Promise<ConversationView[]> {
  const rows = await newestFirst(db).toArray();
  return rows.flatMap(({ view }) => view ?? []);
}

/** Returns the ids of the conversations on this device, those with the newest messages first. */
export const conversationIds = (db: LocalDatabase): Promise<string[]> => newestFirst(db).primaryKeys();

/** The conversations with the newest messages first. */
export const newestFirst = (db: LocalDatabase) =>
  conversationRows.in(db).orderBy('[view.updatedAt+_id]').reverse();

/** Fetches the conversations with the newest messages, or those that follow the last one on this device. */
export async function pullConversations(db: LocalDatabase, which: 'newest' | 'older'): Promise<void> {
  const revision = await currentRevision(db);
  const next = which === 'older' ? (await lastFetch.read(db))?.next : undefined;
  if (next === null) return;
  const page = await api.conversations.list.query({ cursor: next, limit: conversationLimits.page });
  await changeReplica(db, [conversationRows.in(db)], async () => {
    await writeFetched(db, page.items.map(changeOf), revision);
    const known = (await lastFetch.read(db))?.next;
    const isAgain = next === undefined && known !== undefined && page.cursor !== null;
    await lastFetch.write(db, { savedAt: now(), next: isAgain ? known : page.cursor });
  });
}

/** Drops the conversations whose last messages are the oldest, and what is known to be gone. */
export async function trimConversations(db: LocalDatabase, most: number): Promise<void> {
  const table = conversationRows.in(db);
  await table.filter((row) => row.view === null).delete();
  const extra = await newestFirst(db).offset(most).primaryKeys();
  if (extra.length === 0) return;
  await table.bulkDelete(extra);
  const fetched = await lastFetch.read(db);
  if (fetched) await lastFetch.write(db, { ...fetched, next: undefined });
}
