import { expect, test } from 'vitest';
import { isolate } from './isolate.schema.ts';

test.each(['ليلى حداد', 'רותי', 'Café ليلى'])('isolates %s', (name) => {
  expect(isolate(name)).toBe(`\u2068${name}\u2069`);
});

test.each(['Maria Fernandes', 'Žofia', '東京', '12 😀', ''])('leaves “%s” as it is', (name) => {
  expect(isolate(name)).toBe(name);
});
