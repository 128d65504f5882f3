import { globSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it, test } from 'vitest';
import { type WebhookEvent, webhookEvents } from '#db/tables/webhooks.ts';
import { root } from '../node/tools/tools.ts';
import { appRouter } from '../router.ts';
import { webhookPayloads } from '../webhooks/payloads.schema.ts';
import { type JsonSchema, propertyOf, variantsOf } from './json-schema.ts';
import { createOpenApiDocument } from './openapi.ts';
import { operationsOf } from './operations.ts';
import { inlineSchemas } from './schema-components.ts';
import { schemaModules } from './schema-modules.ts';

interface Document {
  info: { description: string };
  components: {
    parameters: Record<string, { name: string; in: string; required: boolean }>;
    responses: Record<string, object>;
    schemas: Record<string, JsonSchema>;
  };
  webhooks: Record<
    WebhookEvent,
    {
      post: {
        operationId: string;
        requestBody: {
          content: { 'application/json': { example: { type: string; timestamp: string; data: object } } };
        };
      };
    }
  >;
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        responses: Record<string, { $ref: string }>;
        'x-rate-limits'?: object[];
        parameters: { name?: string; $ref?: string; allowEmptyValue?: boolean }[];
        requestBody?: { content: { 'application/json': { schema: JsonSchema } } };
      }
    >
  >;
}
const document = createOpenApiDocument(appRouter, { publicUrl: 'https://gatherwell.test' }) as Document;
/** The same, with the schemas in their places. */
const inline = inlineSchemas(document);
const reference = '#/components/parameters/IdempotencyKey';

test('every write that is done once can be named, visitors’ too, and nothing else', () => {
  expect(document.components.parameters['IdempotencyKey']).toMatchObject({
    name: 'idempotency-key',
    in: 'header',
    required: false,
  });
  const operations = operationsOf(appRouter);
  const canBeNamed = operations.filter(({ path, method }) =>
    document.paths[path]?.[method.toLowerCase()]?.parameters.some(({ $ref }) => $ref === reference),
  );
  const writes = operations.filter(
    ({ procedure, meta }) => procedure._def.type === 'mutation' && meta.once !== false,
  );
  expect(canBeNamed).toEqual(writes);
  for (const name of ['posts.like', 'feedback.send'])
    expect(canBeNamed.map((operation) => operation.name)).toContain(name);
  expect(canBeNamed.map(({ name }) => name)).not.toContain('accounts.signIn');
});

/** The schemas of a field of a body, by its path: one for each variant that has it. */
function schemasAt(schema: JsonSchema | undefined, [step, ...rest]: string[]): (JsonSchema | undefined)[] {
  if (step === undefined || !schema) return [schema];
  return [schema, ...variantsOf(schema)]
    .map((object) => propertyOf(object, step.replace('[]', '')))
    .filter((found) => found !== undefined)
    .flatMap((found) => schemasAt(step.endsWith('[]') ? (found['items'] as JsonSchema) : found, rest));
}

it('marks each field that a route ignores, and each that must be the viewer’s own id', () => {
  let marked = 0;
  for (const { path, method, documented, name } of operationsOf(appRouter)) {
    const operation = inline.paths[path]?.[method.toLowerCase()];
    const schema = operation?.requestBody?.content['application/json'].schema;
    for (const [paths, mark] of [
      [documented.ignores ?? [], { readOnly: true, 'x-ignored': true }],
      [documented.actors ?? [], { 'x-actor': true }],
    ] as const)
      for (const field of paths) {
        const found = schemasAt(schema, field.split('.'));
        expect(found.length, `${name} ${field}`).toBeGreaterThan(0);
        for (const one of found) expect(one, `${name} ${field}`).toMatchObject(mark);
        marked += found.length;
      }
  }
  expect(marked).toBeGreaterThan(100);
});

it('shows references as ids and as a read returns them, and flags that may stand bare', () => {
  const body =
    inline.paths['/users/{id}/involvement']?.['put']?.requestBody?.content['application/json'].schema;
  expect(schemasAt(body, ['impactAreas[]'])).toMatchObject([
    { anyOf: [{ type: 'string' }, { type: 'object', required: ['_id'] }] },
  ]);
  const flags = document.paths['/follows/followers/{id}']?.['get']?.parameters;
  expect(flags).toContainEqual(expect.objectContaining({ name: 'onlyFriends', allowEmptyValue: true }));
});

it('has a table from the documented names of the live connection to the events that carry them', () => {
  const rows = document.info.description.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows.map((row) => row.split(' | ').slice(0, 2).join(' '))).toEqual([
    '| `connect_user` –',
    '| `Notification_{id}` `NewNotification` `notification-upserted`',
    '| `Notification_{id}` `Count` `notification-count`',
    '| `Connectivity_{userId}` `connected`, `disconnected` `connectivities`',
    '| `Message_{id}` `NewMessage` `message-added`',
    '| `Message_{id}` `Count` `message-count`',
  ]);
});

it('is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const result = await validator.validate({ ...structuredClone(document) });
  expect(result.errors ?? []).toEqual([]);
  expect(validator.version).toBe('3.1');
});

