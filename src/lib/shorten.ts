import { charactersOf } from './characters.ts';

/** A text of at most `length` characters: the rest becomes an ellipsis. Characters are what people count as one. */
export function shorten(text: string, length: number): string {
  // No character is shorter than its code units are many.
  if (text.length <= length) return text;
  const characters = charactersOf(text);
  if (characters.length <= length) return text;
  return `${characters
    .slice(0, length - 1)
    .join('')
    .trimEnd()}…`;
}
