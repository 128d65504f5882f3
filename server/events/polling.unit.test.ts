import { expect, test } from 'vitest';
import { nextPollMs, pollMomentMs } from './polling.ts';

const bounds = { least: 10_000, most: 15_000 };

test('streams that were opened at any time poll at common moments, within their bounds', () => {
  const moments = new Set<number>();
  for (let now = 0.25; now < 1_000; now += 3.7) {
    const wait = nextPollMs(bounds, now);
    expect(wait).toBeGreaterThanOrEqual(bounds.least);
    expect(wait).toBeLessThanOrEqual(bounds.most);
    expect(Number.isInteger(wait)).toBe(true);
    moments.add(Math.floor((now + wait) / pollMomentMs));
    expect((now + wait) % pollMomentMs).toBeLessThan(1);
  }
  // Spread over all moments, not gathered at one.
  expect(moments.size).toBeGreaterThan(40);
});
