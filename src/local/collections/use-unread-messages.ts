import { useLocal } from '../engine/use-local.ts';
import { readUnreadMessages } from './conversations.ts';

/** Returns how many messages are unread. */
export const useUnreadMessages = (): number => useLocal(readUnreadMessages, []) ?? 0;
