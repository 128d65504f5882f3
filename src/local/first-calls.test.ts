import { expect, it, vi } from 'vitest';
import { takeFirstSnapshot } from './engine/snapshot.ts';
import { firstCalls } from './first-calls.ts';
import { openTestDatabase } from './testing/databases.ts';

const made = vi.hoisted(() => [] as [name: string, input: unknown][]);

vi.mock('#src/app/api.ts', () => {
  const answer = { epoch: 'one', seq: 0, items: [], cursor: null, count: 0, walletCoin: 0 };
  const procedure = (name: string) => ({
    query: async (input: unknown) => {
      made.push([name, input]);
      return answer;
    },
  });
  const feature = (name: string) =>
    new Proxy({}, { get: (_, called) => procedure(`${name}.${String(called)}`) });
  return { api: new Proxy({}, { get: (_, name) => feature(String(name)) }) };
});

it('names what a first snapshot asks for, and the head before all else', async () => {
  await takeFirstSnapshot(openTestDatabase());
  const [head, data] = firstCalls.map((calls) => Object.entries(calls));
  expect(made[0]).toEqual(head?.[0]);
  const byName = (one: [string, unknown], other: [string, unknown]) => (one[0] < other[0] ? -1 : 1);
  expect(made.slice(1).toSorted(byName)).toEqual(data?.toSorted(byName));
});
