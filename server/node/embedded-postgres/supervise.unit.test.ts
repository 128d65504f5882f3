import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { supervise } from './supervise.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A supervised server that the test ends. */
function openServer({ startable = true } = {}) {
  const stopping = new AbortController();
  let ending = Promise.withResolvers<void>();
  const starts: number[] = [];
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const supervised = supervise({
    waitForEnd: async () => {
      await ending.promise;
      return { exitCode: 1, signal: null };
    },
    start: async () => {
      starts.push(performance.now());
      if (!startable) throw new Error('It does not start.');
      ending = Promise.withResolvers();
    },
    signal: stopping.signal,
    log,
  });
  return {
    starts,
    log,
    /** Ends the server after it ran for some milliseconds. Resolves to the wait until it was started again. */
    async crashAfter(milliseconds: number): Promise<number> {
      await vi.advanceTimersByTimeAsync(milliseconds);
      const before = starts.length;
      const crashedAt = performance.now();
      ending.resolve();
      for (let waited = 0; starts.length === before && waited < 20_000; waited += 100)
        await vi.advanceTimersByTimeAsync(waited === 0 ? 0 : 100);
      return (starts.at(-1) ?? Number.NaN) - crashedAt;
    },
    async stop() {
      stopping.abort();
      ending.resolve();
      await supervised;
    },
  };
}

describe('a supervised server', () => {
  it('waits longer after each crash in a row, at most five seconds', async () => {
    const { crashAfter, stop } = openServer();
    const waits: number[] = [];
    for (let crash = 0; crash < 13; crash++) waits.push(await crashAfter(1000));
    expect(waits).toEqual([0, 500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500, 5000, 5000, 5000]);
    await stop();
  });

  it('is started at once again after a healthy minute, however often it has crashed before', async () => {
    const { crashAfter, stop } = openServer();
    for (let crash = 0; crash < 14; crash++) await crashAfter(1000);
    expect(await crashAfter(59_000)).toBe(5000);
    expect(await crashAfter(60_000)).toBe(0);
    expect(await crashAfter(1000)).toBe(500);
    expect(await crashAfter(10 * 60_000)).toBe(0);
    await stop();
  });

  it('backs off as well where it does not start', async () => {
    const { crashAfter, starts, log, stop } = openServer({ startable: false });
    await crashAfter(0);
    await vi.advanceTimersByTimeAsync(16_000);
    const waits = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
    expect(waits).toEqual([500, 1000, 1500, 2000, 2500, 3000, 3500]);
    expect(log.error).toHaveBeenCalledWith(expect.anything(), 'the database server did not start');
    await stop();
  });

  it('is not started again once it is stopped, not even out of a wait', async () => {
    const { crashAfter, starts, stop } = openServer();
    for (let crash = 0; crash < 5; crash++) await crashAfter(0);
    const stopped = stop();
    await vi.advanceTimersByTimeAsync(20_000);
    await stopped;
    expect(starts).toHaveLength(5);
  });
});
