import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  multilineText,
  requiredMultilineText,
  requiredText,
  text,
  validationMessages,
} from './validation.schema.ts';

const parse = (entered: string) => text(1000).parse(entered);

describe('text of one line', () => {
  it.each([
    ['a\nb', 'a b'],
    ['a\r\n\tb', 'a b'],
    ['a\u2028b\u2029c\u0085d\ve\ff', 'a b c d e f'],
    ['\na\n', 'a'],
    ['a\u0007b\u001bc\u007fd\u009fe', 'abcde'],
    ['\u202eecila\u202c', 'ecila'],
    ['a\u2066b\u2069c\u206Ad', 'abcd'],
  ])('is normalised: %j', (entered, kept) => {
    expect(parse(entered)).toBe(kept);
  });

  it.each([
    ['a family of emoji', '👩‍👩‍👧‍👦 and 🏳️‍🌈'],
    ['Persian with a joiner that joins nothing', 'می‌خواهم'],
    ['Arabic with a mark of direction', 'سلام\u200F (Hello)\u200E'],
    ['Hindi with a joiner', 'क्‍ष'],
    ['a soft hyphen', 'Donau\u00ADdampfschiff'],
    ['a space that does not break', '10\u00A0000'],
  ])('keeps %s', (_what, entered) => {
    expect(parse(entered)).toBe(entered);
  });

  it.each([
    '\u200B',
    '\u200D\u200C\uFEFF',
    '\u2060\u00AD',
    '\u3164',
    '\u2800 \u2800',
    '\u202E\u202C',
    '\uFE0F',
    '\u{E0061}',
    '\u0001\n',
  ])('counts what cannot be seen as empty: %j', (entered) => {
    expect(parse(entered)).toBe('');
    for (const required of [requiredText(1000), requiredMultilineText(1000)])
      expect(required.safeParse(entered).error?.issues[0]?.message).toBe(validationMessages.required);
  });

  it('rejects what cannot be stored', () => {
    for (const entered of ['a\0', '\0', 'a\ud800'])
      for (const schema of [text(10), multilineText(10)])
        expect(schema.safeParse(entered).success).toBe(false);
  });

  it('counts its length as it is kept', () => {
    expect(text(3).parse('\u202Eabc\u202C')).toBe('abc');
    expect(text(3).safeParse('abcd').error?.issues[0]?.message).toBe(validationMessages.tooLong(3));
  });

  it('holds no control character and no turn of direction, and is normal already', () => {
    const character = fc.integer({ min: 0, max: 0x2_2fff }).map((code) => String.fromCodePoint(code));
    const special = fc.constantFrom(
      '\n',
      '\t',
      '\u0007',
      '\u0085',
      '\u2028',
      '\u202E',
      '\u2066',
      '\u200D',
      '\u200B',
      ' ',
      'a',
    );
    const entry = fc.array(fc.oneof(character, special), { maxLength: 30 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(entry, (entered) => {
        const { data } = text(1000).safeParse(entered);
        if (data === undefined) return;
        expect(data).not.toMatch(/[\p{Cc}\u2028-\u202E\u2066-\u206F]/u);
        expect(parse(data)).toBe(data);
      }),
    );
  });
});

describe('text of several lines', () => {
  it.each([
    ['a\n\nb\r\nc', 'a\n\nb\r\nc'],
    ['a\u2028b\vc', 'a\nb\nc'],
    ['a\tb\u0007c\u202Ed', 'a bcd'],
    [' \n ', ''],
    ['👩‍👧\nمی‌خواهم', '👩‍👧\nمی‌خواهم'],
  ])('keeps its line breaks: %j', (entered, kept) => {
    expect(multilineText(1000).parse(entered)).toBe(kept);
  });
});
