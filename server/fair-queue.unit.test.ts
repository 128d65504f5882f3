import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

/** Queues pieces of work that the test ends, and records the order in which they start. */
function observe(slots: number) {
  const queue = createFairQueue(slots);
  const started: string[] = [];
  const running: { name: string; end(): void }[] = [];
  return {
    started,
    running,
    add(owner: string, name: string) {
      const ending = Promise.withResolvers<void>();
      return queue(owner, async () => {
        started.push(name);
        running.push({ name, end: ending.resolve });
        await ending.promise;
      });
    },
    /** Ends the piece that has run for longest, and lets the next one start. */
    async endOldest() {
      running.shift()?.end();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe('a fair queue', () => {
  it("runs bob's one piece next, however many alice has queued before", async () => {
    const { add, started, running, endOldest } = observe(1);
    const all = Array.from({ length: 100 }, (_, index) => add('alice', `alice ${index}`));
    all.push(add('bob', 'bob'));
    await endOldest();
    expect(started).toEqual(['alice 0', 'bob']);
    while (running.length > 0) await endOldest();
    await Promise.all(all);
    expect(started.filter((name) => name !== 'bob')).toEqual(
      Array.from({ length: 100 }, (_, index) => `alice ${index}`),
    );
  });

  it('keeps a slot free of an owner who fills another', async () => {
    const { add, started } = observe(2);
    void add('alice', 'alice 0');
    void add('alice', 'alice 1');
    void add('bob', 'bob');
    expect(started).toEqual(['alice 0', 'bob']);
  });

  it('passes on what the work resolves to or rejects with, and goes on', async () => {
    const queue = createFairQueue(1);
    const failed = queue('alice', async () => {
      throw new Error('broken');
    });
    const done = queue('alice', async () => 'done');
    await expect(failed).rejects.toThrow('broken');
    expect(await done).toBe('done');
  });

  it('runs no owner twice while another waits who was there before', async () => {
    const pieces = fc.array(fc.constantFrom('alice', 'bob', 'carol', 'dan'), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(pieces, fc.integer({ min: 1, max: 3 }), async (owners, slots) => {
        const { add, started, running, endOldest } = observe(slots);
        const all = owners.map((owner) => add(owner, owner));
        while (running.length > 0) {
          expect(running.length).toBeLessThanOrEqual(slots);
          expect(new Set(running.map(({ name }) => name)).size).toBe(running.length);
          await endOldest();
        }
        await Promise.all(all);
        expect(started.toSorted()).toEqual(owners.toSorted());
        // Between two starts of the same owner, everybody starts who has pieces left.
        for (const [index, owner] of started.entries()) {
          const again = started.indexOf(owner, index + 1);
          if (again < 0) continue;
          const between = new Set(started.slice(index + 1, again));
          const left = new Set(started.slice(again + 1).filter((other) => other !== owner));
          const before = new Set(started.slice(0, index + 1));
          for (const other of left) expect(between.has(other) || before.has(other)).toBe(true);
        }
      }),
      { numRuns: 50 },
    );
  });
});
