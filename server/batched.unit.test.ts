import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batched } from './batched.ts';

/** A look-up that the test resolves when it wants to. */
function createLoader() {
  const calls: {
    keys: readonly number[];
    resolve: (values?: readonly string[]) => void;
    fail: () => void;
  }[] = [];
  const load = (keys: readonly number[]) =>
    new Promise<readonly string[]>((resolve, reject) => {
      calls.push({
        keys,
        resolve: (values = keys.map((key) => `value of ${key}`)) => resolve(values),
        fail: () => reject(new Error('The database is away.')),
      });
    });
  return { load, calls };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('batched', () => {
  it('sends the first calls on at once, and those that wait together', async () => {
    const { load, calls } = createLoader();
    const look = batched(load, { most: 3, atOnce: 2 });
    const values = Promise.all([1, 2, 3, 4, 5, 6].map((key) => look(key)));
    expect(calls.map(({ keys }) => keys)).toEqual([[1], [2]]);
    calls[1]?.resolve();
    await settle();
    expect(calls.map(({ keys }) => keys)).toEqual([[1], [2], [3, 4, 5]]);
    calls[2]?.resolve();
    calls[0]?.resolve();
    await settle();
    expect(calls[3]?.keys).toEqual([6]);
    calls[3]?.resolve();
    expect(await values).toEqual([1, 2, 3, 4, 5, 6].map((key) => `value of ${key}`));
  });

  it('rejects only the calls of the look-up that failed', async () => {
    const { load, calls } = createLoader();
    const look = batched(load, { most: 2, atOnce: 1 });
    const outcomes = Promise.allSettled([1, 2, 3, 4].map((key) => look(key)));
    calls[0]?.resolve();
    await settle();
    calls[1]?.fail();
    await settle();
    calls[2]?.resolve();
    expect((await outcomes).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
  });

  it('rejects where a value is missing, in place of mixing them up', async () => {
    const { load, calls } = createLoader();
    const value = batched(load, { most: 2, atOnce: 1 })(1);
    calls[0]?.resolve([]);
    await expect(value).rejects.toThrow('did not return a value for each key');
  });

  it('resolves every call to its own value, whatever the order and the size of batches', async () => {
    const bounds = fc.record({
      most: fc.integer({ min: 1, max: 5 }),
      atOnce: fc.integer({ min: 1, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(bounds, fc.array(fc.nat(20), { maxLength: 40 }), async (limits, keys) => {
        let running = 0;
        const look = batched(async (asked: readonly number[]) => {
          expect(asked.length).toBeLessThanOrEqual(limits.most);
          expect(++running).toBeLessThanOrEqual(limits.atOnce);
          await settle();
          running--;
          return asked.map((key) => key * 2);
        }, limits);
        expect(await Promise.all(keys.map(look))).toEqual(keys.map((key) => key * 2));
      }),
      { numRuns: 30 },
    );
  });
});
