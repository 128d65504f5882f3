import { charactersOf } from './characters.ts';

const firstLetter = (word: string): string => charactersOf(word)[0] ?? '';

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
