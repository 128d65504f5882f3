import { useSyncExternalStore } from 'react';
import type { LoggedEvent } from '#server/events/events.schema.ts';
import { session } from '#src/app/session.ts';
import { createListeners } from '#src/lib/listeners.ts';
import type { LocalDatabase } from './types.ts';

/**
 * How long, in milliseconds, an event is shown from memory: until screens have read from the device what it did, where it
 * is stored in the first case, and still has to be in the second.
 */
const lifetimeMs = { stored: 1_000, heard: 3_000 };

/** What a tab sends to the others of the same user. */
interface Message {
  userId: string;
  events: readonly LoggedEvent[];
}

const none: readonly LoggedEvent[] = [];
let arriving = none;
const listeners = createListeners();

const otherTabs =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('gatherwell-arriving');
otherTabs?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data.userId === session.userId()) setTimeout(remember(data.events), lifetimeMs.heard);
});
session.subscribe(() => change(none));

/**
 * The events of the last moment that collections show early. The database has what they do, too, but storing and reading
 * it takes longer than a message may: screens add it to what they read.
 */
export const arrivingEvents = {
  /**
   * Remembers those of some events that are shown early, here and in the other tabs of this user.
   * @param stored resolves once the database has them: a moment later they are forgotten, or at once where that fails
   */
  add(
    { userId, collections }: Pick<LocalDatabase, 'userId' | 'collections'>,
    events: readonly LoggedEvent[],
    stored: Promise<unknown>,
  ): void {
    const early = events.filter(({ type }) => collections.early.has(type));
    if (early.length === 0) return;
    otherTabs?.postMessage({ userId, events: early } satisfies Message);
    const forget = remember(early);
    stored.then(() => setTimeout(forget, lifetimeMs.stored), forget);
  },
};

/** Returns a function that forgets them. */
function remember(events: readonly LoggedEvent[]): () => void {
  change([...arriving, ...events]);
  return () => change(arriving.filter((event) => !events.includes(event)));
}

function change(next: readonly LoggedEvent[]): void {
  if (next.length === 0 && arriving.length === 0) return;
  arriving = next;
  listeners.notify();
}

/** Returns the events of the last moment that are shown early; the same array until one is added or forgotten. */
export const useArrivingEvents = (): readonly LoggedEvent[] =>
  useSyncExternalStore(listeners.subscribe, () => arriving);
