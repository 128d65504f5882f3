import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from './errors.ts';
import { checkJson, type JsonBounds, JsonScanner, jsonBounds } from './json-bounds.ts';

const wide: JsonBounds = { bytes: 1e9, values: 1e9, depth: 1e9, string: 1e9, outside: 1e9 };

/** The reason for which a text is rejected, however it is cut into chunks. */
function rejection(text: string, bounds: Partial<JsonBounds>, cuts: readonly number[] = []) {
  const bytes = new TextEncoder().encode(text);
  const scanner = new JsonScanner({ ...wide, ...bounds });
  const ends = [...new Set([...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length])];
  let start = 0;
  try {
    for (const end of ends.toSorted((a, b) => a - b)) {
      scanner.push(bytes.subarray(start, end));
      start = end;
    }
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
  return undefined;
}

/** How many containers and commas a value has once written, counted on the value. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts: unknown[] = Object.values(value);
  return 1 + Math.max(0, parts.length - 1) + parts.reduce<number>((sum, part) => sum + valuesIn(part), 0);
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('the scanner of JSON', () => {
  const json = fc.jsonValue({ maxDepth: 6 });
  const cuts = fc.array(fc.nat(400), { maxLength: 8 });

  it('counts values and depth of any JSON, however it is cut', () => {
    fc.assert(
      fc.property(json, cuts, fc.boolean(), (value, ends, isPretty) => {
        const text = JSON.stringify(value, null, isPretty ? 2 : undefined);
        const [values, depth] = [valuesIn(value), depthOf(value)];
        expect(rejection(text, { values, depth }, ends)).toBe(
          // A list of one text has more texts than values may have keys only where there are no values at all.
          values === 0 && text.startsWith('"') ? 'beyond-bounds' : undefined,
        );
        if (values > 0) expect(rejection(text, { values: values - 1 }, ends)).toBe('beyond-bounds');
        if (depth > 0) expect(rejection(text, { depth: depth - 1 }, ends)).toBe('beyond-bounds');
      }),
    );
  });

  it('measures each text as it is written, escapes included, however it is cut', () => {
    const texts = fc.string({ unit: fc.constantFrom('"', '\\', 'a', 'é', '\n', '{', ','), maxLength: 40 });
    fc.assert(
      fc.property(texts, cuts, (text, ends) => {
        const written = JSON.stringify([text]);
        const string = new TextEncoder().encode(written).length - 3;
        expect(rejection(written, { string, outside: 3, values: 1 }, ends)).toBeUndefined();
        expect(rejection(written, { string: string - 1 }, ends)).toBe('beyond-bounds');
      }),
    );
  });

  it.each([
    ['more bytes', '"aaa"', { bytes: 4 }, 'too-large'],
    ['numbers and spaces without end', `[${'1'.repeat(50)}]`, { outside: 40 }, 'beyond-bounds'],
    ['texts that nothing separates', '""""""""""""', { values: 2 }, 'beyond-bounds'],
  ])('rejects %s', (_, text, bounds, reason) => {
    expect(rejection(text, bounds)).toBe(reason);
  });

  it('takes a picture in a large call only', () => {
    const body = JSON.stringify({ path: `data:image/png;base64,${'A'.repeat(14 * 1024 * 1024)}` });
    expect(() => checkJson(body, jsonBounds.large)).not.toThrow();
    expect(() => checkJson(body, jsonBounds.usual)).toThrow(Refusal);
  });
});
