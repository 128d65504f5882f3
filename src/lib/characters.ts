let segmenter: Intl.Segmenter | undefined;

/**
 * Splits a text into what people count as one character. Where each code unit is one, as in most texts, it does without
 * `Intl`: what that loads on its first use holds up a phone's first screen.
 */
export function charactersOf(text: string): string[] {
  if (/^[\n\x20-\u02ff\u2010-\u2027]*$/.test(text)) return text.split('');
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
