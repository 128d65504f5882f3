import { afterEach, expect, it, vi } from 'vitest';
import { type LoopWatch, watchEventLoop } from './loop-watch.ts';

let watch: LoopWatch;
afterEach(() => watch.stop());

const entryOf = (warn: ReturnType<typeof vi.fn>) =>
  vi.waitFor(
    () => {
      expect(warn).toHaveBeenCalled();
      return warn.mock.calls[0]?.[0];
    },
    { timeout: 5000 },
  );

it('logs a hold whose end a timer of the program sees before the sampling timer does', async () => {
  const warn = vi.fn();
  watch = watchEventLoop({ warn });
  // Both begin to measure before the hold.
  await new Promise((resolve) => setTimeout(resolve, 60));
  const done = watch.track({ name: 'GET /api/*', requestId: 'blocking-01' });
  // Due within a millisecond: all due timers of the program, the look among them, run before the sampling timer.
  setTimeout(() => {}, 1);
  for (const start = performance.now(); performance.now() - start < 400; );
  done();
  expect(await entryOf(warn)).toMatchObject({
    ms: expect.closeTo(400, -2),
    requests: [{ route: 'GET /api/*', requestId: 'blocking-01' }],
  });
});
