import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { appRouter } from '../router.ts';
import { type ApiDocument, breakingChanges } from './compare-documents.ts';
import type { JsonSchema } from './json-schema.ts';
import { createOpenApiDocument } from './openapi.ts';

const today = createOpenApiDocument(appRouter, { publicUrl: 'https://gatherwell.example' }) as ApiDocument;

test('nothing breaks programs that were written for the released document', async () => {
  const released = await readFile(new URL('released-api.json', import.meta.url), 'utf8');
  // Where this fails on purpose: see "Versions" in README.md.
  expect(breakingChanges(JSON.parse(released) as ApiDocument, today)).toEqual([]);
});

interface Parts {
  request: JsonSchema;
  response: JsonSchema;
  parameters: object[];
  operation: object;
  more: object;
  payload: JsonSchema;
}

const object = (properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
});
const body = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } });

const usual: Parts = {
  request: object({ title: { type: 'string', maxLength: 9 }, kind: { type: 'string', enum: ['a', 'b'] } }, [
    'title',
  ]),
  response: object(
    {
      id: { type: 'string', format: 'uuid' },
      state: { type: 'string', enum: ['open', 'over'] },
      items: { type: 'array', items: { $ref: '#/components/schemas/Item' } },
    },
    ['id', 'items'],
  ),
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 50 } },
  ],
  operation: { 'x-access-token-scopes': ['write'] },
  more: {},
  payload: object({ postId: { type: 'string' } }, ['postId']),
};

function documentOf(change: Partial<Parts> = {}, item: JsonSchema = object({ name: { type: 'string' } })) {
  const parts = { ...usual, ...change };
  return {
    components: { schemas: { Item: item } },
    paths: {
      '/things/{id}': {
        put: {
          operationId: 'changeThing',
          parameters: parts.parameters,
          requestBody: { required: true, ...body(parts.request) },
          responses: { 200: body(parts.response) },
          ...parts.operation,
        },
        ...parts.more,
      },
    },
    webhooks: { 'thing.changed': { post: { operationId: 'receive', requestBody: body(parts.payload) } } },
  } as ApiDocument;
}

const changed = (
  part: 'request' | 'response' | 'payload',
  name: string,
  schema: JsonSchema,
): Partial<Parts> => ({
  [part]: { ...usual[part], properties: { ...usual[part].properties, [name]: schema } },
});
const without = (part: 'request' | 'response' | 'payload', name: string): Partial<Parts> => ({
  [part]: {
    ...usual[part],
    properties: Object.fromEntries(
      Object.entries(usual[part].properties ?? {}).filter(([key]) => key !== name),
    ),
    required: usual[part].required?.filter((key) => key !== name),
  },
});
const requiring = (part: 'request' | 'response', required: string[]): Partial<Parts> => ({
  [part]: { ...usual[part], required },
});
const [path = {}, query = {}] = usual.parameters;

test.each<[change: string, now: ApiDocument]>([
  ['nothing', documentOf()],
  ['an operation is added', documentOf({ more: { get: { operationId: 'getThing', responses: {} } } })],
  [
    'a parameter of the path has another name',
    documentOf({ parameters: [{ ...path, name: 'thing' }, query] }),
  ],
  ['an optional parameter is added', documentOf({ parameters: [path, query, { name: 'q', in: 'query' }] })],
  ['a parameter takes more', documentOf({ parameters: [path, { ...query, schema: { type: 'number' } }] })],
  ['an optional field is taken', documentOf(changed('request', 'more', { type: 'string' }))],
  ['a field is no longer required', documentOf(requiring('request', []))],
  ['a field takes null', documentOf(changed('request', 'title', { type: ['string', 'null'] }))],
  ['a field takes any text', documentOf(changed('request', 'kind', { type: 'string' }))],
  ['a value is taken', documentOf(changed('request', 'kind', { type: 'string', enum: ['a', 'b', 'c'] }))],
  ['a field is returned', documentOf(changed('response', 'more', { type: 'string' }))],
  ['a field is always returned', documentOf(requiring('response', ['id', 'items', 'state']))],
  ['a value is returned', documentOf(changed('response', 'state', { enum: ['open', 'over', 'new'] }))],
  ['a token may be sent', documentOf({ operation: { security: [{}, { token: [] }] } })],
  ['no scope is needed', documentOf({ operation: { security: [] } })],
  ['a payload has a field more', documentOf(changed('payload', 'at', { type: 'string' }))],
])('no program breaks where %s changes', (_, now) => expect(breakingChanges(documentOf(), now)).toEqual([]));

