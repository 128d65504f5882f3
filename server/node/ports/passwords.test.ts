import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

test('a hundred sign-ins at once keep neither requests nor files waiting', async () => {
  const passwords = createPasswords();
  const hash = await passwords.hash('correct horse');
  let verified = 0;
  const all = Promise.all(
    Array.from({ length: 100 }, async () => {
      expect(await passwords.verify(hash, 'correct horse')).toBe(true);
      verified++;
    }),
  );
  for (let turn = 0; turn < 10; turn++) await readFile(import.meta.filename);
  expect(verified).toBeLessThan(50);
  await all;
});

test('hashes with the recommended cost', async () => {
  expect(await createPasswords().hash('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});
