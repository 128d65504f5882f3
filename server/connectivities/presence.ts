import { v7 as uuid } from 'uuid';
import { runShared } from '#db/database.ts';
import type { Deps } from '../context.ts';
import { presenceKey } from '../events/doorbell-keys.ts';
import type { EventsPort } from '../ports.ts';
import { createPresenceStore } from './presence-store.ts';
import { usualTimes } from './presence-times.ts';

type PresenceDeps = Pick<Deps, 'db' | 'ports' | 'settings'>;

/**
 * Keeps which users have live streams in this process: an entry for each, however many streams, and a heartbeat for all
 * of them. Nothing is stored while nobody is there. Where storing fails, the next heartbeat stores what is missing.
 */
function createPresence({ db, ports, settings }: PresenceDeps) {
  const times = { ...usualTimes, ...settings.presence };
  const processId = uuid();
  const presences = createPresenceStore(db, ports.presence);
  /** Open streams by user; 0 for a user who left a moment ago. */
  const streams = new Map<string, number>();
  const stored = new Set<string>();
  const dirty = new Set<string>();
  const watchers = new Map<string, { listeners: Set<() => void>; stop: () => void }>();
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  let isStoreDue = false;
  let isEnded = false;
  let last: Promise<void> = Promise.resolve();

  /** Runs work after all work before it; its failure is logged. */
  function inTurn(work: () => Promise<void>) {
    last = last
      .then(() => runShared(db, work))
      .catch((error: unknown) => ports.log.warn({ err: error }, 'presence could not be stored'));
  }

  function storeSoon(userId: string) {
    if (isEnded) return;
    dirty.add(userId);
    heartbeat ??= inBackground(setInterval(() => inTurn(beat), times.heartbeatMs));
    if (isStoreDue) return;
    isStoreDue = true;
    setTimeout(() => {
      isStoreDue = false;
      if (!isEnded) inTurn(store);
    }, times.batchMs);
  }

  async function beat() {
    await proveAlive();
    await store();
    const left = await presences.sweep();
    if (left.length > 0) ports.events.notify(left.map(presenceKey));
  }

  async function proveAlive() {
    if (await presences.keepAlive(processId, times.expiryMs)) return;
    stored.clear();
    for (const userId of streams.keys()) dirty.add(userId);
  }

  async function store() {
    if (stored.size === 0 && streams.size > 0) await proveAlive();
    const entered = [...dirty].filter((userId) => streams.has(userId) && !stored.has(userId));
    const left = [...dirty].filter((userId) => !streams.has(userId) && stored.has(userId));
    dirty.clear();
    if (entered.length + left.length > 0) await save(entered, left);
    if (streams.size > 0 || dirty.size > 0) return;
    clearInterval(heartbeat);
    heartbeat = undefined;
    await presences.remove(processId);
  }

  async function save(entered: readonly string[], left: readonly string[]): Promise<void> {
    try {
      if (!(await presences.save({ processId, entered, left }))) {
        ports.events.notify(left.map(presenceKey));
        stored.clear();
        return await store();
      }
    } catch (error) {
      for (const userId of [...entered, ...left]) dirty.add(userId);
      throw error;
    }
    for (const userId of entered) stored.add(userId);
    for (const userId of left) stored.delete(userId);
    ports.events.notify([...entered, ...left].map(presenceKey));
  }

  function leave(userId: string) {
    streams.set(userId, (streams.get(userId) ?? 1) - 1);
    if (streams.get(userId) !== 0) return;
    const forget = () => {
      if (streams.get(userId) !== 0) return;
      streams.delete(userId);
      storeSoon(userId);
    };
    inBackground(setTimeout(forget, times.lingerMs));
  }

  return {
    /** Counts a live stream of a user; returns a function that ends it. */
    enter(userId: string): () => void {
      streams.set(userId, (streams.get(userId) ?? 0) + 1);
      if (!stored.has(userId)) storeSoon(userId);
      return () => leave(userId);
    },

    /**
     * Stores nothing any more: the server stops. Resolves when what was being stored is stored. Users of this process
     * stay connected until its last proof expires, so that those who connect to another do not flicker.
     */
    async end(): Promise<void> {
      isEnded = true;
      clearInterval(heartbeat);
      await last;
    },

    /** Returns those of the users who are connected, as far as the viewer may know. */
    connectedAmong: presences.connectedAmong,

    /** How many of a user's subscriptions listen with `listen`. */
    watchers: (userId: string) => watchers.get(userId)?.listeners.size ?? 0,

    /** Calls `listener` when the user has new events; all of a user's listeners are one for the doorbell. */
    listen(userId: string, listener: () => void): () => void {
      const listeners = watchers.get(userId)?.listeners ?? new Set();
      if (listeners.size === 0) {
        const notifyAll = () => listeners.forEach((one) => one());
        watchers.set(userId, { listeners, stop: ports.events.listen(userId, notifyAll) });
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        const own = watchers.get(userId);
        if (listeners.size > 0 || own?.listeners !== listeners) return;
        own.stop();
        watchers.delete(userId);
      };
    },
  };
}

/** Lets a process end though the timer runs, where the host has processes. */
function inBackground<Timer>(timer: Timer): Timer {
  (timer as { unref?: () => void }).unref?.();
  return timer;
}

const known = new WeakMap<EventsPort, ReturnType<typeof createPresence>>();

/** Returns the presence of this process, which has one doorbell; always the same one. */
export function presenceOf(deps: PresenceDeps): ReturnType<typeof createPresence> {
  const { events } = deps.ports;
  const presence = known.get(events) ?? createPresence(deps);
  known.set(events, presence);
  return presence;
}
