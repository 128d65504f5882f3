import { Dexie } from 'dexie';
import type { MessageView } from '#server/conversations/conversations.schema.ts';
import { api } from '#src/app/api.ts';
import { isAbsent } from '#src/app/failure.ts';
import { plainText, searchWords } from '#src/lib/search-words.ts';
import { defineCollection, defineMutation } from '../engine/collection.ts';
import { currentRevision } from '../engine/database.ts';
import { readBlobs } from '../engine/files.ts';
import { changeReplica } from '../engine/quota.ts';
import { writeFetched } from '../engine/rows.ts';
import { defineFact, defineStore } from '../engine/store.ts';
import type { Change, Dated, LocalDatabase, OutboxRow, Sending, StoredMutation } from '../engine/types.ts';
import {
  conversationIds,
  conversationLimits,
  conversationRows,
  findConversation,
  readConversations,
  trimConversations,
} from './conversations.ts';
import { type KeptFile, messagesLane, type SendMessage, writtenAt } from './message-input.ts';
import {
  addMessage,
  clearMessages,
  dropBefore,
  type MessageWindow,
  placeNewest,
  placeOlder,
} from './message-window.ts';

/** A message. The same for good: whether it is read, the conversation says. */
interface MessageRow extends Dated {
  conversationId: string;
  seq: number;
  _id: string;
  view: MessageView;
}

/** Which messages of a conversation are on this device. */
interface WindowRow extends Dated, MessageWindow {
  conversationId: string;
}

export const messageRows = defineStore<MessageRow, [conversationId: string, seq: number]>(
  'messages',
  '[conversationId+seq], _id',
  3,
);
export const windowRows = defineStore<WindowRow>('messageWindows', 'conversationId', 3);

/**
 * Changes whenever a page that was asked for earlier may lack something, or hold something that was deleted since: such
 * a page is asked for again.
 */
const pagesSince = defineFact<string>('messagePagesSince');

/** How many messages of a conversation are kept, how many where the device is full, and how many come at a time. */
const limits = { usual: 200, full: 30, page: 50 };

/** How often a page is asked for again. */
const mostTries = 3;

const mutations = {
  'send-message': defineMutation<SendMessage>({
    lane: ({ otherId }) => messagesLane(otherId),
    // The same message again, at another price for example, replaces one that was rejected.
    setter: ({ messageId, cost }) => ({ target: `message ${messageId}`, value: cost }),
    files: (input) => filesOf(input).map(({ fileId }) => fileId),
    isLong: (input) => filesOf(input).length > 0,
    send: async (input, sending, _userId, db) => {
      const files = filesOf(input);
      if (files.length === 0) return sendWith(input, [], sending);
      // Only what has files needs the library.
      const { findLostUploads, uploadFiles } = await import('../engine/upload-files.ts');
      const uploads = await uploadFiles(db, files, sending);
      return sendWith(input, uploads, sending).catch(async (error: unknown) => {
        // Perhaps nobody is missing, but an upload that has expired meanwhile.
        if (!isAbsent(error) || !(await findLostUploads(db, files, sending.signal))) throw error;
        return sendWith(input, await uploadFiles(db, files, sending), sending);
      });
    },
    words: (_, about) => `Send a message to ${about ?? 'somebody'}`,
  }),
};

/** Returns the files of a message, the pictures first. */
const filesOf = ({ images, attachments }: SendMessage) => [
  ...images.map(({ fileId }) => ({ fileId, kind: 'image' as const })),
  ...attachments.map(({ fileId }) => ({ fileId, kind: 'file' as const })),
];

/** Sends a message whose files are uploaded. */
function sendWith(
  { messageId: _id, otherId: receiverId, text, images, postLink, organizationLink, cost }: SendMessage,
  uploads: readonly string[],
  { context, signal }: Sending,
): Promise<unknown> {
  const named = uploads.map((uploadId) => ({ uploadId }));
  const files = {
    images: named.slice(0, images.length),
    attachments: named.slice(images.length),
  };
  const input = { _id, receiverId, text, ...files, postLink, organizationLink, cost };
  return api.conversations.send.mutate(input, { context, signal });
}

