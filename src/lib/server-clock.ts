import { useSyncExternalStore } from 'react';

/** Where the device keeps what it learned, for all tabs and the next start. */
const storageKey = 'gatherwell-clock';

/** The `Date` header of a response is cut to whole seconds. */
const precisionMs = 1000;

/** How often texts about the time are looked at again. */
const tickMs = 30_000;

/** By how many milliseconds the server's clock is ahead of the device's; 0 until it is known better. */
let offset = readOffset();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function readOffset(): number {
  try {
    const stored = Number(localStorage.getItem(storageKey));
    return Number.isSafeInteger(stored) ? stored : 0;
  } catch {
    return 0;
  }
}

function notify(): void {
  for (const listener of listeners) listener();
}

function changeOffset(next: number): void {
  offset = next;
  notify();
}

// Absent where this runs outside a browser, as in tests over the server.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === storageKey || key === null) changeOffset(readOffset());
});

/** Returns the instant of the server's clock that belongs to one of the device's, in milliseconds. */
export const fromDeviceTime = (time: number): Date => new Date(time + offset);

/** Returns what time it is by the server's clock: the device's may be wrong by days. */
export const now = (): Date => fromDeviceTime(Date.now());

/**
 * Learns the server's clock from a response. The server wrote the date between the request and the response, so a
 * range of offsets is possible: the present one moves to the nearest of them. So no slow response makes it worse, and
 * most responses change nothing.
 * @param sentAt when the request was sent, by the device's clock in milliseconds
 */
export function learnServerClock({ headers }: Pick<Response, 'headers'>, sentAt: number): void {
  const receivedAt = Date.now();
  const written = Date.parse(headers.get('date') ?? '');
  // The date of a cached response is old, and a clock that was set back meanwhile proves nothing.
  const isFresh = headers.get('cache-control')?.includes('no-store') && receivedAt >= sentAt;
  if (!isFresh || Number.isNaN(written)) return;
  const [least, most] = [written - receivedAt, written + precisionMs - sentAt];
  const next = Math.min(Math.max(offset, least), most);
  if (next === offset) return;
  try {
    localStorage.setItem(storageKey, String(next));
  } catch {
    // Without storage it is learned anew at the next start.
  }
  changeOffset(next);
}

/** One timer for all that depends on the time, running only while something does. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(notify, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** What `read` makes of the time by the server's clock, kept up as time passes and as the clock is learned. */
export function useNow<Value extends string | number | boolean>(read: (now: Date) => Value): Value {
  const get = () => read(now());
  return useSyncExternalStore(subscribe, get, get);
}
