/** Runs work in turns: resolves or rejects as the work does. */
export type FairQueue = <T>(owner: string, work: () => Promise<T>) => Promise<T>;

/**
 * Runs at most `slots` pieces of work at a time, and at most one for each owner. Owners take turns: who has queued a
 * hundred pieces delays everybody else by one. Pieces of one owner run in the order in which they were queued.
 */
export function createFairQueue(slots: number): FairQueue {
  /** Queued pieces by owner; the owner whose turn is next comes first. */
  const queued = new Map<string, (() => Promise<void>)[]>();
  const active = new Set<string>();

  function runNext(): void {
    while (active.size < slots) {
      const next = [...queued].find(([owner]) => !active.has(owner));
      if (!next) return;
      const [owner, pieces] = next;
      const run = pieces.shift();
      if (pieces.length === 0) queued.delete(owner);
      active.add(owner);
      void run?.().finally(() => finish(owner));
    }
  }

  /** Puts an owner who has had a turn behind all others. */
  function finish(owner: string): void {
    active.delete(owner);
    const pieces = queued.get(owner);
    if (pieces) {
      queued.delete(owner);
      queued.set(owner, pieces);
    }
    runNext();
  }

  return (owner, work) =>
    new Promise((resolve, reject) => {
      const pieces = queued.get(owner) ?? [];
      pieces.push(async () => work().then(resolve, reject));
      queued.set(owner, pieces);
      runNext();
    });
}
