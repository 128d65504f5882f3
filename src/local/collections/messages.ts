import { Dexie } from 'dexie';
import type { MessageView } from '#server/conversations/conversations.schema.ts';
import { api } from '#src/app/api.ts';
import { isAbsent } from '#src/app/failure.ts';
import { defineCollection, defineMutation } from '../engine/collection.ts';
import { currentRevision } from '../engine/database.ts';
import { changeReplica } from '../engine/quota.ts';
import { writeFetched } from '../engine/rows.ts';
import { defineFact, defineStore } from '../engine/store.ts';
import type { Change, Dated, LocalDatabase, Sending } from '../engine/types.ts';
import {
  conversationIds,
  conversationLimits,
  conversationRows,
  readConversations,
  trimConversations,
} from './conversations.ts';
import { messagesLane, type SendMessage } from './message-input.ts';
import {
  addMessage,
  clearMessages,
  dropBefore,
  type MessageWindow,
  placeNewest,
  placeOlder,
} from './message-window.ts';
import { texts } from './texts.ts';

/** A message. The same for good: whether it is read is in the conversation. */
interface MessageRow extends Dated {
  conversationId: string;
  seq: number;
  _id: string;
  view: MessageView;
}

/** Which messages of a conversation are on this device. */
interface WindowRow extends Dated, MessageWindow {
  conversationId: string;
  /** Whether as many as are kept were fetched, whatever was dropped since. */
  isReadAhead?: boolean;
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
    words: (_, about) => texts.messages.send(about),
  }),
};

/** Returns the files of a message, the pictures first. */
export const filesOf = ({ images, attachments }: SendMessage) => [
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
  early: ['message-added'],
  events: {
    'message-added': ({ payload: { conversation } }) =>
      changesOfAdded(conversation.lastMessageEntity?.message),
    'conversation-removed': ({ payload: { conversationId }, seq }) => [
      windowRows.update(
        conversationId,
        (row) => row && { ...row, ...clearMessages(row), isReadAhead: false },
      ),
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
    const next = ids.find((_, index) => !isReadAhead(windows[index]));
    return next === undefined ? undefined : () => fetchAhead(db, next);
  },
  trim: (db, isFull) => trimMessages(db, isFull ? limits.full : limits.usual),
});

const isReadAhead = (window: WindowRow | undefined) =>
  window?.isReadAhead === true || (window?.isFetched === true && window.isWhole);

/** Fetches as many messages of a conversation as are kept: all of them, or those that no screen has fetched yet. */
async function fetchAhead(db: LocalDatabase, conversationId: string): Promise<void> {
  const window = await windowRows.in(db).get(conversationId);
  if (window?.isFetched) {
    const missing = limits.usual - (await messagesIn(db, conversationId, window.from).count());
    if (missing > 0) await pullMessages(db, conversationId, 'older', missing);
  } else await pullMessages(db, conversationId, 'newest', limits.usual);
  await changeReplica(db, [windowRows.in(db)], () =>
    windowRows.in(db).update(conversationId, { isReadAhead: true }),
  );
}

/** Returns the changes of a message that was sent just now. */
function changesOfAdded(message: MessageView | undefined) {
  if (!message) return [];
  const { conversationId, seq, _id } = message;
  return [
    messageRows.merge([conversationId, seq], { _id, view: message }),
    windowRows.update(conversationId, (row) => ({ conversationId, ...addMessage(row, seq) })),
  ] satisfies Change[];
}

/** Returns the messages of a conversation on this device in a range of numbers. */
export const messagesIn = (
  db: LocalDatabase,
  conversationId: string,
  from: number,
  to = Number.POSITIVE_INFINITY,
) =>
  messageRows
    .in(db)
    .where('[conversationId+seq]')
    .between([conversationId, from], [conversationId, to], true, true);

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
    // Deleted elsewhere: the event of it is on its way.
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
