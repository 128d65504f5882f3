import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  currentDeadline,
  withDatabaseDeadline,
  withoutDatabaseDeadline,
  withPartOfDeadline,
} from './deadline.ts';

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

  it('lets a part of it wait for half of what is left at most, and counts that', async () => {
    await withDatabaseDeadline(1000, async () => {
      const whole = currentDeadline();
      await withPartOfDeadline(900, async () => {
        const part = currentDeadline();
        expect(part?.leftMs).toBe(500);
        const stop = part?.start();
        vi.advanceTimersByTime(500);
        expect([part?.leftMs, whole?.leftMs]).toEqual([0, 500]);
        stop?.();
      });
      expect(currentDeadline()).toBe(whole);
      await withPartOfDeadline(100, async () => expect(currentDeadline()?.leftMs).toBe(100));
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
