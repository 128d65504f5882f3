import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canBeMeant, distance } from './spelling.ts';

describe('distance', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });

  test('is how many letters differ, are missing, too many or swapped', () => {
    for (const [one, other, away] of [
      ['maria', 'maria', 0],
      ['maria', 'mara', 1],
      ['maria', 'mariah', 1],
      ['jonh', 'john', 1],
      ['philadelhpia', 'philadelphia', 1],
      ['kitten', 'sitting', 3],
      ['', 'abc', 3],
    ] as const)
      expect(distance(one, other), `${one} ${other}`).toBe(away);
  });

  test('is nothing only to oneself, and the same both ways', () => {
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(distance(one, other)).toBe(distance(other, one));
        expect(distance(one, other) === 0).toBe(one === other);
      }),
    );
  });

  test('is at most one for one change', () => {
    fc.assert(
      fc.property(word, fc.nat(6), fc.constantFrom('', 'x', 'xy'), (one, at, put) => {
        const changed = `${one.slice(0, at)}${put}${one.slice(at + 1)}`;
        expect(distance(one, changed)).toBeLessThanOrEqual(2);
      }),
    );
  });
});

test('short words are taken as they are, longer ones with one mistake or two, also unfinished', () => {
  for (const [typed, known] of [
    ['jonh', 'john'],
    ['uartz', 'quartz'],
    ['philadelpia', 'philadelphia'],
    ['philadlph', 'philadelphia'],
    ['kicthen', 'kitchenette'],
  ] as const)
    expect(canBeMeant(typed, known), `${typed} ${known}`).toBe(true);
  for (const [typed, known] of [
    ['jon', 'john'],
    ['bob', 'rob'],
    ['jhno', 'john'],
    ['maria', 'dario'],
  ] as const)
    expect(canBeMeant(typed, known), `${typed} ${known}`).toBe(false);
});
