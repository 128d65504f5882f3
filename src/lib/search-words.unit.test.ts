import { describe, expect, it } from 'vitest';
import { excerptOf, searchWords } from './search-words.ts';

const marked = (text: string, searched: string) =>
  excerptOf(text, searchWords(searched))
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');

describe('searchWords', () => {
  it('parts at everything that is no letter and no number', () => {
    expect(searchWords(' Crêpes, café-bar 24! ')).toEqual(['crepes', 'cafe', 'bar', '24']);
    expect(searchWords('…')).toEqual([]);
  });
});

describe('excerptOf', () => {
  it('marks each word wherever it stands, whatever its case and accents', () => {
    expect(marked('The CAFÉ near the cafeteria', 'café')).toBe('The [CAFÉ] near the [cafe]teria');
    expect(marked('Soup kitchen', 'kitchen soup')).toBe('[Soup] [kitchen]');
  });

  it('begins with the word that stands shortly before the first one', () => {
    expect(marked(`${'x'.repeat(40)} soup today`, 'soup')).toBe(`…${'x'.repeat(23)} [soup] today`);
    expect(marked(`${'x'.repeat(40)} see you at the soup today`, 'soup')).toBe(
      '…see you at the [soup] today',
    );
  });

  it('keeps the place of characters whose plain form has another length', () => {
    expect(marked('ﬁne 👩‍🌾 soup', 'soup')).toBe('ﬁne 👩‍🌾 [soup]');
  });

  it('returns a text without the words as it is', () => {
    expect(marked('Soup', 'tea')).toBe('Soup');
  });
});
