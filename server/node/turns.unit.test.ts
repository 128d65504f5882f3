import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('does one piece of work at least in a turn, in their order, and lets others come in between', async () => {
  const later = createTurns(0);
  const done: (number | string)[] = [];
  for (let n = 0; n < 3; n++) later(() => done.push(n));
  expect(done).toEqual([]);
  for (let turn = 0; turn < 4; turn++) {
    await nextTurn();
    done.push('another');
  }
  expect(done).toEqual([0, 'another', 1, 'another', 2, 'another', 'another']);
  later(() => done.push('again'));
  await nextTurn();
  expect(done.at(-1)).toBe('again');
});

test('does one piece in a turn while more is given, and then all for which there is time', async () => {
  const later = createTurns(Number.POSITIVE_INFINITY);
  const done: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    for (let n = 0; n < 10; n++) later(() => done.push(turn * 10 + n));
    await nextTurn();
    expect(done).toHaveLength(turn + 1);
  }
  await nextTurn();
  expect(done).toEqual(Array.from({ length: 30 }, (_, n) => n));
});

test.each([0, Number.POSITIVE_INFINITY])(
  'work that adds work has it done after what waits, in another turn: %d ms',
  async (turnMs) => {
    const later = createTurns(turnMs);
    const done: string[] = [];
    later(() => {
      done.push('first');
      later(() => done.push('third'));
    });
    later(() => done.push('second'));
    await nextTurn();
    done.push('another');
    for (let turn = 0; turn < 3; turn++) await nextTurn();
    expect(done.filter((piece) => piece !== 'another')).toEqual(['first', 'second', 'third']);
    expect(done.indexOf('another')).toBeLessThan(done.indexOf('third'));
  },
);
