import { useSyncExternalStore } from 'react';
import type { CurrentUser } from '#server/accounts/accounts.schema.ts';
import { createListeners } from '#src/lib/listeners.ts';
import { accountStorage } from './account-storage.ts';

/**
 * Who is signed in on this device. The user is remembered, so that the product opens without a network; the
 * session itself is an HttpOnly cookie that no script sees.
 */
export type SessionState = { status: 'signed-in'; user: CurrentUser } | { status: 'signed-out' };

const storageKey = 'gatherwell.user';
const signedOut: SessionState = { status: 'signed-out' };

let state = readState();
const listeners = createListeners();
let bring: () => Promise<unknown> = async () => undefined;
let isReady = true;
let bringing: Promise<void> | undefined;

function readState(): SessionState {
  // What the server renders, it renders for visitors.
  if (import.meta.env.SSR) return signedOut;
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
  listeners.notify();
}

/** Resolves once the code is there that signed-in users need. What did not come is asked for again. */
async function prepare(): Promise<void> {
  bringing ??= bring().then(
    () => {
      isReady = true;
    },
    (error: unknown) => {
      bringing = undefined;
      throw error;
    },
  );
  await bringing;
}

export const session = {
  get: (): SessionState => state,

  /** The id of who is signed in; undefined for a visitor. */
  userId: (): string | undefined => (state.status === 'signed-in' ? state.user._id : undefined),

  /** Sets what brings the code that signed-in users need. */
  needs(code: () => Promise<unknown>): void {
    bring = code;
    isReady = false;
  },

  prepare,

  /** Remembers who is signed in; every tab follows. What users need has to be there: see `prepare`. */
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
  subscribe: listeners.subscribe,
};

// Another tab signed in or out.
globalThis.addEventListener?.('storage', (event) => {
  if (event.key !== storageKey && event.key !== null) return;
  const follow = () => change(readState());
  if (isReady || readState().status === 'signed-out') follow();
  // What did not come is fetched by the next page.
  else prepare().then(follow, () => location.reload());
});

/** Who is signed in, for components. */
function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.get, session.get);
}

/** The signed-in user, or undefined for a visitor. */
export function useUser(): CurrentUser | undefined {
  const current = useSession();
  return current.status === 'signed-in' ? current.user : undefined;
}
