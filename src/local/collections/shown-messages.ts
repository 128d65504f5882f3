import type { MessageView } from '#server/conversations/conversations.schema.ts';
import { readBlobs } from '../engine/files.ts';
import type { LocalDatabase, OutboxRow, StoredMutation } from '../engine/types.ts';
import { conversationRows } from './conversations.ts';
import { type KeptFile, messagesLane, type SendMessage, writtenAt } from './message-input.ts';
import { filesOf, messageRows, messagesIn, windowRows } from './messages.ts';
import { findConversation } from './read-conversations.ts';

/** A picture or file of a message. */
export interface ShownFile {
  fileName: string;
  bytes: number;
  /** Where it is on the server. */
  path?: string;
  /** The conversation of a picture on the server. */
  conversationId?: string;
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
   * `waiting` for a connection, or `queued` behind others. Another user's is `read` or `sent`, too: by the user.
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

/**
 * Returns the newest messages of a conversation on this device, with those that are not sent yet.
 * @param limit how many, beside those that are not sent
 * @param since the `seq` of the first one that is on the screen: it and all after it are returned, however many arrive
 */
export function readMessages(
  db: LocalDatabase,
  between: Between,
  limit: number,
  since?: number,
): Promise<ShownMessages> {
  const tables = [messageRows.in(db), windowRows.in(db), conversationRows.in(db), db.outbox, db.blobs];
  return db.transaction('r', tables, async () => {
    const { otherId } = between;
    const [lane, conversation] = await Promise.all([
      db.outbox.where('lane').equals(messagesLane(otherId)).sortBy('order'),
      findConversation(db, { otherId }),
    ]);
    const id = conversation?._id ?? between.conversationId;
    const isDeleted = lane.some(
      ({ name, input, state }) =>
        name === 'delete-conversation' &&
        state !== 'failed' &&
        (input as { conversationId: string }).conversationId === id,
    );
    const window = id === undefined ? undefined : await windowRows.in(db).get(id);
    const isThere = id !== undefined && window && !isDeleted;
    const shown =
      isThere && since !== undefined ? await messagesIn(db, id, Math.max(window.from, since)).count() : 0;
    const most = Math.max(limit, shown);
    const found = isThere
      ? await messagesIn(db, id, window.from)
          .reverse()
          .limit(most + 1)
          .toArray()
      : [];
    const stored = found.slice(0, most).toReversed();
    const pending = pendingIn(lane);
    const files = pending.flatMap(({ input }) => filesOf(input as SendMessage));
    const [arrived, blobs] = await Promise.all([
      storedOf(db, pending),
      readBlobs(
        db,
        files.map(({ fileId }) => fileId),
      ),
    ]);
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
      hasOlder: !isDeleted && (found.length > most || (window ? !window.isWhole : id !== undefined)),
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
  const { _id, conversationId, seq, text, postLink, organizationLink, createdAt } = view;
  return {
    _id,
    seq,
    isOwn,
    text,
    images: view.images.map((image) => ({ fileName: '', bytes: 0, conversationId, ...image })),
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
