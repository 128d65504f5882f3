import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { beginWith, wordsOf } from './name-words.ts';
import { setUpWorld } from './testing/cast.ts';

const world = setUpWorld();

/** Whether the database finds a name by the beginnings of words. */
async function isFoundBy(name: string, words: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select ${beginWith(words, sql`name_words(${name}::text)`)} as found`.execute(world.db);
  return rows.some(({ found }) => found);
}

describe('the database parts names into the words that are searched for', () => {
  test.each([
    ['Philadelphia–Camden Alliance', 'camden'],
    ['Plan—B', 'plan b'],
    ['Food‑Bank', 'bank'],
    ['Café~Owl', 'cafe owl'],
    ['Room +5 Club', 'room 5'],
    ['“Together” we can', 'together'],
    ['🎉Party ❤️Food', 'party food'],
    ["O'Brien-Núñez", 'obrien nunez'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
    ['Иван Öğüt', 'иван ogut'],
    ['नमस्ते दुनिया', 'नमस्ते'],
    ['日本語・学校', '学校'],
    ['か゛く ゛', 'か゛く ゛'],
  ])('%s is found by %s', async (name, typed) => {
    expect(await isFoundBy(name, wordsOf(typed))).toBe(true);
    expect(await isFoundBy(name, [...wordsOf(typed), 'nobody'])).toBe(false);
  });

  test('whatever signs stand between them', async () => {
    const sign = fc
      .integer({ min: 1, max: 0x1fbff })
      .filter((code) => code < 0x10000 || code >= 0x1f000)
      .map((code) => String.fromCodePoint(code))
      .filter((sign) => /[\p{P}\p{S}\p{Z}\p{Cf}\p{Co}\ufe0f]/u.test(sign));
    const letter = fc.constantFrom('a', 'É', 'z', '7', 'Ж', 'Σ', 'ן', 'ث', '語', '가');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(letter, sign), { maxLength: 12 }), async (signs) => {
        const name = signs.join('');
        const words = wordsOf(name);
        fc.pre(words.length > 0);
        expect(await isFoundBy(name, words)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});
