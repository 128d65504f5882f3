/** A file that is on this device, in the engine's table of files. */
export interface KeptFile {
  fileId: string;
  fileName: string;
  bytes: number;
  type: string;
  width?: number | undefined;
  height?: number | undefined;
}

/** A message to one user, as it is written. */
export interface SendMessage {
  /** A UUIDv7: it also contains when the message was written. */
  messageId: string;
  otherId: string;
  conversationId?: string | undefined;
  text: string;
  images: KeptFile[];
  attachments: KeptFile[];
  postLink?: string | undefined;
  organizationLink?: string | undefined;
  /** The price that was confirmed, in coins. */
  cost: number;
}

/** Returns when a message was written, from its id. */
export const writtenAt = (messageId: string): string =>
  new Date(Number.parseInt(messageId.replaceAll('-', '').slice(0, 12), 16)).toISOString();

/** The lane of all mutations that keep the order of messages to one user. */
export const messagesLane = (otherId: string): string => `messages ${otherId}`;

const newPrefix = 'with-';

/** Returns the id that a conversation has on this device while the server has none: of its other member. */
export const newConversationId = (otherId: string): string => newPrefix + otherId;

/** Returns the other member of a conversation with such an id; undefined for the id of the server's. */
export const otherOfNew = (conversationId: string): string | undefined =>
  conversationId.startsWith(newPrefix) ? conversationId.slice(newPrefix.length) : undefined;
