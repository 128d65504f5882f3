import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalText } from './canonical.ts';

/** The same value with the fields of every object in another order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, part]) => [name, reversed(part)]),
  );
}

describe('canonicalText', () => {
  it('reads the same for the same value, whatever the order of its fields', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalText(reversed(value))).toBe(canonicalText(value));
      }),
    );
  });

  it('loses nothing of a value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        // A negative zero is a zero, to JSON.
        expect(JSON.parse(canonicalText(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('leaves out fields that are undefined, and keeps those that are null', () => {
    expect(canonicalText({ b: undefined, a: null })).toBe('{"a":null}');
    expect(canonicalText(undefined)).toBe('null');
  });

  it('rejects what is nested too deeply', () => {
    let value: unknown = [];
    for (let depth = 0; depth < 100_000; depth++) value = [value];
    expect(() => canonicalText(value)).toThrow('This is nested too deeply.');
  });
});
