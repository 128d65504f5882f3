import { expect, it, test } from 'vitest';
import { appRouter } from '../router.ts';
import { type JsonSchema, propertyOf, variantsOf } from './json-schema.ts';
import { createOpenApiDocument } from './openapi.ts';
import { operationsOf } from './operations.ts';

interface Document {
  info: { description: string };
  components: { parameters: Record<string, { name: string; in: string; required: boolean }> };
  paths: Record<
    string,
    Record<
      string,
      {
        parameters: { name?: string; $ref?: string; allowEmptyValue?: boolean }[];
        requestBody?: { content: { 'application/json': { schema: JsonSchema } } };
      }
    >
  >;
}
const document = createOpenApiDocument(appRouter, 'https://gatherwell.test') as Document;
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
    const operation = document.paths[path]?.[method.toLowerCase()];
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
    document.paths['/users/{id}/involvement']?.['put']?.requestBody?.content['application/json'].schema;
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
