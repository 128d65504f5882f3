/** Letters of the scripts that are written from right to left. */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * Returns people's own text as it may stand in an English sentence that cannot hold a `<bdi>`: where it is written from
 * right to left, it is isolated, so that it does not turn the words around it.
 */
export const isolate = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text);

/** Returns the same on one line, as the subject of a mail needs it. */
export const isolateOnOneLine = (text: string): string => isolate(text.replaceAll(/\s+/g, ' '));
