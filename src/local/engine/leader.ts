/** Milliseconds between two heartbeats of the leader, and without one until another tab takes over. */
const heartbeatMs = { every: 2_000, timeout: 10_000 };

/** Milliseconds within which a lock that nobody has is given. */
const freeLockMs = 100;

/**
 * Lets one tab of the browser do a piece of work for all: the leader, which has the lock of this name, and when it closes
 * the next. A tab in view takes over from a leader without a heartbeat, which hangs or sleeps in the background. It saves
 * work and no more: for a moment two may lead, and where there are no locks every tab does.
 * @param lead the work; ends soon after its signal aborts. Learns whether another tab led before
 */
export async function leadByLease(
  name: string,
  lead: (signal: AbortSignal, isSuccessor: boolean) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  if (!navigator.locks) return lead(signal, false);
  while (!signal.aborted) {
    const askedAt = performance.now();
    const silence = new LeaderWatch(name);
    const waiting = AbortSignal.any([signal, silence.signal]);
    const lease = new AbortController();
    const leaseOrEnd = AbortSignal.any([signal, lease.signal]);
    const leadOnce = async () => {
      silence.stop();
      const stopBeating = beat(name);
      try {
        await lead(leaseOrEnd, performance.now() - askedAt > freeLockMs);
      } finally {
        stopBeating();
      }
    };
    try {
      await navigator.locks.request(name, { signal: waiting }, leadOnce);
    } catch {
      // Nobody heard the leader, or this tab was the leader that nobody heard.
      if (silence.signal.aborted && !signal.aborted)
        await navigator.locks.request(name, { steal: true }, leadOnce).catch(() => undefined);
    } finally {
      silence.stop();
      lease.abort();
    }
  }
}

/** Aborts when the leader's heartbeat is missing for too long while this tab is in view. */
class LeaderWatch {
  readonly #over = new AbortController();
  readonly #channel: BroadcastChannel;
  readonly #timer: ReturnType<typeof setInterval>;
  #heardAt = performance.now();

  constructor(name: string) {
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = () => this.#hear();
    // Messages that were sent while the tab slept may not have reached it yet.
    document.addEventListener('visibilitychange', this.#hear);
    this.#timer = setInterval(() => {
      const isSilent = performance.now() - this.#heardAt > heartbeatMs.timeout;
      if (isSilent && document.visibilityState === 'visible') this.#over.abort();
    }, heartbeatMs.every / 2);
  }

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#channel.close();
    document.removeEventListener('visibilitychange', this.#hear);
  }

  readonly #hear = () => {
    this.#heardAt = performance.now();
  };
}

/** Sends heartbeats to the other tabs; returns a stop function. */
function beat(name: string): () => void {
  const channel = new BroadcastChannel(name);
  const timer = setInterval(() => channel.postMessage('beat'), heartbeatMs.every);
  return () => {
    clearInterval(timer);
    channel.close();
  };
}
