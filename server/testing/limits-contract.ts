import { v7 as uuid } from 'uuid';
import { expect, test, vi } from 'vitest';
import { type LimitsPort, limits } from '../ports.ts';

/**
 * What holds for limits. `onPass` is called when a test lets time pass, for what does not go by the clock of this
 * process.
 */
export function describeLimits(
  limitsPort: () => LimitsPort,
  onPass: (milliseconds: number) => Promise<void> = async () => {},
): void {
  const pass = async (milliseconds: number) => {
    vi.setSystemTime(Date.now() + milliseconds);
    await onPass(milliseconds);
  };

  test('let through as many as they allow, then return when to come back', async () => {
    const { points, seconds } = limits['recover-password'];
    const key = uuid();
    const waits: number[] = [];
    for (let attempt = 0; attempt < points; attempt++)
      waits.push(await limitsPort().consume('recover-password', key));
    expect(waits).toEqual(Array.from({ length: points }, () => 0));
    const wait = await limitsPort().consume('recover-password', key);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(seconds);
  });

  test('count by name and by key', async () => {
    const key = uuid();
    for (let attempt = 0; attempt <= limits['recover-password'].points; attempt++)
      await limitsPort().consume('recover-password', key);
    expect(await limitsPort().consume('recover-password', key)).toBeGreaterThan(0);
    expect(await limitsPort().consume('recover-password', uuid())).toBe(0);
    expect(await limitsPort().consume('sign-in', key)).toBe(0);
  });

  test('use several points at a time', async () => {
    const { points } = limits.megapixels;
    const key = uuid();
    const consume = (used: number) => limitsPort().consume('megapixels', key, used);
    expect(await consume(points - 1)).toBe(0);
    expect(await consume(2)).toBeGreaterThan(0);
    expect(await consume(1)).toBeGreaterThan(0);
  });

  test('can be taken back', async () => {
    const key = uuid();
    for (let attempt = 0; attempt <= limits['recover-password'].points; attempt++)
      await limitsPort().consume('recover-password', key);
    await limitsPort().forget('recover-password', key);
    expect(await limitsPort().consume('recover-password', key)).toBe(0);
  });

  test('that slow down let attempts through one after the other, with growing pauses', async () => {
    const key = uuid();
    const { points, slowTo } = limits['sign-in-account'];
    const consume = () => limitsPort().consume('sign-in-account', key);
    vi.useFakeTimers({ toFake: ['Date'], now: new Date() });
    try {
      for (let attempt = 0; attempt < points; attempt++) expect(await consume()).toBe(0);
      expect([await consume(), await consume()]).toEqual([0, 1]);
      await pass(1_001);
      expect([await consume(), await consume()]).toEqual([0, 1]);
      expect(await limitsPort().consume('sign-in-account', uuid())).toBe(0);

      // Attempts that are rejected count, too: who goes on waits longer.
      for (let attempt = 0; attempt < 500; attempt++) await consume();
      await pass(10_000);
      expect(await consume()).toBe(0);
      expect(await consume()).toBe(slowTo);
      await pass(slowTo * 1000 + 1);
      expect(await consume()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test('take keys of any length', async () => {
    expect(await limitsPort().consume('sign-in', `account:${'x'.repeat(1000)}@example.org`)).toBe(0);
  });
}
