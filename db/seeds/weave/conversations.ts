import type { Insertable } from 'kysely';
import type {
  ConversationMembersTable,
  ConversationsTable,
  MessagesTable,
  UnreadMessagesTable,
} from '../../tables/conversations.ts';
import type { ConnectionsTable } from '../../tables/relations.ts';
import { conversations as contents } from '../community/conversations.ts';
import { Random } from '../random.ts';
import { daysBefore, type Members } from './members.ts';

/** The rows of conversations, with what each member has read, and whom they connect. */
export function weaveConversations(members: Members, now: Date) {
  const conversations: Insertable<ConversationsTable>[] = [];
  const conversationMembers: Insertable<ConversationMembersTable>[] = [];
  const messages: Insertable<MessagesTable>[] = [];
  const connections: Insertable<ConnectionsTable>[] = [];
  const unreadOf = new Map<string, number>();

  for (const { between, lines, unread = 0 } of contents) {
    const random = new Random(`conversation ${between.join(' ')}`);
    const ids = between.map((handle) => members.get(handle).id);
    const written = lines.map(([by, hoursAgo, text]) => ({
      sender_id: ids[by] ?? '',
      text,
      created_at: daysBefore(now, hoursAgo / 24),
    }));
    const [first] = written;
    const last = written.at(-1);
    if (!first || !last) continue;
    const id = random.id(first.created_at);
    const [user_a = '', user_b = ''] = ids.toSorted();
    const last_seq = written.length;
    conversations.push({
      id,
      user_a,
      user_b,
      last_seq,
      created_at: first.created_at,
      first_sender_id: first.sender_id,
      first_at: first.created_at,
      is_answered: written.some(({ sender_id }) => sender_id !== first.sender_id),
    });
    messages.push(
      ...written.map((message, index) => ({
        ...message,
        id: random.id(message.created_at),
        conversation_id: id,
        seq: index + 1,
      })),
    );
    for (const [index, user_id] of ids.entries()) {
      const other_id = ids[1 - index] ?? '';
      const own = user_id === last.sender_id ? 0 : unread;
      conversationMembers.push({
        conversation_id: id,
        user_id,
        other_id,
        listed_at: last.created_at,
        read_seq: last_seq - own,
        last_seq,
        unread: own,
      });
      if (own > 0) unreadOf.set(user_id, (unreadOf.get(user_id) ?? 0) + own);
      // Who was written to may write back without coins.
      const firstOwn = written.find(({ sender_id }) => sender_id === user_id);
      if (firstOwn)
        connections.push({ sender_id: other_id, receiver_id: user_id, written_at: firstOwn.created_at });
    }
  }
  const unread_messages: Insertable<UnreadMessagesTable>[] = [...unreadOf].map(([user_id, unread]) => ({
    user_id,
    unread,
  }));
  return { conversations, conversation_members: conversationMembers, messages, connections, unread_messages };
}