/** Messages of the conversations on this device: the newest ones, and as many before them as were looked at. */
export const messages = defineCollection({
  stores: [messageRows, windowRows],
  events: {
    'message-added': ({ payload: { conversation } }) =>
      changesOfAdded(conversation.lastMessageEntity?.message),
    'conversation-removed': ({ payload: { conversationId }, seq }) => [
      windowRows.update(conversationId, (row) => row && { ...row, ...clearMessages(row) }),
      {
        cleans: [windowRows.name, messageRows.name],
        clean: async (db) => {
          const row = await windowRows.in(db).get(conversationId);
          await messagesIn(db, conversationId, 0, (row?.from ?? Number.POSITIVE_INFINITY) - 1).delete();
        },
      },
      pagesSince.to(`removal ${seq}`),
    ],
    // Of a message to more people than are kept only the last ones have events: all others may have changed.
    'bulk-message-changed': ({ payload: { bulkMessage } }) =>
      bulkMessage.state === 'sending' || bulkMessage.total <= conversationLimits.usual
        ? []
        : [
            {
              cleans: [conversationRows.name, windowRows.name, messageRows.name],
              clean: async (db) => {
                await trimConversations(db, conversationLimits.usual);
                await trimMessages(db, limits.usual);
              },
            },
          ],
  },
  mutations,
  // The last messages are in the list of conversations; the others are read ahead, one conversation after the other.
  snapshot:
    async () =>
    async (db, { revision }) => {
      await pagesSince.write(db, `snapshot ${revision}`);
      const changes = (await readConversations(db)).flatMap(({ _id, lastMessageEntity }) =>
        lastMessageEntity
          ? changesOfAdded(lastMessageEntity.message)
          : [windowRows.merge(_id, { from: 1, last: 0, isWhole: true, isFetched: true })],
      );
      await writeFetched(db, changes, revision);
    },
  readAhead: async (db) => {
    const ids = (await conversationIds(db)).slice(0, conversationLimits.usual);
    const windows = await windowRows.in(db).bulkGet(ids);
    const next = ids.find((_, index) => !windows[index]?.isFetched);
    return next === undefined ? undefined : () => pullMessages(db, next, 'newest', limits.usual);
  },
  trim: (db, isFull) => trimMessages(db, isFull ? limits.full : limits.usual),
});

/** Returns the changes of a message that was sent just now. */
function changesOfAdded(message: MessageView | undefined) {
  if (!message) return [];
  const { conversationId, seq, _id } = message;
  return [
    messageRows.merge([conversationId, seq], { _id, view: message }),
    windowRows.update(conversationId, (row) => ({ conversationId, ...addMessage(row, seq) })),
  ] satisfies Change[];
}

const messagesIn = (db: LocalDatabase, conversationId: string, from: number, to = Number.POSITIVE_INFINITY) =>
  messageRows
    .in(db)
    .where('[conversationId+seq]')
    .between([conversationId, from], [conversationId, to], true, true);

/** A picture or file of a message. */
export interface ShownFile {
  fileName: string;
  bytes: number;
  /** Where it is on the server. */
  path?: string;
  /** Its content, where it is still on this device. */
  blob?: Blob | undefined;
  width?: number | undefined;
  height?: number | undefined;
}

/** A message as screens show it. */
export interface ShownMessage {
  _id: string;
  /** Undefined until it is sent. */
  seq: number | undefined;
  isOwn: boolean;
  text: string;
  images: ShownFile[];
  attachments: ShownFile[];
  postLink: string | null;
  organizationLink: string | null;
  createdAt: string;
  /**
   * `waiting` for a connection, or `queued` behind others. Somebody else's is `read` or `sent`, too: by the user.
   */
  state: 'waiting' | 'queued' | 'sending' | 'sent' | 'read' | 'failed';
  /** How much of it is on the server while it is being sent, from 0 to 1. */
  progress?: number | undefined;
  /** Why it failed: a sentence for people, and a word for programs (`price-changed`, `too-few-coins`, `not-found`). */
  problem?: string | undefined;
  reason?: string | undefined;
  /** In the outbox, for retrying and discarding it. */
  opId?: string | undefined;
}

