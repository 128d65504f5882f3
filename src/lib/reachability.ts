import { createListeners } from '#src/lib/listeners.ts';

/** All in milliseconds. Together: a server that does not respond is noticed within 9 s, and a restart of 4 s is not. */
const timing = {
  /** A request that has no response after this long is checked. */
  slow: 2_500,
  /** After this much silence, a page in use pings the event stream. */
  silence: 3_500,
  /** How long the event stream has to respond. After that, or where there is none, a probe is sent. */
  pong: 1_000,
  /** How long after the last touch, key or look a page counts as in use. */
  inUse: 120_000,
  /** A probe that has no response after this long has failed, unless the response still comes. */
  probe: 2_000,
  /** After this long a probe is given up: those on dead lines would block all others. */
  probeTimeout: 4_000,
  /** From the first sign of trouble until the server counts as unreachable, at least. */
  grace: 5_000,
  /** Between the beginnings of two probes: while in doubt, while unreachable, hidden, and without a network. */
  doubt: 1_000,
  unreachable: 2_500,
  hidden: 20_000,
  noNetwork: 30_000,
  /** Between two repetitions of what was not done: what always fails must not be repeated whenever something else works. */
  recovery: 5_000,
};

/** Probes that have to fail in a row: a single one may be lost by chance. */
const failuresNeeded = 2;

/**
 * Messages between tabs: `doubt`, `heard`, `unserved` and `served` share what one tab noticed; `ping` requests a ping
 * from the tab that has the event stream, and `alive` reports that the stream has received something.
 */
type TabMessage = 'doubt' | 'heard' | 'unserved' | 'served' | 'ping' | 'alive';

/**
 * Whether the server responds: the one source of truth for everything that depends on a connection. The browser's own
 * `online` is only a hint. Every request is watched; one that fails or takes long is checked with a cheap probe. A
 * page in use that has received nothing for some seconds pings the event stream, which costs a server of many users
 * far less than a request; a probe is sent only where no stream responds. Several failures over some seconds make the
 * server unreachable, one response makes it reachable.
 */
export class Reachability {
  #isReachable = import.meta.env.SSR || navigator.onLine;
  /** Since when there is doubt; undefined while there is none. */
  #doubtSince: number | undefined;
  /** When the browser reported last that there is no network. */
  #lostAt = Number.NEGATIVE_INFINITY;
  #failures = 0;
  /** Whether something waits to be repeated that the server, which responds, did not do. */
  #isUnserved = false;
  #recoveredAt = Number.NEGATIVE_INFINITY;
  #isProbing = false;
  #uploads = 0;
  #heardAt = performance.now();
  #usedAt = performance.now();
  /** Pings the server over this tab's event stream; undefined while it has none. */
  #pingStream: (() => void) | undefined;
  /** Whether another tab waits for a sign of life of this tab's event stream. */
  #isAskedForLife = false;
  #awaitingPong: ReturnType<typeof setTimeout> | undefined;
  #wake: () => void = () => undefined;
  #return = new AbortController();
  #channel: BroadcastChannel | undefined;
  readonly #listeners = createListeners();

  readonly isReachable = (): boolean => this.#isReachable;

  /** Calls `listener` on every change; returns an unsubscribe function. */
  readonly subscribe = this.#listeners.subscribe;

  /**
   * Returns a signal that aborts when the server responds again the next time, or does something again after it did not
   * do what was noted as `unserved`: what waits to be repeated is due then.
   */
  nextReturn(): AbortSignal {
    return this.#return.signal;
  }

