import { useEffect } from 'react';

/** The newest message that was announced in this browser. */
const announcedKey = 'gatherwell-announced-message';

/** Held by the tab that announces a message: one after the other. */
const announcingLock = 'gatherwell-announcing';

/** Held by every tab in view in which a conversation is open. */
const openLock = (conversationId: string): string => `gatherwell-conversation-${conversationId}`;

/** Holds a lock while a conversation is on the screen, so that other tabs are quiet about it. */
export function useOpenLock(conversationId: string, isOnScreen: boolean): void {
  useEffect(() => {
    if (!isOnScreen || !navigator.locks) return undefined;
    const over = new AbortController();
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    navigator.locks
      .request(openLock(conversationId), { mode: 'shared', signal: over.signal }, () => closed)
      // Closed before it was held.
      .catch(() => undefined);
    return () => {
      over.abort();
      close();
    };
  }, [conversationId, isOnScreen]);
}

/**
 * Resolves to whether this tab is the one that announces a message: no other has, this one may play sounds, and the
 * conversation is on the screen nowhere.
 */
export async function claimArrival(messageId: string, conversationId: string): Promise<boolean> {
  if (!navigator.userActivation.hasBeenActive || !navigator.locks) return false;
  return navigator.locks.request(announcingLock, async () => {
    try {
      if (localStorage.getItem(announcedKey) === messageId) return false;
      localStorage.setItem(announcedKey, messageId);
    } catch {
      // Without storage tabs cannot agree: each of them is quiet.
      return false;
    }
    const { held = [] } = await navigator.locks.query();
    return !held.some(({ name }) => name === openLock(conversationId));
  });
}
