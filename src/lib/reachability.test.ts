import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Reachability } from './reachability.ts';

/** How the server, or what is on the way to it, takes a request. */
type Way = 'responds' | 'rejects' | 'swallows' | 'has a page';

const json = () => Response.json({ status: 'up' });
const page = (status: number) => new Response('<html>', { status, headers: { 'content-type': 'text/html' } });

let way: Way;
let probes: number;
let stop: AbortController;
let server: Reachability;
let seen: boolean[];

/** One request as the line takes it. */
function ask(signal?: AbortSignal | null): Promise<Response> {
  if (way === 'responds') return Promise.resolve(json());
  if (way === 'has a page') return Promise.resolve(page(502));
  if (way === 'rejects') return Promise.reject(new TypeError('Failed to fetch'));
  return new Promise((_, reject) =>
    signal?.addEventListener('abort', () => reject(new DOMException('Too slow.', 'TimeoutError'))),
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  way = 'responds';
  probes = 0;
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    probes += 1;
    return ask(signal);
  });
  stop = new AbortController();
  server = new Reachability();
  server.start(stop.signal);
  seen = [];
  server.subscribe(() => seen.push(server.isReachable()));
});
afterEach(() => {
  stop.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const use = () => dispatchEvent(new Event('pointerdown'));
/** A request of the app. */
const request = () => server.watch(ask()).catch(() => undefined);

/** Opens an event stream that returns pings after 50 ms. */
function openStream(of: Reachability) {
  const life = new AbortController();
  const stream = { pings: 0, fallSilent: () => void (isSilent = true), close: () => life.abort() };
  let isSilent = false;
  const ping = () => {
    stream.pings += 1;
    if (!isSilent) setTimeout(() => of.heardStream(), 50);
  };
  of.useStream(ping, life.signal);
  return stream;
}

/** A BroadcastChannel that delivers at once, so that fake timers do. */
class SynchronousChannel {
  static open = new Set<SynchronousChannel>();
  onmessage: ((event: MessageEvent) => void) | null = null;
  constructor() {
    SynchronousChannel.open.add(this);
  }
  postMessage(data: unknown) {
    for (const other of SynchronousChannel.open)
      if (other !== this) other.onmessage?.(new MessageEvent('message', { data }));
  }
  close() {
    SynchronousChannel.open.delete(this);
  }
}

describe('a server that stops responding', () => {
  it.each(['rejects', 'swallows', 'has a page'] as const)(
    'is noticed within 10 s when the line %s',
    async (bad) => {
      await pass(60_000);
      way = bad;
      void request();
      await pass(10_000);
      expect(server.isReachable()).toBe(false);
      expect(seen).toEqual([false]);
    },
  );

  it('is noticed within 10 s in a page that is in use and sends no requests', async () => {
    use();
    await pass(30_000);
    way = 'swallows';
    await pass(10_000);
    expect(server.isReachable()).toBe(false);
  });

  it('is noticed within 10 s in a page that is in use when the event stream falls silent, too', async () => {
    const stream = openStream(server);
    use();
    await pass(30_000);
    way = 'swallows';
    stream.fallSilent();
    await pass(10_000);
    expect(server.isReachable()).toBe(false);
  });

  it('is noticed at once where the browser reports that there is no network', () => {
    dispatchEvent(new Event('offline'));
    expect(server.isReachable()).toBe(false);
  });
});

describe('what means nothing', () => {
  it('is one lost request', async () => {
    way = 'rejects';
    await request();
    way = 'responds';
    await pass(60_000);
    expect(seen).toEqual([]);
  });

  it('is one lost request and one lost probe', async () => {
    way = 'rejects';
    await request();
    await pass(500);
    way = 'responds';
    await pass(60_000);
    expect(seen).toEqual([]);
  });

  it('is a restart of four seconds', async () => {
    for (const bad of ['rejects', 'swallows'] as const) {
      way = bad;
      void request();
      await pass(4_000);
      way = 'responds';
      await pass(30_000);
    }
    expect(seen).toEqual([]);
  });

  it('is a request that takes long, or was cut short on purpose', async () => {
    void server.watch(new Promise(() => {}));
    await server.watch(Promise.reject(new DOMException('Stop.', 'AbortError'))).catch(() => undefined);
    await pass(60_000);
    expect(seen).toEqual([]);
  });

  it('is a silent probe while an upload keeps the line busy', async () => {
    void server.watch(new Promise(() => {}), true);
    way = 'swallows';
    server.doubt();
    await pass(60_000);
    expect(seen).toEqual([]);
  });
});

describe('a network that the browser reports as lost', () => {
  it('is not disproved by a probe of the moment in which it is lost', async () => {
    way = 'responds';
    dispatchEvent(new Event('offline'));
    await pass(500);
    way = 'rejects';
    await pass(60_000);
    expect(seen).toEqual([false]);
  });

  it('is disproved within 2 s where the browser is wrong', async () => {
    way = 'responds';
    dispatchEvent(new Event('offline'));
    await pass(2_000);
    expect(seen).toEqual([false, true]);
  });
});

describe('a server that responds again', () => {
  beforeEach(async () => {
    way = 'rejects';
    void request();
    await pass(10_000);
    seen = [];
  });

  it('is noticed within 4 s, by itself', async () => {
    const back = server.nextReturn();
    way = 'responds';
    await pass(4_000);
    expect(seen).toEqual([true]);
    expect(back.aborted).toBe(true);
    expect(server.nextReturn().aborted).toBe(false);
  });

  it('is noticed at once where the browser comes online or the page into view, or a request gets a response', async () => {
    const events = [
      () => dispatchEvent(new Event('online')),
      () => document.dispatchEvent(new Event('visibilitychange')),
      () => server.watch(Promise.resolve(json())),
    ];
    for (const happen of events) {
      dispatchEvent(new Event('offline'));
      await pass(0);
      way = 'responds';
      seen = [];
      void happen();
      await pass(0);
      expect(seen).toEqual([true]);
      way = 'rejects';
    }
  });

  it('is not noticed by a response to what was sent before the browser lost the network', async () => {
    const { promise: late, resolve: respond } = Promise.withResolvers<Response>();
    const early = server.watch(late);
    await pass(10);
    way = 'rejects';
    dispatchEvent(new Event('offline'));
    respond(json());
    await early;
    await pass(10);
    expect(seen).toEqual([]);
    way = 'responds';
    await request();
    expect(seen).toEqual([true]);
  });

  it('lets go who waited for it', async () => {
    let isOver = false;
    const wait = async () => {
      await server.whenReachable(stop.signal);
      isOver = true;
    };
    void wait();
    await pass(0);
    expect(isOver).toBe(false);
    way = 'responds';
    await pass(4_000);
    expect(isOver).toBe(true);
  });
});

describe('a server that responds and does not work', () => {
  it('works again with the next response that is none of an error', async () => {
    server.unserved();
    const back = server.nextReturn();
    await server.watch(Promise.resolve(Response.json({}, { status: 503 })));
    expect(back.aborted).toBe(false);
    await request();
    expect(back.aborted).toBe(true);
    expect(server.nextReturn().aborted).toBe(false);
  });

  it('works again where another tab, or the event stream, shows it', async () => {
    vi.stubGlobal('BroadcastChannel', SynchronousChannel);
    const [one, other] = [new Reachability(), new Reachability()];
    for (const tab of [one, other]) tab.start(stop.signal);
    for (const show of [() => other.watch(ask()), async () => other.served()]) {
      one.unserved();
      const back = one.nextReturn();
      await show();
      expect(back.aborted).toBe(true);
      await pass(5_000);
    }
  });

  it('is asked again every 5 s at most, however much else works', async () => {
    server.unserved();
    await request();
    server.unserved();
    const back = server.nextReturn();
    await pass(4_900);
    await request();
    expect(back.aborted).toBe(false);
    await pass(200);
    await request();
    expect(back.aborted).toBe(true);
  });

  it('is left alone while nothing waits to be repeated', async () => {
    const back = server.nextReturn();
    await request();
    server.served();
    expect(back.aborted).toBe(false);
  });
});

describe('probes', () => {
  it('are not sent while nobody looks or uses the page', async () => {
    await pass(180_000);
    const asked = probes;
    await pass(600_000);
    expect(probes).toBe(asked);
  });

  it('are not sent while requests get responses', async () => {
    use();
    for (let second = 0; second < 60; second++) {
      await pass(1_000);
      await request();
    }
    expect(probes).toBe(0);
  });

  it('are not sent while the event stream returns pings, which are rare, too', async () => {
    const stream = openStream(server);
    use();
    await pass(100_000);
    expect(probes).toBe(0);
    expect(stream.pings).toBeGreaterThan(0);
    expect(stream.pings).toBeLessThanOrEqual(100_000 / 3_500);
  });

  it('are not sent while events arrive, nor are pings', async () => {
    const stream = openStream(server);
    use();
    for (let second = 0; second < 100; second++) {
      await pass(1_000);
      server.heardStream();
    }
    expect(probes).toBe(0);
    expect(stream.pings).toBe(0);
  });

  it('are not sent while the event stream of another tab returns pings', async () => {
    stop.abort();
    vi.stubGlobal('BroadcastChannel', SynchronousChannel);
    stop = new AbortController();
    const [leader, follower] = [new Reachability(), new Reachability()];
    for (const tab of [leader, follower]) tab.start(stop.signal);
    const stream = openStream(leader);
    // Only the follower is looked at; both are in one page here, so that both would ask.
    use();
    await pass(100_000);
    expect(probes).toBe(0);
    expect(stream.pings).toBeLessThanOrEqual((2 * 100_000) / 3_500);
    stream.fallSilent();
    way = 'swallows';
    use();
    await pass(10_000);
    expect(follower.isReachable()).toBe(false);
  });

  it('are sent again once the event stream is closed', async () => {
    const stream = openStream(server);
    stream.close();
    use();
    await pass(10_000);
    expect(stream.pings).toBe(0);
    expect(probes).toBeGreaterThan(0);
  });

  it('are few while a hidden page waits for the server', async () => {
    way = 'rejects';
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    dispatchEvent(new Event('offline'));
    await pass(600_000);
    expect(probes).toBeLessThan(60);
  });
});

describe('tabs', () => {
  it('notify each other that the server responds', async () => {
    const other = new Reachability();
    other.start(stop.signal);
    dispatchEvent(new Event('offline'));
    vi.useRealTimers();
    await server.watch(Promise.resolve(json()));
    await vi.waitFor(() => expect(other.isReachable()).toBe(true));
  });
});
