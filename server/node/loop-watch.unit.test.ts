import { afterEach, expect, it, vi } from 'vitest';
import { type LoopWatch, watchEventLoop } from './loop-watch.ts';

let watch: LoopWatch;
afterEach(() => watch.stop());

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
  await vi.waitFor(
    () =>
      // A busy machine holds the loop, too: other entries may come first.
      expect(warn).toHaveBeenCalledWith(
        expect.objectContaining({
          requests: [{ route: 'GET /api/*', requestId: 'blocking-01', forMs: expect.any(Number) }],
        }),
        'the event loop was held',
      ),
    { timeout: 5000 },
  );
});
