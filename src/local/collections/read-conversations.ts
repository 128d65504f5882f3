import type { ConversationView } from '#server/conversations/conversations.schema.ts';
import { api } from '#src/app/api.ts';
import { currentRevision } from '../engine/database.ts';
import { pendingMutations } from '../engine/outbox.ts';
import { refresh } from '../engine/refresh.ts';
import { writeFetched } from '../engine/rows.ts';
import type { LocalDatabase, StoredMutation } from '../engine/types.ts';
import {
  applyToConversation,
  changeOf,
  conversationRows,
  lastFetch,
  newestFirst,
  pullConversations,
  withMessage,
} from './conversations.ts';
import { newConversationId, otherOfNew, type SendMessage, writtenAt } from './message-input.ts';

/** The conversations as they are kept on this device, those with the newest messages first. */
export interface Conversations {
  /** With pending mutations. */
  items: ConversationView[];
  isComplete: boolean;
  /** When they were last fetched; undefined where they never were. */
  savedAt: Date | undefined;
}

/** Returns the conversations with the newest messages on this device, and those that begin with an unsent one. */
export function readConversationList(db: LocalDatabase, limit: number): Promise<Conversations> {
  return db.transaction('r', [conversationRows.in(db), db.outbox, db.meta], async () => {
    const outbox = await db.outbox.orderBy('order').toArray();
    const pending = outbox.filter(({ state }) => state !== 'failed');
    // Each may take one out of the list, or put one on top of it.
    const found = await newestFirst(db)
      .limit(limit + 1 + pending.length)
      .toArray();
    const others = [...new Set(outbox.flatMap((row) => receiverOf(row) ?? []))];
    const touched =
      others.length > 0 ? await conversationRows.in(db).where('otherId').anyOf(others).toArray() : [];
    const begun = new Set(touched.flatMap(({ otherId, view }) => (view && otherId) ?? []));
    const byId = new Map([...found, ...touched].map((row) => [row._id, row]));
    const shown = [
      ...[...byId.values()].flatMap(({ view }) => (view && applyToConversation(view, pending)) ?? []),
      ...others
        .filter((otherId) => !begun.has(otherId))
        .flatMap((one) => newConversation(db, outbox, one) ?? []),
    ].toSorted(compareNewest);
    const fetched = await lastFetch.read(db);
    return {
      items: shown.slice(0, limit),
      isComplete: shown.length <= limit && fetched?.next === null,
      savedAt: fetched?.savedAt,
    };
  });
}

/** Returns to whom a mutation sends a message; undefined where it is another one. */
const receiverOf = ({ name, input }: StoredMutation): string | undefined =>
  name === 'send-message' ? (input as SendMessage).otherId : undefined;

/**
 * Returns the conversation with a user that the server does not have yet, from the messages in the outbox; null where
 * there are none. One that was rejected begins it, too: nowhere else it could be read.
 */
function newConversation(
  db: LocalDatabase,
  outbox: readonly StoredMutation[],
  otherId: string,
): ConversationView | null {
  const unsent = outbox.filter((row) => receiverOf(row) === otherId);
  const [first] = unsent;
  if (!first) return null;
  const person = (_id: string, name: string): ConversationView['members'][number] => ({
    _id,
    userType: 'individual',
    name,
    firstName: null,
    lastName: null,
    profilePicture: null,
  });
  const createdAt = writtenAt((first.input as SendMessage).messageId);
  const view: ConversationView = {
    _id: newConversationId(otherId),
    members: [person(db.userId, ''), person(otherId, first.about ?? '')],
    lastMessageEntity: null,
    unread: 0,
    readUpTo: 0,
    otherReadUpTo: 0,
    createdAt,
    updatedAt: createdAt,
  };
  return unsent.reduce((shown, { input }) => withMessage(shown, input as SendMessage), view);
}

const compareNewest = (one: ConversationView, other: ConversationView) =>
  compare(other.updatedAt, one.updatedAt) || compare(other._id, one._id);
const compare = (one: string, other: string) => Number(one > other) - Number(one < other);

/** Which conversation: by its id, or by the other member. */
export type WhichConversation = { id: string } | { otherId: string };

/** Returns a conversation as the server sent it; undefined where it is not on this device. */
export async function findConversation(
  db: LocalDatabase,
  which: WhichConversation,
): Promise<ConversationView | undefined> {
  const table = conversationRows.in(db);
  const rows =
    'id' in which
      ? [await table.get(which.id)]
      : await table.where('otherId').equals(which.otherId).toArray();
  return rows.find((row) => row?.view)?.view ?? undefined;
}

/**
 * Returns a conversation with pending mutations, also one that begins with an unsent message; null where it is not on
 * this device.
 */
export function readConversation(
  db: LocalDatabase,
  which: WhichConversation,
): Promise<ConversationView | null> {
  return db.transaction('r', [conversationRows.in(db), db.outbox], async () => {
    const otherId = 'id' in which ? otherOfNew(which.id) : which.otherId;
    const view = await findConversation(db, otherId === undefined ? which : { otherId });
    const outbox = await db.outbox.orderBy('order').toArray();
    if (!view) return otherId === undefined ? null : newConversation(db, outbox, otherId);
    return applyToConversation(
      view,
      outbox.filter(({ state }) => state !== 'failed'),
    );
  });
}

/** Returns those of these conversations that are on this device, with pending mutations. */
export function readConversationsById(
  db: LocalDatabase,
  ids: readonly string[],
): Promise<ConversationView[]> {
  return db.transaction('r', [conversationRows.in(db), db.outbox], async () => {
    const rows = await conversationRows.in(db).bulkGet([...ids]);
    const pending = await pendingMutations(db);
    return rows.flatMap((row) => (row?.view && applyToConversation(row.view, pending)) ?? []);
  });
}

/** Fetches a conversation that is not on this device, such as one that an address names. */
export async function pullConversation(db: LocalDatabase, id: string): Promise<void> {
  const revision = await currentRevision(db);
  const view = await api.conversations.byId.query({ id });
  await writeFetched(db, [changeOf(view)], revision);
}

/** Fetches the newest conversations. Rejects where the server cannot be reached. */
export const refreshConversations = (): Promise<null> => refresh((db) => pullConversations(db, 'newest'));