/** Messages of one conversation as they are on this device. */
export interface ShownMessages {
  /** Those that wait or failed come last; otherwise the oldest comes first. */
  items: ShownMessage[];
  /** Whether there are more before them, here or on the server. */
  hasOlder: boolean;
  /** Whether the newest ones were fetched; until then there may be only some of them. */
  isFetched: boolean;
}

/** Whose messages: those of the user and another one. */
export interface Between {
  conversationId?: string | undefined;
  otherId: string;
}

/** Returns the newest messages of a conversation on this device, with those that are not sent yet. */
export function readMessages(db: LocalDatabase, between: Between, limit: number): Promise<ShownMessages> {
  const tables = [messageRows.in(db), windowRows.in(db), conversationRows.in(db), db.outbox, db.blobs];
  return db.transaction('r', tables, async () => {
    const { otherId } = between;
    const lane = await db.outbox.where('lane').equals(messagesLane(otherId)).sortBy('order');
    const conversation = await findConversation(db, { otherId });
    const id = conversation?._id ?? between.conversationId;
    const isDeleted = lane.some(
      ({ name, input, state }) =>
        name === 'delete-conversation' &&
        state !== 'failed' &&
        (input as { conversationId: string }).conversationId === id,
    );
    const window = id === undefined ? undefined : await windowRows.in(db).get(id);
    const found =
      id === undefined || !window || isDeleted
        ? []
        : await messagesIn(db, id, window.from)
            .reverse()
            .limit(limit + 1)
            .toArray();
    const stored = found.slice(0, limit).toReversed();
    const pending = pendingIn(lane);
    const arrived = await storedOf(db, pending);
    const blobs = await readBlobs(
      db,
      pending.flatMap(({ input }) => filesOf(input as SendMessage).map(({ fileId }) => fileId)),
    );
    return {
      items: [
        ...stored.map(({ view }) =>
          showStored(view, {
            userId: db.userId,
            readUpTo: conversation?.readUpTo ?? 0,
            otherReadUpTo: conversation?.otherReadUpTo ?? 0,
          }),
        ),
        ...pending
          .filter(({ input }) => !arrived.has((input as SendMessage).messageId))
          .map((row) => showPending(row, blobs)),
      ],
      hasOlder: !isDeleted && (found.length > limit || (window ? !window.isWhole : id !== undefined)),
      isFetched: isDeleted || (window?.isFetched ?? false),
    };
  });
}

/** Returns the messages of a lane that stand in the outbox, except for those that were deleted with the conversation. */
function pendingIn(lane: readonly OutboxRow[]): OutboxRow[] {
  const deleted = lane.findLastIndex(
    ({ name, state }) => name === 'delete-conversation' && state !== 'failed',
  );
  return lane.filter(({ name }, index) => name === 'send-message' && index > deleted);
}

/** Returns which of these messages have come with their events already. */
async function storedOf(db: LocalDatabase, pending: readonly StoredMutation[]): Promise<Set<string>> {
  if (pending.length === 0) return new Set();
  const ids = pending.map(({ input }) => (input as SendMessage).messageId);
  const rows = await messageRows.in(db).where('_id').anyOf(ids).toArray();
  return new Set(rows.map(({ _id }) => _id));
}

/** Returns a message of the server as it is shown. */
export function showStored(
  view: MessageView,
  by: { userId: string; readUpTo: number; otherReadUpTo: number },
): ShownMessage {
  const isOwn = view.senderId === by.userId;
  const { _id, seq, text, postLink, organizationLink, createdAt } = view;
  return {
    _id,
    seq,
    isOwn,
    text,
    images: view.images.map((image) => ({ fileName: '', bytes: 0, ...image })),
    attachments: view.attachments.map(({ fileName, bytes, path }) => ({ fileName, bytes, path })),
    postLink,
    organizationLink,
    createdAt,
    state: seq <= (isOwn ? by.otherReadUpTo : by.readUpTo) ? 'read' : 'sent',
  };
}

const stateIn = { waiting: 'waiting', sent: 'sending', done: 'sent', failed: 'failed' } as const;

