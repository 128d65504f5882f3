import { v7 as uuid } from 'uuid';
import { expect, test } from 'vitest';
import { type LimitsPort, limits } from '#server/ports.ts';

/** What holds for limits that processes share. `shared` returns those of another process. */
export function describeSharedLimits(shared: () => LimitsPort): void {
  test('processes count together, but for what guards a process', async () => {
    const [one, two] = [shared(), shared()];
    const key = uuid();
    const half = limits['sign-in'].points / 2;
    for (let attempt = 0; attempt < half; attempt++) {
      expect(await one.consume('sign-in', key)).toBe(0);
      expect(await two.consume('sign-in', key)).toBe(0);
    }
    expect(await one.consume('sign-in', key)).toBeGreaterThan(0);
    expect(await two.consume('sign-in', key)).toBeGreaterThan(0);
    expect(await shared().consume('sign-in', key)).toBeGreaterThan(0);

    for (let request = 0; request < limits.request.points; request++) await one.consume('request', key);
    expect(await one.consume('request', key)).toBeGreaterThan(0);
    expect(await two.consume('request', key)).toBe(0);
  });

  test('lets exactly as many of a hundred simultaneous attempts pass as the limit allows', async () => {
    const [one, two] = [shared(), shared()];
    const key = uuid();
    const waits = await Promise.all(
      Array.from({ length: 100 }, (_, index) => (index % 2 ? one : two).consume('sign-in', key)),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(limits['sign-in'].points);
  });
}