it('names operations after what they do, each once', () => {
  const ids = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z]+([A-Z][a-z]+)*$/);
});

/** Every schema in a part of the document that is written out as an object, with where it stands. */
function objectsIn(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'properties' in value && Object.keys(Object(value.properties)).length > 0 ? [at] : [];
  const parts = Object.entries(value).filter(([key]) => key !== 'example');
  return [...own, ...parts.flatMap(([key, part]) => objectsIn(part, `${at}/${key}`))];
}

it('has a name for each object, by which generators call their classes', async () => {
  const { schemas } = document.components;
  expect(objectsIn(document.paths)).toEqual([]);
  expect(objectsIn(document.webhooks)).toEqual([]);
  expect(objectsIn(schemas).filter((at) => at.split('/').length > 2)).toEqual([]);
  for (const name of Object.keys(schemas)) expect(name).toMatch(/^[A-Z][A-Za-z]+$/);
  expect(JSON.stringify(document)).not.toContain('x-name');

  const body = document.paths['/posts/']?.['post']?.requestBody?.content['application/json'].schema;
  expect(body).toEqual({ $ref: '#/components/schemas/CreatePostRequest' });
  expect(schemas['CreatePostRequest']?.['discriminator']).toMatchObject({
    propertyName: 'postType',
    mapping: { 'in-kind': '#/components/schemas/CreatePostRequestInKind' },
  });
  expect(schemas['ListFeedResponse']?.properties?.['data']).toEqual({
    $ref: '#/components/schemas/PostPage',
  });
  expect(schemas['PostView']?.properties?.['images']).toMatchObject({
    items: { $ref: '#/components/schemas/PostImage' },
  });
});

it('lets a token be sent to public operations, so that generated clients do', () => {
  const { paths } = document as unknown as { paths: Record<string, Record<string, { security: object[] }>> };
  expect(paths['/auth']?.['get']?.security).toEqual([{}, { token: [] }]);
  expect(paths['/posts/feed']?.['get']?.security).toEqual([{ token: [] }]);
});

it('is open to more fields where something is returned, and not where it is taken', () => {
  const ofFeed = JSON.stringify(inline.paths['/posts/feed']?.['get']?.responses['200']);
  expect(ofFeed).not.toContain('"additionalProperties":false');
  const signIn = inline.paths['/auth/sign-in']?.['post']?.requestBody?.content['application/json'].schema;
  expect(signIn).toMatchObject({ additionalProperties: false });
});

it('has names of the schemas of every module', async () => {
  const files = globSync('server/*/*.schema.ts', { cwd: root }).toSorted();
  const modules = await Promise.all(files.map((file) => import(join(root, file)) as Promise<object>));
  expect(Object.values(schemaModules)).toEqual(modules);
});

it('says of each operation for which reasons it refuses, and how often it may be called', () => {
  const { components } = document;
  const create = document.paths['/webhooks']?.['post'];
  const of = (status: number) =>
    components.responses[create?.responses[status]?.$ref.replace('#/components/responses/', '') ?? ''];
  expect(of(409)).toMatchObject({
    'x-reasons': expect.arrayContaining(['too-many-webhooks', 'key-reused', 'told-once']),
    description: expect.stringContaining('- `too-many-webhooks`: There are as many'),
  });
  expect(of(503)).toHaveProperty('headers.Retry-After');
  expect(create?.['x-rate-limits']).toEqual([
    { name: 'webhooks', points: 60, seconds: 3600, text: '60 changes an hour, for an organization.' },
  ]);
  expect(components.responses['Refused']).toHaveProperty('headers.Retry-After');
});

it('states the limits of every call, one of them as the operator has set it', () => {
  const limits = (tokenRequestsPerMinute?: number) => {
    const { info } = createOpenApiDocument(appRouter, {
      publicUrl: 'https://gatherwell.test',
      tokenRequestsPerMinute,
    }) as { info: { 'x-rate-limits': { name: string; points: number; text: string }[] } };
    return info['x-rate-limits'].map(({ name, text }) => `${name}: ${text}`);
  };
  expect(limits()).toEqual([
    'request: 1,200 calls a minute, for a user, or a network address where nobody is signed in.',
    'access-token: 600 calls a minute, with one access token: these do not count for the limit above.',
    'access-tokens-of-user: 2,400 calls a minute, with all access tokens of a user together.',
  ]);
  expect(limits(50).slice(1)).toEqual([
    expect.stringContaining('50 calls a minute'),
    expect.stringContaining('200 calls a minute'),
  ]);
});

it('describes what webhooks receive, with an example of each', () => {
  expect(Object.keys(document.webhooks).toSorted()).toEqual([...webhookEvents].toSorted());
  for (const event of webhookEvents) {
    const { operationId, requestBody } = document.webhooks[event].post;
    expect(operationId).toMatch(/^receive[A-Z]/);
    const { type, timestamp, data } = requestBody.content['application/json'].example;
    expect(type).toBe(event);
    expect(new Date(timestamp).toISOString()).toBe(timestamp);
    expect(webhookPayloads[event].data.strict().safeParse(data).success).toBe(true);
  }
});
