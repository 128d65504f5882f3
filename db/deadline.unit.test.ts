import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentDeadline, withDatabaseDeadline, withoutDatabaseDeadline } from './deadline.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

describe('the deadline of a request', () => {
  it('counts what the request waits for the database, and nothing else', async () => {
    await withDatabaseDeadline(1000, async () => {
      const deadline = currentDeadline();
      vi.advanceTimersByTime(5000);
      expect(deadline?.leftMs).toBe(1000);
      const stop = deadline?.start();
      vi.advanceTimersByTime(300);
      expect(deadline?.leftMs).toBe(700);
      stop?.();
      vi.advanceTimersByTime(5000);
      expect(deadline?.leftMs).toBe(700);
    });
  });

  it('counts waits at the same time once', async () => {
    await withDatabaseDeadline(1000, async () => {
      const deadline = currentDeadline();
      const [first, second] = [deadline?.start(), deadline?.start()];
      vi.advanceTimersByTime(100);
      first?.();
      vi.advanceTimersByTime(100);
      second?.();
      vi.advanceTimersByTime(100);
      expect(deadline?.leftMs).toBe(800);
    });
  });

  it("is over once the request's work has resolved, and is not for what the request sets off", async () => {
    const later = Promise.withResolvers<void>();
    const { stream } = await withDatabaseDeadline(1000, async () => {
      expect(currentDeadline()).toBeDefined();
      expect(withoutDatabaseDeadline(currentDeadline)).toBeUndefined();
      return { stream: later.promise.then(currentDeadline) };
    });
    later.resolve();
    expect(await stream).toBeUndefined();
    expect(currentDeadline()).toBeUndefined();
  });
});
