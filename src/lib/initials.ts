const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

function firstLetter(word: string): string {
  for (const { segment } of letters.segment(word)) return segment;
  return '';
}

/**
 * The one or two letters that stand for a person or organization without a picture: of the first and the last
 * word of the name, punctuation and emoji aside. An empty name gives "?".
 */
export function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}](?:[^\s\p{P}\p{S}]|['’])*/gu) ?? [];
  const first = words[0];
  if (first === undefined) return '?';
  const last = words.length > 1 ? words.at(-1) : undefined;
  return (firstLetter(first) + (last === undefined ? '' : firstLetter(last))).toLocaleUpperCase('en');
}
