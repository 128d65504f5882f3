/** A text without case, accents and apostrophes. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{Mark}'’]/gu, '')
    .toLowerCase();

/** Returns the words of a text that is searched for, without case and accents. */
export const searchWords = (text: string): string[] =>
  plainText(text)
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter(Boolean);

/** A part of a text, and whether it is one of the words that were searched for. */
export interface TextPart {
  text: string;
  isMatch: boolean;
}

/** Characters that stand before the first match in an excerpt. */
const leadLength = 24;

/** Returns a text in parts, from shortly before the first word that was searched for. */
export function excerptOf(text: string, words: readonly string[]): TextPart[] {
  const characters = Array.from(text);
  // Of which character each unit of the plain text is: accents and ligatures change its length.
  const origin: number[] = [];
  let plain = '';
  for (const [index, character] of characters.entries()) {
    const unit = plainText(character);
    plain += unit;
    for (let at = 0; at < unit.length; at++) origin.push(index);
  }
  const isMatch = characters.map(() => false);
  for (const word of words)
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + word.length))
      isMatch.fill(true, origin[at], (origin[at + word.length - 1] ?? 0) + 1);
  const first = isMatch.indexOf(true);
  const from = first > leadLength ? wordAt(characters, first - leadLength, first) : 0;
  const parts: TextPart[] = from > 0 ? [{ text: '…', isMatch: false }] : [];
  for (const [index, character] of characters.entries()) {
    if (index < from) continue;
    const last = parts.at(-1);
    const matches = isMatch[index] ?? false;
    if (last?.isMatch === matches) last.text += character;
    else parts.push({ text: character, isMatch: matches });
  }
  return parts;
}

/** Returns where the next word begins, from one place on and before another one; that place where none does. */
function wordAt(characters: readonly string[], from: number, before: number): number {
  const space = characters.indexOf(' ', from - 1);
  return space >= 0 && space < before - 1 ? space + 1 : from;
}
