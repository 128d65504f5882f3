/**
 * Bounds of the polling interval, in milliseconds: a stream polls because notifications may be lost. The interval is
 * random, so that streams opened together do not all poll together for ever.
 */
export const pollAfterMs = { least: 10_000, most: 15_000 };

/**
 * Streams of a process poll at moments that are so many milliseconds apart. Those of one moment share their queries:
 * of 10,000 streams 80 do, which would otherwise ask for hundreds of statements a second.
 */
export const pollMomentMs = 100;

/**
 * Returns after how many milliseconds a stream polls next.
 * @param now the time in milliseconds, by any clock that all streams of the process share
 */
export function nextPollMs(now: number): number {
  const { least, most } = pollAfterMs;
  const wanted = now + least + Math.random() * (most - least - pollMomentMs);
  return Math.ceil(Math.ceil(wanted / pollMomentMs) * pollMomentMs - now);
}
