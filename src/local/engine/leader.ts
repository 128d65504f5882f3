/** How often the leader shows that it is alive, and after how long without that it is replaced, in milliseconds. */
const beats = { every: 2_000, missed: 10_000 };

/**
 * Lets one tab of the browser do a piece of work for all: the one that has the lock of this name, and when it closes
 * the next. A tab in view takes the lock from one that shows no sign of life, because it hangs or sleeps in the
 * background. It saves work and no more: for a moment two may lead, and where there are no locks every tab does.
 * @param lead the work; ends soon after its signal says so
 */
export async function leadByLease(
  name: string,
  lead: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  if (!navigator.locks) return lead(signal);
  while (!signal.aborted) {
    const silence = new LeaderWatch(name);
    const waiting = AbortSignal.any([signal, silence.signal]);
    const reign = new AbortController();
    const reignOrEnd = AbortSignal.any([signal, reign.signal]);
    const rule = async () => {
      silence.stop();
      const stopBeating = beat(name);
      try {
        await lead(reignOrEnd);
      } finally {
        stopBeating();
      }
    };
    try {
      await navigator.locks.request(name, { signal: waiting }, rule);
    } catch {
      // Nobody heard the leader, or this tab was the leader that nobody heard.
      if (silence.signal.aborted && !signal.aborted)
        await navigator.locks.request(name, { steal: true }, rule).catch(() => undefined);
    } finally {
      silence.stop();
      reign.abort();
    }
  }
}

/** Aborts when the leader has not been heard for too long while this tab is in view. No clock of day is asked. */
class LeaderWatch {
  readonly #over = new AbortController();
  readonly #channel: BroadcastChannel;
  readonly #timer: ReturnType<typeof setInterval>;
  #heardAt = performance.now();

  constructor(name: string) {
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = () => this.#hear();
    // What was said while the tab slept may not have reached it yet.
    document.addEventListener('visibilitychange', this.#hear);
    this.#timer = setInterval(() => {
      const isSilent = performance.now() - this.#heardAt > beats.missed;
      if (isSilent && document.visibilityState === 'visible') this.#over.abort();
    }, beats.every / 2);
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

/** Shows the other tabs that this one is alive; answers how to stop. */
function beat(name: string): () => void {
  const channel = new BroadcastChannel(name);
  const timer = setInterval(() => channel.postMessage('beat'), beats.every);
  return () => {
    clearInterval(timer);
    channel.close();
  };
}