/** Returns a message that is not sent yet as it is shown; one that is not in the outbox yet is waiting. */
export function showPending(
  row: StoredMutation & Partial<Pick<OutboxRow, 'opId' | 'state' | 'problem' | 'reason'>>,
  blobs: ReadonlyMap<string, Blob> = new Map(),
): ShownMessage {
  const input = row.input as SendMessage;
  const fileOf = ({ fileId, fileName, bytes, width, height }: KeptFile) => ({
    fileName,
    bytes,
    blob: blobs.get(fileId),
    width,
    height,
  });
  return {
    _id: input.messageId,
    seq: undefined,
    isOwn: true,
    text: input.text,
    images: input.images.map(fileOf),
    attachments: input.attachments.map(fileOf),
    postLink: input.postLink ?? null,
    organizationLink: input.organizationLink ?? null,
    createdAt: writtenAt(input.messageId),
    state: stateIn[row.state ?? 'waiting'],
    problem: row.problem,
    reason: row.reason,
    opId: row.opId,
  };
}

/** Fetches the newest messages of a conversation, or those before the oldest one on this device. */
export async function pullMessages(
  db: LocalDatabase,
  conversationId: string,
  which: 'newest' | 'older',
  limit = limits.page,
): Promise<void> {
  for (let tries = 0; tries < mostTries; tries++)
    if (await pullOnce(db, conversationId, which, limit)) return;
}

/** Returns false where the page could not be used, because something was deleted or dropped while it was fetched. */
async function pullOnce(
  db: LocalDatabase,
  conversationId: string,
  which: 'newest' | 'older',
  limit: number,
): Promise<boolean> {
  const [revision, since] = [await currentRevision(db), await pagesSince.read(db)];
  const known = await windowRows.in(db).get(conversationId);
  const before = which === 'older' ? known?.from : undefined;
  if (which === 'older' && known?.isWhole) return true;
  const page = await api.conversations.history
    .query({ id: conversationId, before, limit })
    // Deleted elsewhere: the event that says so is on its way.
    .catch((error: unknown) => {
      if (!isAbsent(error)) throw error;
      return undefined;
    });
  if (!page) {
    const isWhole = { isWhole: true, isFetched: true };
    const gone = windowRows.update(conversationId, (row) => ({
      conversationId,
      ...(row ? { ...clearMessages(row) } : { from: 1, last: 0 }),
      ...isWhole,
    }));
    await writeFetched(db, [gone], revision);
    return true;
  }
  const views = page.messageUserEntity.map(({ message }) => message);
  const found = { seqs: views.map(({ seq }) => seq), hasMore: page.hasMore };
  return changeReplica(db, [messageRows.in(db), windowRows.in(db)], async () => {
    if ((await pagesSince.read(db)) !== since) return false;
    const window = await windowRows.in(db).get(conversationId);
    if (before !== undefined && !window) return false;
    const placed =
      window && before !== undefined ? placeOlder(window, before, found) : placeNewest(window, found);
    await writeFetched(
      db,
      views.map((view) => messageRows.merge([conversationId, view.seq], { _id: view._id, view })),
      revision,
    );
    await windowRows.in(db).put({ ...placed, conversationId, revision: window?.revision ?? revision });
    return true;
  });
}

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

/** Drops the messages of conversations that are not kept, and all but the newest ones of the others. */
async function trimMessages(db: LocalDatabase, most: number): Promise<void> {
  const table = messageRows.in(db);
  const kept = new Set(await conversationRows.in(db).toCollection().primaryKeys());
  let hasDropped = false;
  for (const row of await windowRows.in(db).toArray()) {
    const { conversationId } = row;
    if (!kept.has(conversationId)) {
      await messagesIn(db, conversationId, 0).delete();
      await windowRows.in(db).delete(conversationId);
      hasDropped = true;
      continue;
    }
    const [oldest] = await table
      .where('[conversationId+seq]')
      .between([conversationId, Dexie.minKey], [conversationId, Dexie.maxKey])
      .reverse()
      .offset(most - 1)
      .limit(1)
      .primaryKeys();
    const from = Math.max(oldest?.[1] ?? 0, row.from);
    const dropped = await messagesIn(db, conversationId, 0, from - 1).delete();
    if (dropped > 0 && from > row.from) await windowRows.in(db).put({ ...row, ...dropBefore(row, from) });
  }
  // A page that was asked for before may be older than what went.
  if (hasDropped) await pagesSince.write(db, `trim ${crypto.randomUUID()}`);
}
