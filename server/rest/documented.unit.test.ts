import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type DocumentedRequest, foreignActors, reduceToInput } from './documented.ts';
import type { JsonSchema } from './json-schema.ts';

const shared = { title: z.string(), link: z.string().default(''), note: z.string().nullish() };
const talk = z.strictObject({
  kind: z.literal('talk'),
  ...shared,
  place: z.strictObject({ name: z.string(), floor: z.int().optional() }).optional(),
  flag: z.literal(true).optional(),
});
const shop = z.strictObject({
  kind: z.literal('shop'),
  ...shared,
  goods: z.array(z.strictObject({ name: z.string(), price: z.number().optional() })).default([]),
  groups: z.array(z.string()).default([]),
});
const input = z.discriminatedUnion('kind', [talk, shop]);
const schema = z.toJSONSchema(input, { io: 'input' }) as JsonSchema;

function reduce(body: Record<string, unknown>, documented: DocumentedRequest = {}) {
  const reduced = structuredClone(body);
  reduceToInput(reduced, schema, documented);
  return reduced;
}

describe('reduceToInput', () => {
  it('removes null and empty lists from optional fields that cannot hold them, at any depth', () => {
    expect(
      reduce({ kind: 'talk', title: 'A', link: null, note: null, place: { name: 'Hall', floor: null } }),
    ).toEqual({ kind: 'talk', title: 'A', note: null, place: { name: 'Hall' } });
    expect(
      reduce({ kind: 'shop', title: 'A', link: [], goods: [{ name: 'Tea', price: null }], groups: [] }),
    ).toEqual({ kind: 'shop', title: 'A', goods: [{ name: 'Tea' }], groups: [] });
  });

  it('keeps null and empty lists in required fields, for validation to reject', () => {
    const body = { kind: 'talk', title: null, place: { name: [] } };
    expect(reduce(body)).toEqual(body);
  });

  it('removes the fields that only other variants have, and keeps those that none has', () => {
    expect(reduce({ kind: 'talk', title: 'A', goods: [{ name: 'Tea' }], groups: [], other: 1 })).toEqual({
      kind: 'talk',
      title: 'A',
      other: 1,
    });
    const unknown = { kind: 'lunch', title: 'A', goods: [], other: null };
    expect(reduce(unknown)).toEqual(unknown);
  });

  it('removes the fields that are ignored, wherever their paths lead', () => {
    const documented = { ignores: ['flag', 'views', 'goods[].madeAt', 'place.name.x', 'toString'] };
    expect(
      reduce({ kind: 'talk', title: 'A', flag: false, views: 3, place: { name: 'B' } }, documented),
    ).toEqual({
      kind: 'talk',
      title: 'A',
      place: { name: 'B' },
    });
    expect(
      reduce({ kind: 'shop', title: 'A', goods: [{ name: 'Tea', madeAt: 1 }, null, 3] }, documented),
    ).toEqual({ kind: 'shop', title: 'A', goods: [{ name: 'Tea' }, null, 3] });
  });

  it('turns what a read returns for an id into the id', () => {
    const groups = [{ _id: 'a', name: 'Group A' }, 'b', { name: 'no id' }];
    expect(reduce({ kind: 'shop', title: 'A', groups }, { references: ['groups[]'] })).toEqual({
      kind: 'shop',
      title: 'A',
      groups: ['a', 'b', { name: 'no id' }],
    });
  });

  it('changes nothing of what is valid already', () => {
    const text = fc.string({ maxLength: 5 });
    const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
    const fields = { title: text, link: optional(text), note: fc.option(text) };
    fc.assert(
      fc.property(
        fc.oneof(
          fc.record({
            kind: fc.constant('talk'),
            ...fields,
            place: optional(fc.record({ name: text, floor: optional(fc.nat()) })),
          }),
          fc.record({
            kind: fc.constant('shop'),
            ...fields,
            goods: fc.array(fc.record({ name: text })),
            groups: fc.array(text),
          }),
        ),
        (body) => {
          expect(reduce(body)).toEqual(body);
        },
      ),
    );
  });

  it('survives any JSON', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom('talk', 'shop'),
        (body, kind) => {
          const documented = { ignores: ['a.b', 'c[].d'], references: ['groups[]'], actors: ['by'] };
          expect(() => reduce({ ...body, kind, place: body, goods: [body] }, documented)).not.toThrow();
        },
      ),
    );
  });
});

describe('foreignActors', () => {
  const documented = { actors: ['creatorId'] };
  it.each([undefined, null, '', 'me', 'ME', { _id: 'me', name: 'Me' }])(
    'accepts %j of the user',
    (creatorId) => {
      expect(foreignActors({ creatorId }, documented, 'me')).toEqual([]);
      expect(reduce({ kind: 'talk', title: 'A', creatorId }, documented)).toEqual({
        kind: 'talk',
        title: 'A',
      });
    },
  );

  it.each(['you', 0, false, [], ['me'], {}, { _id: 'you' }])('names the field of another %j', (creatorId) => {
    expect(foreignActors({ creatorId }, documented, 'me')).toEqual(['creatorId']);
  });

  it('names the field when nobody is signed in', () => {
    expect(foreignActors({ creatorId: 'me' }, documented, undefined)).toEqual(['creatorId']);
  });
});