const text = { type: 'string' };
test.each<[now: ApiDocument, ...changes: string[]]>([
  [{ ...documentOf(), paths: {} }, 'PUT /things/{id} was removed'],
  [
    documentOf({ operation: { operationId: 'setThing' } }),
    'PUT /things/{id}: its operationId was changeThing and is setThing',
  ],
  [documentOf({ operation: { security: [{ token: [] }] } }), 'PUT /things/{id}: it needs a token now'],
  [
    documentOf({ operation: { 'x-access-token-scopes': ['write', 'messages'] } }),
    'PUT /things/{id}: it needs the scope messages now',
  ],
  [
    documentOf({ operation: { 'x-access-token-scopes': [] } }),
    'PUT /things/{id}: access tokens cannot call it any more',
  ],
  [documentOf({ parameters: [path] }), 'PUT /things/{id}: the query parameter limit was removed'],
  [
    documentOf({ parameters: [path, { ...query, required: true }] }),
    'PUT /things/{id}: the query parameter limit is required now',
  ],
  [
    documentOf({ parameters: [path, query, { name: 'q', in: 'query', required: true, schema: text }] }),
    'PUT /things/{id}: the query parameter q is required now',
  ],
  [
    documentOf({ parameters: [path, { ...query, schema: { type: 'integer', maximum: 20 } }] }),
    'PUT /things/{id}: the query parameter limit has the maximum 20 now',
  ],
  [documentOf(without('request', 'kind')), 'PUT /things/{id}: in the request, kind was removed'],
  [
    documentOf(requiring('request', ['title', 'kind'])),
    'PUT /things/{id}: in the request, kind is required now',
  ],
  [
    documentOf({
      request: object({ ...usual.request.properties, more: text }, ['title', 'more']),
    }),
    'PUT /things/{id}: in the request, more is required now',
  ],
  [
    documentOf(changed('request', 'title', { type: 'integer' })),
    'PUT /things/{id}: in the request, title no longer takes string',
  ],
  [
    documentOf(changed('request', 'title', { type: 'string', maxLength: 5, pattern: '^a' })),
    'PUT /things/{id}: in the request, title needs the pattern ^a now',
    'PUT /things/{id}: in the request, title has the maxLength 5 now',
  ],
  [
    documentOf(changed('request', 'kind', { type: 'string', enum: ['a'] })),
    'PUT /things/{id}: in the request, kind no longer takes "b"',
  ],
  [
    documentOf(changed('request', 'title', { type: 'string', enum: ['a'] })),
    'PUT /things/{id}: in the request, title takes only some values now',
  ],
  [documentOf({ operation: { responses: {} } }), 'PUT /things/{id}: the response 200 was removed'],
  [documentOf(without('response', 'items')), 'PUT /things/{id}: in the response, items was removed'],
  [documentOf(requiring('response', ['id'])), 'PUT /things/{id}: in the response, items may be absent now'],
  [
    documentOf(changed('response', 'id', { type: 'integer' })),
    'PUT /things/{id}: in the response, id may be integer now',
  ],
  [
    documentOf(changed('response', 'id', { anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] })),
    'PUT /things/{id}: in the response, id may be null now',
  ],
  [documentOf(changed('response', 'id', {})), 'PUT /things/{id}: in the response, id may be of any type now'],
  [
    documentOf(changed('response', 'id', text)),
    'PUT /things/{id}: in the response, id no longer has the format uuid',
  ],
  [
    documentOf(changed('response', 'state', { type: 'string', enum: ['open'] })),
    'PUT /things/{id}: in the response, state is "over" no more',
  ],
  [
    documentOf(changed('response', 'state', text)),
    'PUT /things/{id}: in the response, state may be any value now',
  ],
  // In what a reference names.
  [documentOf({}, object({})), 'PUT /things/{id}: in the response, items[].name was removed'],
  [
    { ...documentOf({ response: without('response', 'items').response as JsonSchema }), components: {} },
    'PUT /things/{id}: in the response, items was removed',
    'the schema Item was removed',
  ],
  [{ ...documentOf(), webhooks: {} }, 'the webhook thing.changed was removed'],
  [documentOf(without('payload', 'postId')), 'the webhook thing.changed: in the body, postId was removed'],
])('programs break: %#', (now, ...changes) => {
  expect(breakingChanges(documentOf(), now)).toEqual(changes);
});

test('variants of an object are compared with those of the same constants, and may become more', () => {
  const variant = (kind: string, properties: Record<string, JsonSchema>) =>
    object({ kind: { type: 'string', const: kind }, ...properties }, ['kind', ...Object.keys(properties)]);
  const union = (...oneOf: JsonSchema[]) => documentOf({ response: { oneOf } });
  const [event, news] = [variant('event', { at: text }), variant('news', { by: text })];
  expect(breakingChanges(union(event, news), union(variant('need', { hours: text }), news, event))).toEqual(
    [],
  );
  expect(breakingChanges(union(event, news), union(news, variant('event', {})))).toEqual([
    'PUT /things/{id}: in the response, at was removed',
  ]);
});

test.each([
  [
    'GET /posts',
    (document: ApiDocument) => delete document.paths['/posts']?.['get'],
    'GET /posts was removed',
  ],
  [
    'a webhook',
    (document: ApiDocument) => delete document.webhooks?.['going.added'],
    'the webhook going.added was removed',
  ],
] as const)('the document itself without %s breaks programs', (_, change, expected) => {
  const now = structuredClone(today);
  change(now);
  expect(breakingChanges(today, now)).toEqual([expected]);
});
