import type { DocumentedRequest } from './documented.ts';
import { type JsonSchema, propertyOf, variantsOf } from './json-schema.ts';

/**
 * Returns a body's schema with what the route accepts beyond the procedure's input: fields that are ignored, which
 * carry `readOnly` and `x-ignored`; ids of who acts, which carry `x-actor`; and references as a read returns them.
 */
export function describeDocumented(body: JsonSchema, documented: DocumentedRequest): JsonSchema {
  const { ignores = [], actors = [], references = [], ofOthers = {} } = documented;
  const schema = structuredClone(body);
  for (const path of ignores)
    change(schema, path, () => ({
      description: 'Accepted as a read returns it, and ignored.',
      readOnly: true,
      'x-ignored': true,
    }));
  for (const path of actors)
    change(schema, path, (present = { type: 'string', format: 'uuid' }) => ({
      ...present,
      description: 'Your own id: another one is a 403.',
      'x-actor': true,
    }));
  for (const path of references)
    change(schema, path, (present = {}) => ({
      anyOf: [present, { type: 'object', required: ['_id'], properties: { _id: present } }],
    }));
  for (const [userType, paths] of Object.entries(ofOthers))
    for (const path of paths)
      change(schema, path, (present = {}) => ({
        ...present,
        'x-ignored-from': [...((present['x-ignored-from'] as string[] | undefined) ?? []), userType],
      }));
  return schema;
}

/** Replaces the schema of the field at a path, in each variant of the objects on the way to it. */
function change(
  schema: JsonSchema | undefined,
  path: string,
  replace: (present: JsonSchema | undefined) => JsonSchema,
): void {
  if (!schema) return;
  const [, step = path, rest] = /^([^.]+)\.(.+)$/.exec(path) ?? [];
  const name = step.replace('[]', '');
  for (const object of [schema, ...variantsOf(schema)]) {
    const { properties } = object;
    if (!properties) continue;
    const present = propertyOf(object, name);
    const list = present as { items?: JsonSchema } | undefined;
    if (rest !== undefined) change(step.endsWith('[]') ? list?.items : present, rest, replace);
    else if (!step.endsWith('[]')) properties[name] = replace(present);
    else if (list) list.items = replace(list.items);
  }
}
