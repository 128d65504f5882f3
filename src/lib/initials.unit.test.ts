import { describe, expect, it } from 'vitest';
import { initials } from './initials.ts';

describe('initials', () => {
  it.each([
    ['Alice Moreno', 'AM'],
    ['Eve', 'E'],
    ['  bob   lindqvist ', 'BL'],
    ['Dan O’Reilly', 'DO'],
    ['St. Anne’s', 'SA'],
    ['St. Anne’s Community Garden', 'SG'],
    ['Åsa Öberg', 'ÅÖ'],
    ['José\u0301 Ángel', 'JÁ'],
    ['李 小龙', '李小'],
    ['4-H Club', '4C'],
    ['👩‍👩‍👧 Carol', 'C'],
  ])('of %s are %s', (name, expected) => {
    expect(initials(name)).toBe(expected);
  });

  it.each(['', '   ', '—', '!!!'])('of a name without letters (%j) are a question mark', (name) => {
    expect(initials(name)).toBe('?');
  });
});
