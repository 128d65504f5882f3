import { expect, it, vi } from 'vitest';
import { takeFirstSnapshot } from './engine/snapshot.ts';
import { firstCalls } from './first-calls.ts';
import { openTestDatabase } from './testing/databases.ts';

const made = vi.hoisted(() => [] as [name: string, input: unknown][]);

vi.mock('#src/app/api.ts', async () => {
  const { emptyApi } = await import('./testing/empty-api.ts');
  return { api: emptyApi({}, (name, input) => made.push([name, input])) };
});

it('names what a first snapshot asks for, and the head before all else', async () => {
  await takeFirstSnapshot(openTestDatabase());
  const [head, data] = firstCalls.map((calls) => Object.entries(calls));
  expect(made[0]).toEqual(head?.[0]);
  const byName = (one: [string, unknown], other: [string, unknown]) => (one[0] < other[0] ? -1 : 1);
  expect(made.slice(1).toSorted(byName)).toEqual(data?.toSorted(byName));
});
