import { z } from 'zod';
import { schemaModules } from './schema-modules.ts';

/** Schemas by what the API document and the clients call them. */
export type NamedSchemas = ReadonlyMap<z.ZodType, string>;

/** `posts.byId` as `PostsById`. */
export const pascal = (path: string): string =>
  path
    .split('.')
    .map((name) => name.charAt(0).toUpperCase() + name.slice(1))
    .join('');

/** Whether a schema is worth a name: an object, one of several, or some values. */
const isShape = (schema: unknown): schema is z.ZodType =>
  schema instanceof z.ZodObject ||
  schema instanceof z.ZodUnion ||
  schema instanceof z.ZodIntersection ||
  schema instanceof z.ZodEnum;

/** The schemas that modules export, with their names. Of two with one name, the second has that of its module before it. */
export const namedSchemas: NamedSchemas = nameExports();

function nameExports(): NamedSchemas {
  const named = new Map<z.ZodType, string>();
  const taken = new Set<string>();
  for (const [module, exported] of Object.entries(schemaModules))
    for (const [name, schema] of Object.entries(exported).toSorted(([one], [other]) =>
      one < other ? -1 : 1,
    )) {
      if (!isShape(schema) || named.has(schema)) continue;
      const short = pascal(name);
      const full = taken.has(short) ? pascal(`${module}.${name}`) : short;
      taken.add(full);
      named.set(schema, full);
    }
  return named;
}

/** Returns the name of a schema, or of the one that it adds to. */
export function nameOfSchema(schema: z.core.$ZodType): string | undefined {
  for (let one: z.core.$ZodType | undefined = schema; one; one = one._zod.parent) {
    const name = namedSchemas.get(one as z.ZodType);
    if (name !== undefined) return name;
  }
  return undefined;
}
