import type { Act, Recording } from './recording.ts';

/**
 * The recording of this tab. Acts are kept in its session storage, so that they survive a reload; the start can be
 * larger than that takes, and is kept in a cache.
 */
export interface Tape {
  /** Names the start in the cache. */
  id: string;
  isRecording: boolean;
  recordedAt: string;
  acts: readonly Act[];
  /** Up to which act it is being replayed; undefined where it is not. */
  replayed?: number | undefined;
  /** Why that act could not be done. */
  problem?: string | undefined;
}

const storageKey = 'gatherwell.recording';
const cacheName = 'gatherwell-mocked';
const addressOf = (id: string) => `/mocked/recordings/${id}`;

type Listener = () => void;
const listeners = new Set<Listener>();
let tape: Tape | undefined = readTape();
let notifying: ReturnType<typeof setTimeout> | undefined;

function readTape(): Tape | undefined {
  const stored = sessionStorage.getItem(storageKey);
  return stored ? (JSON.parse(stored) as Tape) : undefined;
}

export const tapeStore = {
  get: (): Tape | undefined => tape,

  /**
   * Keeps it at once, and notifies listeners in a later task: amid an event, the microtask in which React renders them
   * can come before React has read what was typed, and put back what the field held before.
   */
  set(next: Tape | undefined): void {
    tape = next;
    if (next) sessionStorage.setItem(storageKey, JSON.stringify(next));
    else sessionStorage.removeItem(storageKey);
    notifying ??= setTimeout(() => {
      notifying = undefined;
      for (const listener of listeners) listener();
    });
  },

  /** Calls back after each change. Returns a function that ends that. */
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** Begins a tape in this tab, in place of the one before. */
export async function beginTape(
  start: Recording['start'],
  { acts, recordedAt, isRecording }: Pick<Tape, 'acts' | 'recordedAt' | 'isRecording'>,
): Promise<void> {
  const id = crypto.randomUUID();
  const cache = await caches.open(cacheName);
  for (const request of await cache.keys())
    if (new URL(request.url).pathname === addressOf(tape?.id ?? '')) await cache.delete(request);
  await cache.put(addressOf(id), new Response(JSON.stringify(start)));
  tapeStore.set({ id, isRecording, recordedAt, acts });
}

/** Returns this tab's recording, as a file holds it. */
export async function findRecording(): Promise<Recording | undefined> {
  if (!tape) return undefined;
  const cache = await caches.open(cacheName);
  const kept = await cache.match(addressOf(tape.id));
  if (!kept) return undefined;
  const { recordedAt, acts } = tape;
  const start = (await kept.json()) as Recording['start'];
  return { format: 'gatherwell-recording', version: 1, recordedAt, start, acts: [...acts] };
}
