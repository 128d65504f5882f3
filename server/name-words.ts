import { type Expression, type SqlBool, sql } from 'kysely';

/**
 * The words of a name, as `name_words` in the database makes them: without accents, case and apostrophes. Everything
 * but letters, marks and digits parts words; so do variation selectors, marks that only emoji have.
 */
export function wordsOf(name: string): string[] {
  return (
    name
      .replaceAll(/['’]/g, '')
      .normalize('NFKD')
      .replaceAll(/[\u0300-\u036f]/g, '')
      .toLowerCase()
      .replaceAll('ς', 'σ')
      .split(/(?:[^\p{L}\p{M}\p{N}]|[\ufe00-\ufe0f])+/u)
      // The normal form of some signs is a space with a mark. What begins with a mark is a word in some databases only.
      .filter((word) => /^\P{M}/u.test(word))
  );
}

/**
 * Whether a column of `name_words` has a word that begins with each of these. Words hold letters, marks and digits
 * only, so that nothing in them is query language.
 */
export const beginWith = (words: readonly string[], column: Expression<unknown>) =>
  sql<SqlBool>`${column} @@ to_tsquery('simple', ${words.map((word) => `'${word}':*`).join(' & ')})`;
