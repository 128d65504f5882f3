/**
 * Streams of a process poll at moments that are so many milliseconds apart. Those of one moment share their queries:
 * of 10,000 streams 80 do, which would otherwise ask for hundreds of statements a second.
 */
export const pollMomentMs = 100;

/**
 * Returns after how many milliseconds a stream polls next: within the bounds, at random, so that streams opened
 * together do not all poll together for ever.
 * @param now the time in milliseconds, by any clock that all streams of the process share
 */
export function nextPollMs(
  { least, most }: { least: number; most: number },
  now = performance.now(),
): number {
  const wanted = now + least + Math.random() * (most - least - pollMomentMs);
  return Math.ceil(Math.ceil(wanted / pollMomentMs) * pollMomentMs - now);
}
