import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it, test } from 'vitest';
import { createOpenApiDocument } from '../../rest/openapi.ts';
import { appRouter } from '../../router.ts';
import { toOpenApi30 } from './openapi-30.ts';

it('writes the API document as valid OpenAPI 3.0', async () => {
  const document = createOpenApiDocument(appRouter, { publicUrl: 'https://gatherwell.test' });
  const validator = new Validator();
  const result = await validator.validate(toOpenApi30(document as Record<string, unknown>));
  expect(result.errors ?? []).toEqual([]);
  expect(validator.version).toBe('3.0');
});

const text = { type: 'string' };
const named = (name: string) => ({ $ref: `#/components/schemas/${name}` });
/** A schema as it is in 3.0, beside others. */
function inVersion30(schema: object, others: Record<string, object> = {}) {
  const components = { schemas: { Asked: schema, ...others } };
  const { components: converted } = toOpenApi30({ openapi: '3.1.0', components, webhooks: {} });
  return (converted as typeof components).schemas.Asked;
}

test.each<[what: string, schema: object, expected: object]>([
  ['null beside a type', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
  [
    'null beside a reference',
    { anyOf: [named('Other'), { type: 'null' }], description: 'Who.' },
    { allOf: [named('Other')], description: 'Who.', nullable: true },
  ],
  [
    'a reference that is described',
    { ...named('Other'), description: 'Who.' },
    { allOf: [named('Other')], description: 'Who.' },
  ],
  ['nothing but null', { type: 'null' }, { type: 'object', nullable: true }],
  ['a constant', { const: false }, { type: 'boolean', description: 'Always `false`.' }],
  [
    'an enumeration',
    { type: 'string', enum: ['a', 'b'], description: 'Which.' },
    { type: 'string', description: 'Which. One of `"a"`, `"b"`.' },
  ],
  [
    'texts of several kinds',
    {
      anyOf: [
        { ...text, format: 'uuid' },
        { ...text, const: '' },
      ],
    },
    { type: 'string' },
  ],
  ['a text or an object', { anyOf: [text, named('Other')], description: 'It.' }, { description: 'It.' }],
  ['several types', { type: ['string', 'integer'] }, {}],
  ['examples', { ...text, examples: ['a'] }, { ...text, example: 'a' }],
])('%s', (_, schema, expected) => {
  expect(inVersion30(schema, { Other: { type: 'object', properties: { id: text } } })).toEqual(expected);
});

test('variants of an object become one, with what all of them require', () => {
  const of = (kind: string, properties: object, required: string[] = []) => ({
    type: 'object',
    properties: { kind: { type: 'string', const: kind }, ...properties },
    required: ['kind', ...required],
  });
  const Event = of('event', { at: text, size: { type: 'integer' } }, ['at']);
  const News = of('news', { by: text, size: text });
  const schema = { anyOf: [named('Both'), of('need', {})], discriminator: { propertyName: 'kind' } };
  const Both = { oneOf: [named('Event'), named('News')] };
  expect(inVersion30(schema, { Both, Event, News })).toEqual({
    type: 'object',
    properties: {
      kind: { type: 'string', description: 'One of `"event"`, `"news"`, `"need"`.' },
      at: text,
      size: {},
      by: text,
    },
    required: ['kind'],
  });
});
