import { expect, it } from 'vitest';
import { unsavedWork } from './unsaved-work.texts.ts';

it.each([
  [{ mutations: 2, drafts: 1, files: 3 }, '2 changes, 1 form and 3 files'],
  [{ mutations: 1, drafts: 0, files: 1 }, '1 change and 1 file'],
  [{ mutations: 0, drafts: 2, files: 0 }, '2 forms'],
])('says what is unsaved in words: %o', (work, words) => {
  expect(unsavedWork(work)).toBe(words);
});
