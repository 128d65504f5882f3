import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leadByLease } from './leader.ts';

/** What browsers do with locks, for one name. */
class OneLock {
  #holder: { lose: (reason: Error) => void } | undefined;
  #waiting: (() => void)[] = [];

  request = (
    _name: string,
    { signal, steal = false }: { signal?: AbortSignal; steal?: boolean },
    work: () => Promise<void>,
  ): Promise<void> =>
    new Promise((resolve, reject) => {
      const abort = () => reject(new DOMException('', 'AbortError'));
      if (signal?.aborted) return abort();
      const take = () => {
        signal?.removeEventListener('abort', giveUp);
        const holder = { lose: reject };
        this.#holder = holder;
        const leave = () => {
          if (this.#holder !== holder) return;
          this.#holder = undefined;
          this.#waiting.shift()?.();
        };
        work().then(resolve, reject).finally(leave);
      };
      const giveUp = () => {
        this.#waiting = this.#waiting.filter((other) => other !== take);
        abort();
      };
      signal?.addEventListener('abort', giveUp);
      if (steal) {
        this.#holder?.lose(new DOMException('', 'AbortError'));
        take();
      } else if (this.#holder) this.#waiting.push(take);
      else take();
    });
}

/** The messages between the tabs of a browser, received at once by all that are not frozen. */
const channels = new Set<FakeChannel>();
class FakeChannel {
  onmessage: (() => void) | undefined;
  readonly name: string;
  constructor(name: string) {
    this.name = name;
    channels.add(this);
  }
  postMessage() {
    if (frozen.has(this.name)) return;
    for (const channel of channels) if (channel !== this) channel.onmessage?.();
  }
  close() {
    channels.delete(this);
  }
}
const frozen = new Set<string>();

let leading: string[];
let successors: string[];
let tabs: { close: () => void; closed: Promise<void> }[];

/** Opens a tab that takes turns, and shows when it leads and when it no longer does. */
function openTab(name: string) {
  const over = new AbortController();
  const lead = async (signal: AbortSignal, isSuccessor: boolean) => {
    leading.push(name);
    if (isSuccessor) successors.push(name);
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve());
    });
    leading = leading.filter((other) => other !== name);
  };
  const closed = leadByLease('lock', lead, over.signal);
  tabs.push({ close: () => over.abort(), closed });
  return () => over.abort();
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const setVisible = (isVisible: boolean) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isVisible ? 'visible' : 'hidden');
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  leading = [];
  successors = [];
  tabs = [];
  vi.useFakeTimers();
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  vi.stubGlobal('navigator', { locks: new OneLock() });
});
afterEach(async () => {
  for (const { close } of tabs) close();
  await Promise.all(tabs.map(({ closed }) => closed));
  expect(channels.size).toBe(0);
  frozen.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('leadByLease', () => {
  it('lets one tab lead, and another when it closes', async () => {
    const close = openTab('first');
    openTab('second');
    openTab('third');
    await pass(60_000);
    expect(leading).toEqual(['first']);
    expect(successors).toEqual([]);
    close();
    await pass(100);
    expect(leading).toEqual(['second']);
    expect(successors).toEqual(['second']);
  });

  it('lets a tab in view take over from a leader without a heartbeat, which stops leading', async () => {
    openTab('first');
    openTab('second');
    await pass(5_000);
    frozen.add('lock');
    await pass(9_000);
    expect(leading).toEqual(['first']);
    await pass(3_000);
    frozen.clear();
    await pass(1_000);
    expect(leading).toEqual(['second']);
    expect(successors).toEqual(['second']);
    await pass(60_000);
    expect(leading).toEqual(['second']);
  });

  it('lets no tab take over in the background, nor the moment it comes into view', async () => {
    openTab('first');
    openTab('second');
    setVisible(false);
    frozen.add('lock');
    await pass(60_000);
    expect(leading).toEqual(['first']);
    setVisible(true);
    await pass(5_000);
    expect(leading).toEqual(['first']);
    await pass(7_000);
    expect(leading).toEqual(['second']);
    frozen.clear();
  });

  it('lets each tab lead where the browser has no locks', async () => {
    vi.stubGlobal('navigator', {});
    openTab('first');
    openTab('second');
    await pass(100);
    expect(leading).toEqual(['first', 'second']);
  });
});
