import { useNavigate, useRouterState } from '@tanstack/react-router';
import type { InterestType } from '#server/posts/post-rules.schema.ts';

/** What a visitor tapped that takes an account. `about` is the title of the post or the name of the organization. */
export type Intent = { about: string } & (
  | { does: 'say'; postId: string; interest: InterestType }
  | { does: 'follow' | 'endorse'; userId: string }
  | { does: 'share'; postId: string }
);

interface Kept {
  intent?: Intent | undefined;
  /** The address where it was tapped, and where one comes back to. */
  next: string;
  /** Who signed in, from then on. */
  userId?: string;
}

// Of this tab: no link can put anything there, and nobody else finds it.
const storageKey = 'gatherwell.intent';

const read = (): Kept | undefined => {
  const stored = import.meta.env.SSR ? null : sessionStorage.getItem(storageKey);
  return stored === null ? undefined : (JSON.parse(stored) as Kept);
};
const keep = (kept: Kept) => sessionStorage.setItem(storageKey, JSON.stringify(kept));

/** Whether an address is one of the app, and not another website's. */
export const isAddressHere = (address: string) => address.startsWith('/') && !address.startsWith('//');

/** What is to be done once a visitor has signed in, and where they land. Survives a reload, in one tab. */
export const intents = {
  keep(intent: Intent, next: string): void {
    keep({ intent, next });
  },

  /** The intent of who is about to sign in and to come back to `next`: somebody else's is none. */
  of(next: string | undefined): Intent | undefined {
    const kept = read();
    return kept?.userId === undefined && kept?.next === next ? kept?.intent : undefined;
  },

  /** Hands what is kept to who has signed in; whatever was kept for another address is forgotten. */
  claim(userId: string, next: string | undefined): void {
    const intent = intents.of(next);
    if (next === undefined || !isAddressHere(next)) intents.forget();
    else keep({ intent, next, userId });
  },

  /** Where a user who has signed up lands after the last step. */
  landing(userId: string | undefined): string | undefined {
    const kept = read();
    return kept?.userId !== undefined && kept.userId === userId ? kept.next : undefined;
  },

  /** Returns what a user meant to do, once. */
  take(userId: string): Intent | undefined {
    const kept = read();
    if (kept?.userId === undefined) return undefined;
    intents.forget();
    return kept.userId === userId ? kept.intent : undefined;
  },

  forget(): void {
    sessionStorage.removeItem(storageKey);
  },

  isKept: (): boolean => sessionStorage.getItem(storageKey) !== null,
};

/** Returns a function that leads a visitor to sign in, and remembers what they meant to do. */
export function useSignInTo(): (intent: Intent) => void {
  const navigate = useNavigate();
  const next = useRouterState({ select: (state) => state.location.href });
  return (intent) => {
    intents.keep(intent, next);
    void navigate({ to: '/user/sign-in', search: { next } });
  };
}
