import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Backoff } from './backoff.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Waits for the next attempt; returns whether it is due by now. */
function wait(backoff: Backoff, signal?: AbortSignal) {
  let isDue = false;
  void backoff.due(signal).then(() => {
    isDue = true;
  });
  return async () => {
    await vi.advanceTimersByTimeAsync(0);
    return isDue;
  };
}

describe('Backoff', () => {
  it('begins at once, and waits longer after each failure, up to half a minute', async () => {
    const backoff = new Backoff();
    expect(await wait(backoff)()).toBe(true);
    let last = 0;
    for (let failure = 1; failure < 12; failure++) {
      const isDue = wait(backoff);
      const began = Date.now();
      while (!(await isDue())) await vi.advanceTimersByTimeAsync(100);
      const waited = Date.now() - began;
      expect(waited).toBeLessThanOrEqual(30_100);
      if (failure < 5) expect(waited).toBeGreaterThan(last / 2);
      last = waited;
    }
    expect(last).toBeGreaterThanOrEqual(15_000);
  });

  it('begins anew after a success', async () => {
    const backoff = new Backoff();
    await backoff.due();
    backoff.succeeded();
    expect(await wait(backoff)()).toBe(true);
  });

  it('spreads the first attempt after a success, where that is wanted', () => {
    const random = vi.spyOn(Math, 'random');
    const backoff = new Backoff({ spreadMs: 1_000 });
    expect(backoff.nextWait()).toBe(0);
    backoff.succeeded();
    random.mockReturnValueOnce(0.25);
    expect(backoff.nextWait()).toBe(250);
    random.mockReturnValueOnce(0.5);
    expect(backoff.nextWait()).toBe(750);
    random.mockRestore();
  });

  it('puts the attempts of many devices on different moments, each within its range', () => {
    for (let failures = 1; failures <= 8; failures++) {
      const span = Math.min(30_000, 500 * 2 ** failures);
      const waits = Array.from({ length: 50 }, () => {
        const backoff = new Backoff();
        for (let failed = 0; failed < failures; failed++) backoff.nextWait();
        return backoff.nextWait();
      });
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(span / 2);
      expect(Math.max(...waits)).toBeLessThanOrEqual(span);
      expect(new Set(waits).size).toBeGreaterThan(25);
    }
  });

  it.each([
    ['the device comes online', () => dispatchEvent(new Event('online'))],
    ['the page comes into view', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('are due when %s', async (_when, happen) => {
    const backoff = new Backoff();
    await backoff.due();
    const isDue = wait(backoff);
    expect(await isDue()).toBe(false);
    happen();
    expect(await isDue()).toBe(true);
  });

  it('ends when its signal aborts', async () => {
    const backoff = new Backoff();
    await backoff.due();
    const over = new AbortController();
    const isDue = wait(backoff, over.signal);
    expect(await isDue()).toBe(false);
    over.abort();
    expect(await isDue()).toBe(true);
  });
});