  /** Resolves once the server can be reached, or `signal` aborts. */
  async whenReachable(signal: AbortSignal): Promise<void> {
    if (this.#isReachable || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const end = AbortSignal.any([signal, this.#return.signal]);
      end.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  /** Listens to the browser, to other tabs and to the user, until `signal` aborts. */
  start(signal: AbortSignal): void {
    const noteUse = () => {
      this.#usedAt = performance.now();
    };
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      noteUse();
      this.#wake();
    };
    for (const type of ['pointerdown', 'keydown', 'wheel', 'focus'])
      addEventListener(type, noteUse, { signal, passive: true });
    document.addEventListener('visibilitychange', look, { signal });
    addEventListener('online', () => this.#wake(), { signal });
    addEventListener('offline', () => this.#lose(), { signal });
    const timer = setInterval(() => this.#listenForSilence(), 500);
    // Tabs of the mocked mode have a connection each.
    if (typeof BroadcastChannel !== 'undefined' && import.meta.env.MODE !== 'mocked') {
      this.#channel = new BroadcastChannel('gatherwell-reachability');
      this.#channel.onmessage = ({ data }: MessageEvent<TabMessage>) => this.#receive(data);
    }
    signal.addEventListener('abort', () => {
      clearInterval(timer);
      clearTimeout(this.#awaitingPong);
      this.#channel?.close();
      this.#channel = undefined;
      this.#wake();
    });
    if (!navigator.onLine) this.#lose();
  }

  /** Watches a request on its way. Resolves and rejects as the request does. */
  async watch(request: Promise<Response>, isUpload = false): Promise<Response> {
    const from = performance.now();
    const timer = isUpload ? undefined : setTimeout(() => this.doubt(from), timing.slow);
    if (isUpload) this.#uploads += 1;
    try {
      const response = await request;
      if (isAnswer(response)) {
        this.#heardOf(from);
        if (response.ok) this.served();
      } else this.doubt();
      return response;
    } catch (error) {
      // What was cut short on purpose proves nothing.
      if (error instanceof TypeError) this.doubt();
      throw error;
    } finally {
      clearTimeout(timer);
      if (isUpload) this.#uploads -= 1;
    }
  }

  /** Notes a response of the server. */
  heard(): void {
    const isNews = !this.#isReachable;
    this.#hear();
    if (isNews) this.#channel?.postMessage('heard' satisfies TabMessage);
  }

  /** Notes that the server did not do what was asked of it, which waits to be repeated. */
  unserved(): void {
    this.#isUnserved = true;
    this.#channel?.postMessage('unserved' satisfies TabMessage);
  }

  /** Notes that the server did what was asked of it. */
  served(): void {
    if (!this.#isUnserved) return;
    this.#channel?.postMessage('served' satisfies TabMessage);
    this.#recover();
  }

  /** Silence is looked into by calling `ping`, which sends a ping over the event stream, until `signal` aborts. */
  useStream(ping: () => void, signal: AbortSignal): void {
    this.#pingStream = ping;
    const stop = () => {
      if (this.#pingStream === ping) this.#pingStream = undefined;
    };
    signal.addEventListener('abort', stop, { once: true });
  }

  /** Notes that a stream is alive: no reason to probe, and none to believe that requests get responses. */
  heardStream(): void {
    this.#noteLife();
    if (!this.#isAskedForLife) return;
    this.#isAskedForLife = false;
    this.#channel?.postMessage('alive' satisfies TabMessage);
  }

  /** Notes a sign of trouble, which is then looked into. */
  doubt(since: number = performance.now()): void {
    if (!this.#isReachable || this.#doubtSince !== undefined) return;
    this.#channel?.postMessage('doubt' satisfies TabMessage);
    this.#doubt(since);
  }

  /** Notes a response to what was sent at `from`. It was on its way already where the network was lost meanwhile. */
  #heardOf(from: number): void {
    if (from >= this.#lostAt) this.heard();
  }

  #receive(message: TabMessage): void {
    if (message === 'doubt') this.#doubt(performance.now());
    else if (message === 'heard') this.#hear();
    else if (message === 'unserved') this.#isUnserved = true;
    else if (message === 'served') this.#recover();
    else if (message === 'alive') this.#noteLife();
    else if (this.#pingStream) {
      this.#isAskedForLife = true;
      this.#pingStream();
    }
  }

  #recover(): void {
    const now = performance.now();
    if (!this.#isUnserved || now - this.#recoveredAt < timing.recovery) return;
    this.#recoveredAt = now;
    this.#isUnserved = false;
    this.#tellReturn();
  }

  #tellReturn(): void {
    this.#return.abort();
    this.#return = new AbortController();
  }

  #noteLife(): void {
    if (this.#isReachable && this.#doubtSince === undefined) this.#heardAt = performance.now();
  }

  #hear(): void {
    this.#heardAt = performance.now();
    this.#doubtSince = undefined;
    this.#failures = 0;
    this.#set(true);
    this.#wake();
  }

  #doubt(since: number): void {
    if (!this.#isReachable || this.#doubtSince !== undefined) return;
    this.#doubtSince = since;
    void this.#keepProbing();
  }

  #lose(): void {
    this.#lostAt = performance.now();
    this.#set(false);
    // The browser reports it a moment before the last request gets no response any more.
    void this.#keepProbing(timing.doubt);
  }

  #listenForSilence(): void {
    const now = performance.now();
    const isInUse = document.visibilityState === 'visible' && now - this.#usedAt < timing.inUse;
    if (!isInUse || now - this.#heardAt < timing.silence || this.#awaitingPong !== undefined) return;
    if (!this.#isReachable || this.#doubtSince !== undefined) return;
    this.#awaitingPong = setTimeout(() => {
      this.#awaitingPong = undefined;
      // Other tabs listen for themselves.
      if (this.#heardAt < now) this.#doubt(now);
    }, timing.pong);
    if (this.#pingStream) this.#pingStream();
    else this.#channel?.postMessage('ping' satisfies TabMessage);
  }

  /** @param after milliseconds until the first probe */
  async #keepProbing(after = 0): Promise<void> {
    if (this.#isProbing) return;
    this.#isProbing = true;
    if (after > 0) await this.#sleep(after);
    while (this.#doubtSince !== undefined || !this.#isReachable) {
      const from = performance.now();
      const outcome = await this.#probe();
      if (outcome === 'answered') this.#heardOf(from);
      // An upload leaves a thin line no room for anything else.
      else if (outcome === 'failed' || this.#uploads === 0) this.#failures += 1;
      const hasLasted = performance.now() - (this.#doubtSince ?? 0) >= timing.grace;
      if (
        this.#isReachable &&
        this.#doubtSince !== undefined &&
        hasLasted &&
        this.#failures >= failuresNeeded
      )
        this.#set(false);
      if (this.#doubtSince === undefined && this.#isReachable) break;
      await this.#sleep(this.#pause() - (performance.now() - from));
    }
    this.#isProbing = false;
  }

  /** How long to wait from one probe to the next. Not the same for everybody: a server comes back to many. */
  #pause(): number {
    if (this.#isReachable) return timing.doubt;
    const delay = !navigator.onLine
      ? timing.noNetwork
      : document.visibilityState === 'visible'
        ? timing.unreachable
        : timing.hidden;
    return delay * (0.6 + 0.8 * Math.random());
  }

  /** A response that comes late still counts, by itself. */
  #probe(): Promise<'answered' | 'failed' | 'silent'> {
    const from = performance.now();
    const response = askServer().then((isUp) => {
      if (isUp) this.#heardOf(from);
      return isUp ? ('answered' as const) : ('failed' as const);
    });
    const silence = new Promise<'silent'>((resolve) => setTimeout(() => resolve('silent'), timing.probe));
    return Promise.race([response, silence]);
  }

  #sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, milliseconds));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #set(isReachable: boolean): void {
    if (this.#isReachable === isReachable) return;
    this.#isReachable = isReachable;
    this.#doubtSince = undefined;
    if (isReachable) this.#tellReturn();
    this.#listeners.notify();
  }
}

/** Whether a response is the server's own: gateways and portals have pages instead. */
function isAnswer(response: Response): boolean {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return isJson && response.status !== 502 && response.status !== 504;
}

/** Returns whether the server responds now, by the cheapest question that there is: it needs no session and no database. */
export async function askServer(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(timing.probeTimeout);
    const response = await fetch('/api/healthz', { cache: 'no-store', signal });
    await response.body?.cancel();
    return response.ok && isAnswer(response);
  } catch {
    return false;
  }
}

export const reachability = new Reachability();
