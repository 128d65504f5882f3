import type { Plugin } from 'vite';

/**
 * Returns a program that has other letters as escapes, which mean the same in strings, templates, patterns and names. One
 * letter beyond ASCII makes Node decode a whole file letter by letter, and one beyond Latin-1 V8 keep it at twice its size.
 */
export const inAscii = (code: string): string =>
  code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Has all that a build writes be in ASCII. */
export const allInAscii = (): Plugin => ({
  name: 'gatherwell:in-ascii',
  // Later than `renderChunk`, after which constants are put where they are used.
  generateBundle(_, output) {
    for (const file of Object.values(output)) if (file.type === 'chunk') file.code = inAscii(file.code);
  },
});
