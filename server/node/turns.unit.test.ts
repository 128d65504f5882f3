import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('does so many pieces of work in a turn, in their order, and lets others come in between', async () => {
  const later = createTurns(4);
  const done: (number | string)[] = [];
  for (let n = 0; n < 10; n++) later(() => done.push(n));
  expect(done).toEqual([]);
  for (let turn = 0; turn < 3; turn++) {
    await nextTurn();
    done.push('another');
  }
  expect(done).toEqual([0, 1, 2, 3, 'another', 4, 5, 6, 7, 'another', 8, 9, 'another']);
  later(() => done.push('again'));
  await nextTurn();
  expect(done.at(-1)).toBe('again');
});

test('work that adds work has it done after what waits', async () => {
  const later = createTurns(1);
  const done: string[] = [];
  later(() => {
    done.push('first');
    later(() => done.push('third'));
  });
  later(() => done.push('second'));
  for (let turn = 0; turn < 4; turn++) await nextTurn();
  expect(done).toEqual(['first', 'second', 'third']);
});
