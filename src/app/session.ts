import { useSyncExternalStore } from 'react';
import type { CurrentUser } from '#server/accounts/accounts.schema.ts';
import { accountStorage } from './account-storage.ts';

/**
 * Who is signed in on this device. The user is remembered, so that the product opens without a network; the
 * session itself is an HttpOnly cookie that no script sees.
 */
export type SessionState = { status: 'signed-in'; user: CurrentUser } | { status: 'signed-out' };

const storageKey = 'gatherwell.user';
const signedOut: SessionState = { status: 'signed-out' };

let state = readState();
const listeners = new Set<(state: SessionState) => void>();

function readState(): SessionState {
  const stored = accountStorage().getItem(storageKey);
  if (!stored) return signedOut;
  try {
    return { status: 'signed-in', user: JSON.parse(stored) as CurrentUser };
  } catch {
    return signedOut;
  }
}

function change(next: SessionState): void {
  if (JSON.stringify(next) === JSON.stringify(state)) return;
  state = next;
  for (const listener of listeners) listener(state);
}

export const session = {
  get: (): SessionState => state,

  /** The id of who is signed in; undefined for a visitor. */
  userId: (): string | undefined => (state.status === 'signed-in' ? state.user._id : undefined),

  /** Remembers who is signed in; every tab follows. */
  begin(user: CurrentUser): void {
    accountStorage().setItem(storageKey, JSON.stringify(user));
    change({ status: 'signed-in', user });
  },

  /** Forgets who was signed in; every tab follows. */
  end(): void {
    accountStorage().removeItem(storageKey);
    change(signedOut);
  },

  /** Calls `listener` when the signed-in user changes; returns an unsubscribe function. */
  subscribe(listener: (state: SessionState) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

// Another tab signed in or out.
addEventListener('storage', (event) => {
  if (event.key === storageKey || event.key === null) change(readState());
});

/** Who is signed in, for components. */
function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.get);
}

/** The signed-in user, or undefined for a visitor. */
export function useUser(): CurrentUser | undefined {
  const current = useSession();
  return current.status === 'signed-in' ? current.user : undefined;
}
