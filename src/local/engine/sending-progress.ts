import { useSyncExternalStore } from 'react';
import { createListeners } from '#src/lib/listeners.ts';

/** Milliseconds between two reports of one mutation to the other tabs. */
const everyMs = 200;

/** How far mutations are that take long to send, from 0 to 1, by opId. */
type Progress = ReadonlyMap<string, number>;

/** What the sending tab posts to the others; without a fraction the sending has ended. */
interface Report {
  opId: string;
  fraction?: number | undefined;
}

let progress: Progress = new Map();
const listeners = createListeners();
const reportedAt = new Map<string, number>();
const otherTabs =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('gatherwell-sending');
otherTabs?.addEventListener('message', ({ data }: MessageEvent<Report>) => note(data));

function note({ opId, fraction }: Report): void {
  const next = new Map(progress);
  if (fraction === undefined) next.delete(opId);
  else next.set(opId, fraction);
  progress = next;
  listeners.notify();
}

/** How far mutations are that take long to send; the same in all tabs. Nothing of it is stored. */
export const sendingProgress = {
  report(opId: string, fraction: number): void {
    const now = performance.now();
    if (now - (reportedAt.get(opId) ?? Number.NEGATIVE_INFINITY) < everyMs) return;
    reportedAt.set(opId, now);
    note({ opId, fraction });
    otherTabs?.postMessage({ opId, fraction } satisfies Report);
  },

  /** Forgets a mutation that is not being sent any more. */
  end(opId: string): void {
    if (!reportedAt.delete(opId)) return;
    note({ opId });
    otherTabs?.postMessage({ opId } satisfies Report);
  },

  get: (): Progress => progress,

  subscribe: listeners.subscribe,
};

/** Returns how far mutations are that take long to send; the same map until one of them moves. */
export const useSendingProgress = (): Progress =>
  useSyncExternalStore(sendingProgress.subscribe, sendingProgress.get);
