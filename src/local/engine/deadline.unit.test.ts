import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Deadline } from './deadline.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('aborts once nothing has gone on for so long, however long it took before', () => {
  const deadline = new Deadline(1_000);
  for (let times = 0; times < 50; times++) {
    vi.advanceTimersByTime(999);
    deadline.move();
  }
  expect(deadline.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(deadline.signal.aborted).toBe(true);
});

it('does not abort once it is stopped', () => {
  const deadline = new Deadline(1_000);
  deadline.stop();
  vi.advanceTimersByTime(10_000);
  expect(deadline.signal.aborted).toBe(false);
});
