import { useSyncExternalStore } from 'react';
import type { Act } from '../acts.ts';

/**
 * How long, in milliseconds, an act is laid over from memory: until screens have read it from the device, where it is
 * kept in the first case, and still has to be in the second.
 */
const afterglow = { kept: 1_000, heard: 3_000 };

const none: readonly Act[] = [];
const byLane = new Map<string, readonly Act[]>();
const listeners = new Set<() => void>();

/** What a tab says to the others of the same user. */
interface Word {
  userId: string;
  lane: string;
  act: Act;
}

const others = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('gatherwell-acts');

/**
 * What was done a moment ago, in whatever tab, by lane. The copy on the device says so too, but reading it takes longer
 * than a tap may: screens lay this over what they read.
 */
export const recentActs = {
  /**
   * Remembers an act, here and in the other tabs of this user.
   * @param kept resolves once the device keeps it: a moment later it is forgotten here, or at once where that fails
   */
  add({ userId, lane, act }: Word, kept: Promise<void>): void {
    others?.postMessage({ userId, lane, act } satisfies Word);
    const forget = remember(lane, act);
    kept.then(() => setTimeout(forget, afterglow.kept), forget);
  },

  /** Remembers what is done in other tabs of whoever is signed in then. */
  hear(currentUserId: () => string | undefined): void {
    others?.addEventListener('message', ({ data }: MessageEvent<Word>) => {
      if (data.userId === currentUserId()) setTimeout(remember(data.lane, data.act), afterglow.heard);
    });
  },

  /** Forgets them all: somebody else sits here now. */
  clear(): void {
    byLane.clear();
    for (const listener of listeners) listener();
  },
};

/** Answers how to forget it. */
function remember(lane: string, act: Act): () => void {
  change(lane, [...(byLane.get(lane) ?? none), act]);
  return () =>
    change(
      lane,
      (byLane.get(lane) ?? none).filter((other) => other !== act),
    );
}

function change(lane: string, acts: readonly Act[]): void {
  if (acts.length > 0) byLane.set(lane, acts);
  else byLane.delete(lane);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The recent acts of a lane; the same array until one is added or forgotten. */
export function useRecentActs(lane: string): readonly Act[] {
  return useSyncExternalStore(subscribe, () => byLane.get(lane) ?? none);
}
