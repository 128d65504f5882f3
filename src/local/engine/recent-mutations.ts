import { useSyncExternalStore } from 'react';
import { createListeners } from '#src/lib/listeners.ts';
import type { StoredMutation } from './types.ts';

/**
 * How long, in milliseconds, a mutation is shown from memory: until screens have read it from the device, where it is
 * committed in the first case, and still has to be in the second.
 */
const lifetimeMs = { committed: 1_000, heard: 3_000 };

const none: readonly StoredMutation[] = [];
const byLane = new Map<string, readonly StoredMutation[]>();
let inAllLanes = none;
const listeners = createListeners();

/** What a tab sends to the others of the same user. */
interface Message {
  userId: string;
  lane: string;
  mutation: StoredMutation;
}

const otherTabs =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('gatherwell-mutations');

/**
 * The mutations of the last moment, in whatever tab, by lane. The database has them too, but reading it takes longer
 * than a tap may: screens apply these to what they read.
 */
export const recentMutations = {
  /**
   * Remembers a mutation, here and in the other tabs of this user.
   * @param committed resolves once the outbox has it: a moment later it is forgotten here, or at once where that fails
   */
  add({ userId, lane, mutation }: Message, committed: Promise<void>): void {
    otherTabs?.postMessage({ userId, lane, mutation } satisfies Message);
    const forget = remember(lane, mutation);
    committed.then(() => setTimeout(forget, lifetimeMs.committed), forget);
  },

  /** Remembers what is done in other tabs of the signed-in user. */
  listen(currentUserId: () => string | undefined): void {
    otherTabs?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.userId === currentUserId()) setTimeout(remember(data.lane, data.mutation), lifetimeMs.heard);
    });
  },

  /** Forgets them all: another user is signed in. */
  clear(): void {
    byLane.clear();
    inAllLanes = none;
    listeners.notify();
  },
};

/** Returns a function that forgets it. */
function remember(lane: string, mutation: StoredMutation): () => void {
  change(lane, [...(byLane.get(lane) ?? none), mutation]);
  return () =>
    change(
      lane,
      (byLane.get(lane) ?? none).filter((other) => other !== mutation),
    );
}

function change(lane: string, mutations: readonly StoredMutation[]): void {
  if (mutations.length > 0) byLane.set(lane, mutations);
  else byLane.delete(lane);
  inAllLanes = [...byLane.values()].flat();
  listeners.notify();
}

/** Returns the recent mutations of a lane, or of all; the same array until one is added or forgotten. */
export function useRecentMutations(lane?: string): readonly StoredMutation[] {
  return useSyncExternalStore(listeners.subscribe, () =>
    lane === undefined ? inAllLanes : (byLane.get(lane) ?? none),
  );
}
