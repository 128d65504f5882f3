import { onStorage } from '#src/lib/on-storage.ts';
import type { StoredMutation } from './types.ts';

/** The number is the version of what an entry holds; a program leaves entries of other versions alone. */
const prefix = 'gatherwell.write-ahead.1.';

/** What entries of drafts begin with, which `drafts-ahead.ts` writes. */
export const draftPrefix = 'gatherwell.draft-ahead.1.';

/**
 * How many entries of a user there may be, and how many characters one may have: the longest message, with each line
 * break and quotation mark as two.
 */
const limits = { entries: 100, characters: 12_000 };

/** A mutation that is on the screen, and that the outbox may not have committed yet. */
export interface WriteAheadEntry {
  key: string;
  opId: string;
  mutation: StoredMutation;
}

/**
 * A log of mutations in localStorage, which writes before it returns, where IndexedDB takes some frames to commit.
 * An entry is written before the mutation is painted and removed once its outbox row has committed. What a closed
 * tab has left is taken over into the outbox by the next tab that looks.
 */
export const writeAhead = {
  /**
   * Writes an entry and returns a function that removes it. Returns undefined where it cannot be written: the storage
   * is full or blocked, or the entry too large.
   */
  add(userId: string, opId: string, mutation: StoredMutation): (() => void) | undefined {
    try {
      const { name, input, about } = mutation;
      const text = JSON.stringify({ name, input, about });
      const keys = keysOf(userId);
      if (text.length > limits.characters || keys.length >= limits.entries) return undefined;
      const key = `${prefix}${userId}.${nextPlace(keys)}.${opId}`;
      localStorage.setItem(key, text);
      return () => localStorage.removeItem(key);
    } catch {
      return undefined;
    }
  },

  /** Returns a user's entries in the order in which they were written. Removes those that cannot be read. */
  entries(userId: string): WriteAheadEntry[] {
    return keysOf(userId).flatMap((key) => {
      const mutation = read(key);
      if (!mutation) localStorage.removeItem(key);
      return mutation ? [{ key, opId: key.slice(key.lastIndexOf('.') + 1), mutation }] : [];
    });
  },

  remove: (key: string): void => localStorage.removeItem(key),

  /** Removes all entries of a user, those of drafts too. */
  clear(userId: string): void {
    for (const key of [...keysOf(userId), ...keysWith(draftPrefix + userId)]) localStorage.removeItem(key);
  },

  /** The users who have entries on this device. */
  users: (): string[] => [
    ...new Set(allKeys().map((key) => key.slice(prefix.length, key.indexOf('.', prefix.length)))),
  ],

  /** Calls `listener` when another tab writes an entry; returns an unsubscribe function. */
  subscribe: (listener: () => void): (() => void) =>
    onStorage(prefix, (_, value) => value !== null && listener()),
};

const keysWith = (start: string) => Object.keys(localStorage).filter((key) => key.startsWith(start));

const allKeys = () => keysWith(prefix);

/** The keys of a user's entries, oldest first. */
const keysOf = (userId: string) => keysWith(`${prefix}${userId}.`).toSorted();

/** A place behind all entries: no clock decides the order. */
function nextPlace(keys: readonly string[]): string {
  const last = Number(keys.at(-1)?.split('.').at(-2) ?? 0);
  return String(last + 1).padStart(8, '0');
}

function read(key: string): StoredMutation | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? '') as Partial<StoredMutation> | null;
    const isMutation = typeof found?.name === 'string' && typeof found.input === 'object';
    return isMutation ? (found as StoredMutation) : undefined;
  } catch {
    return undefined;
  }
}
