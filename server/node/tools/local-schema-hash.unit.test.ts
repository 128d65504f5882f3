import { expect, it } from 'vitest';
import { declaredShapes } from './local-schema-hash.ts';

const source = `import { defineStore } from '../engine/store.ts';

/** A kite. */
interface KiteRow extends Dated {
  _id: string;
  wind: { knots: number };
}

export type Wind = 'calm' | 'fair';

const kiteRows = defineStore<KiteRow>('kites', '_id, wind');
const windAt = defineFact<number>(
  'windAt',
);

export const kites = defineCollection({ stores: [kiteRows] });
`;

it('changes the shape with a field, a type, an index or a fact', () => {
  for (const [from, to] of [
    ['knots: number', 'knots: string'],
    ["'calm'", "'storm'"],
    ['_id, wind', '_id'],
    ["'windAt'", "'calmAt'"],
  ] as const)
    expect(declaredShapes(source.replace(from, to))).not.toBe(declaredShapes(source));
});

it('leaves the shape alone when a comment, an import or what is done changes', () => {
  for (const [from, to] of [
    ['A kite.', 'Another kite.'],
    ['defineCollection({', 'defineCollection({ trim,'],
    ['../engine', './engine'],
  ] as const)
    expect(declaredShapes(source.replace(from, to))).toBe(declaredShapes(source));
});
