import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { charactersOf } from './characters.ts';

const segmented = (text: string) => Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

describe('charactersOf', () => {
  it.each([
    ['', []],
    ['Åsa’s', ['Å', 's', 'a', '’', 's']],
    ['Jose\u0301', ['J', 'o', 's', 'e\u0301']],
    ['👩‍👩‍👧!', ['👩‍👩‍👧', '!']],
    ['a\r\nb', ['a', '\r\n', 'b']],
  ])('%j', (text, characters) => {
    expect(charactersOf(text)).toEqual(characters);
  });

  it('are what Unicode says', () => {
    const unitsTo = (max: number) =>
      fc.string({ unit: fc.integer({ min: 0, max }).map((code) => String.fromCharCode(code)) });
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), unitsTo(0x2ff), unitsTo(0x2030)), (text) => {
        expect(charactersOf(text)).toEqual(segmented(text));
      }),
    );
  });
});
