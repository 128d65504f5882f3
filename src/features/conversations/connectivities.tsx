import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import type { WatchMessage } from '#server/connectivities/connectivities.schema.ts';
import { cn } from '#src/lib/cn.ts';
import { useOnline } from '#src/lib/use-online.ts';
import { texts } from './conversation-row.texts.ts';

/** Milliseconds that a user counts as typing after a hint. */
const typingMs = 5_000;

/** Who is online and who is typing, of the people on the screen. */
interface Connectivities {
  connected: ReadonlySet<string>;
  typing: ReadonlySet<string>;
}

const nobody: Connectivities = { connected: new Set(), typing: new Set() };

const ConnectivitiesContext = createContext<Connectivities & { stopTyping: (userId: string) => void }>({
  ...nobody,
  stopTyping: () => undefined,
});

/** Subscribes to the connectivity of users for what is rendered within. */
export function ConnectivitiesProvider({
  userIds,
  children,
}: {
  userIds: readonly string[];
  children: ReactNode;
}) {
  const shown = useConnectivities(userIds);
  return <ConnectivitiesContext value={shown}>{children}</ConnectivitiesContext>;
}

/** Returns whether a user is online; undefined where that is not known, because this device is not. */
export function useIsConnected(userId: string): boolean | undefined {
  const { connected } = use(ConnectivitiesContext);
  return useOnline() ? connected.has(userId) : undefined;
}

/** Returns whether a user is typing to the viewer, and a function to call when the message has arrived. */
export function useTyping(userId: string): { isTyping: boolean; stopTyping: () => void } {
  const { typing, stopTyping } = use(ConnectivitiesContext);
  const isOnline = useOnline();
  return {
    isTyping: isOnline && typing.has(userId),
    stopTyping: useCallback(() => stopTyping(userId), [stopTyping, userId]),
  };
}

function useConnectivities(userIds: readonly string[]) {
  const [shown, setShown] = useState(nobody);
  // The order of a list changes with every message, and who is in it seldom.
  const key = userIds.toSorted().join(' ');
  useEffect(() => {
    if (key === '') return undefined;
    const over = new AbortController();
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    const hear = (message: WatchMessage) => {
      if (message.kind === 'connectivities')
        return setShown((before) => ({
          ...before,
          connected: changed(before.connected, message.connectivities),
        }));
      const { userId } = message;
      const setTyping = (isConnected: boolean) =>
        setShown((before) => ({ ...before, typing: changed(before.typing, [{ userId, isConnected }]) }));
      clearTimeout(timers.get(userId));
      timers.set(
        userId,
        setTimeout(() => setTyping(false), typingMs),
      );
      return setTyping(true);
    };
    void import('#src/local/watch-connectivities.ts').then(({ watchConnectivities }) =>
      watchConnectivities(key.split(' '), hear, over.signal),
    );
    return () => {
      over.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      setShown(nobody);
    };
  }, [key]);
  const stopTyping = useCallback(
    (userId: string) =>
      setShown((before) =>
        before.typing.has(userId)
          ? { ...before, typing: changed(before.typing, [{ userId, isConnected: false }]) }
          : before,
      ),
    [],
  );
  return useMemo(() => ({ ...shown, stopTyping }), [shown, stopTyping]);
}

function changed(
  before: ReadonlySet<string>,
  changes: readonly { userId: string; isConnected: boolean }[],
): ReadonlySet<string> {
  const after = new Set(before);
  for (const { userId, isConnected } of changes) {
    if (isConnected) after.add(userId);
    else after.delete(userId);
  }
  return after;
}

/** A dot on a user's picture: filled while they are online. */
export function ConnectivityDot({ userId, className }: { userId: string; className?: string | undefined }) {
  const isConnected = useIsConnected(userId);
  if (!isConnected) return null;
  return (
    <span
      className={cn(
        'absolute right-0 bottom-0 size-3 rounded-full border-2 border-surface bg-success-ink',
        className,
      )}
    >
      <span className="sr-only">{texts.connectivityDot.connected}</span>
    </span>
  );
}
