import { isoInstant } from '#db/instant.ts';
import { extensionOf, pathOfFile } from '../files/files.schema.ts';
import { presentName } from '../hydrate/profiles.ts';
import {
  type ConversationView,
  type MessageEntity,
  type MessageView,
  topLength,
} from './conversations.schema.ts';

type PersonRow = Parameters<typeof presentName>[0];

/** A message as queries find it. */
export interface MessageRow {
  id: string;
  seq: number;
  senderId: string;
  text: string;
  postLink: string | null;
  organizationLink: string | null;
  /** As Postgres writes it. */
  createdAt: string;
  /** In the order in which each kind is shown; null where there are none. */
  files: StoredFile[] | null;
}

/** A file of a message: a picture has a width and a height. */
interface StoredFile {
  kind: 'image' | 'file';
  id: string;
  width: number;
  height: number;
  fileName: string;
  bytes: number;
}

/** The files of one kind. */
export const filesOf = ({ files }: MessageRow, kind: StoredFile['kind']): StoredFile[] =>
  files?.filter((file) => file.kind === kind) ?? [];

/** A conversation as one member has it, with its last message where the member sees one. */
export type ConversationRow = {
  conversationId: string;
  userId: string;
  otherId: string;
  unread: number;
  readSeq: number;
  otherReadSeq: number;
  listedAt: Date;
  startedAt: Date;
  me: PersonRow;
  other: PersonRow;
} & (MessageRow | { [Name in keyof MessageRow]: null });

/** Who looks at a message, and with whom they talk. */
interface Member {
  conversationId: string;
  userId: string;
  otherId: string;
  readSeq: number;
}

export const presentConversation = (row: ConversationRow): ConversationView => ({
  _id: row.conversationId,
  members: [presentName(row.me), presentName(row.other)],
  lastMessageEntity: row.id === null ? null : presentEntity(row, row),
  unread: row.unread,
  readUpTo: row.readSeq,
  otherReadUpTo: row.otherReadSeq,
  createdAt: row.startedAt.toISOString(),
  updatedAt: row.listedAt.toISOString(),
});

/** Returns a conversation as the dashboard shows it: with the first characters of its last message. */
export const presentTop = (row: ConversationRow): ConversationView =>
  presentConversation(row.text === null ? row : { ...row, text: cut(row.text, topLength) });

const graphemes = new Intl.Segmenter();

/** Returns the first characters of a text, and an ellipsis where there are more. */
function cut(text: string, length: number): string {
  let count = 0;
  for (const { index } of graphemes.segment(text))
    if (count++ === length) return `${text.slice(0, index).trimEnd()}…`;
  return text;
}

export const presentEntity = (row: MessageRow, member: Member): MessageEntity => ({
  _id: row.id,
  isRead: row.senderId === member.userId || row.seq <= member.readSeq,
  message: presentMessage(row, member),
});

export const presentMessage = (
  row: MessageRow,
  { conversationId, userId, otherId }: Omit<Member, 'readSeq'>,
): MessageView => ({
  _id: row.id,
  conversationId,
  seq: row.seq,
  senderId: row.senderId,
  receiverId: row.senderId === userId ? otherId : userId,
  text: row.text,
  images: filesOf(row, 'image').map(({ id, width, height }) => ({ path: pathOfFile(id), width, height })),
  attachments: filesOf(row, 'file').map(({ id, fileName, bytes }) => ({
    fileName,
    extension: extensionOf(fileName),
    path: pathOfFile(id),
    bytes,
  })),
  postLink: row.postLink,
  organizationLink: row.organizationLink,
  createdAt: isoInstant(row.createdAt),
});
