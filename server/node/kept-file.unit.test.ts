import { expect, test } from 'vitest';
import { contentOf, keepCompressed, keepFile } from './kept-file.ts';

const text = 'Neighbours help each other. '.repeat(1_000);
const bytes = new Uint8Array(new TextEncoder().encode(text));

test('plain bytes of a file that is kept encoded are decoded once while somebody has them', async () => {
  const file = await keepCompressed(bytes, {});
  expect(file.content).toBeUndefined();
  const content = contentOf(file);
  expect(new TextDecoder().decode(content)).toBe(text);
  expect(contentOf(file)).toBe(content);
});

test('plain bytes of another file are its own, and those that are kept plain are not copied', async () => {
  const [one, other] = [await keepCompressed(bytes, {}), await keepCompressed(bytes.slice(1), {})];
  expect(contentOf(one)).toHaveLength(bytes.length);
  expect(contentOf(other)).toHaveLength(bytes.length - 1);
  const plain = keepFile(bytes, {});
  expect(contentOf(plain)).toBe(bytes);
});
