import { expect, test } from 'vitest';
import { appRouter } from '../router.ts';
import { createOpenApiDocument } from './openapi.ts';
import { operationsOf } from './operations.ts';

interface Document {
  components: { parameters: Record<string, { name: string; in: string; required: boolean }> };
  paths: Record<string, Record<string, { parameters: { name?: string; $ref?: string }[] }>>;
}
const document = createOpenApiDocument(appRouter, 'https://gatherwell.test') as Document;
const reference = '#/components/parameters/IdempotencyKey';

test('every write of somebody who is signed in can be named, and nothing else', () => {
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
    ({ procedure, meta }) => procedure._def.type === 'mutation' && meta.caller !== 'public',
  );
  expect(canBeNamed).toEqual(writes);
  expect(writes.map(({ name }) => name)).toContain('posts.like');
  expect(canBeNamed.map(({ name }) => name)).not.toContain('accounts.signIn');
});
