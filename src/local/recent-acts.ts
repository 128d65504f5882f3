import { useSyncExternalStore } from 'react';
import type { Act } from './acts.ts';

const none: readonly Act[] = [];
const byLane = new Map<string, readonly Act[]>();
const listeners = new Set<() => void>();

/**
 * What was done in this tab a moment ago, by lane. The copy on the device says so too, but reading it takes longer
 * than a tap may: screens lay this over what they read.
 */
export const recentActs = {
  /** Remembers an act; answers how to forget it. */
  add(lane: string, act: Act): () => void {
    change(lane, [...(byLane.get(lane) ?? none), act]);
    return () =>
      change(
        lane,
        (byLane.get(lane) ?? none).filter((other) => other !== act),
      );
  },

  /** Forgets them all: somebody else sits here now. */
  clear(): void {
    byLane.clear();
    for (const listener of listeners) listener();
  },
};

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
