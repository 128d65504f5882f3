/** How long the words may be that are searched for, in UTF-16 units. */
export const searchLength = 200;

/** What the address of the list of conversations holds. */
export interface ConversationsAddress {
  /** The words that messages are searched for. */
  search?: string | undefined;
}

/** What the address of a conversation holds beside it. */
export interface ConversationAddress {
  /** The `seq` of the message at which it opens. */
  message?: number | undefined;
}

/** Reads an address; what it does not know is left out. */
export function readConversationsAddress({ search }: Record<string, unknown>): ConversationsAddress {
  // The router reads what looks like a number as one.
  const text = typeof search === 'string' || typeof search === 'number' ? String(search) : '';
  return text === '' ? {} : { search: text.slice(0, searchLength) };
}

/** Reads the address of a conversation; what it does not know is left out. */
export function readConversationAddress({ message }: Record<string, unknown>): ConversationAddress {
  return Number.isSafeInteger(message) && Number(message) > 0 && Number(message) <= 2_147_483_647
    ? { message: Number(message) }
    : {};
}
