import { z } from 'zod';
import { describeNeeded, neededBy } from '../../access-tokens/scopes.ts';
import type { JsonSchema } from '../../rest/json-schema.ts';
import { proceduresOf } from '../../rest/operations.ts';
import { type NamedSchemas, pascal } from '../../rest/schema-names.ts';
import type { appRouter } from '../../router.ts';
import type { Meta } from '../../trpc.ts';

/** What is sent to the server, or what comes from it. */
type Direction = 'input' | 'output';

/**
 * Returns the declarations of a router's procedures: an interface by feature, with what each procedure says of itself,
 * and the types of what it takes and returns. They name nothing that they do not declare, but for how procedures are
 * called.
 */
export function declareApi(router: typeof appRouter, named: NamedSchemas): string {
  const types = createTypes(named);
  const features: Tree = {};
  for (const [path, procedure] of Object.entries(proceduresOf(router))) {
    const { type, inputs, output, meta } = procedure._def as {
      type: 'query' | 'mutation' | 'subscription';
      inputs: unknown[];
      output?: unknown;
      meta: Meta;
    };
    const input = inputs.map((schema) => types.declare(schema, 'input', `${pascal(path)}Input`));
    const sent = type === 'subscription' ? meta.yields : output;
    const args = [
      input.length === 0 ? 'void' : input.join(' & '),
      types.declare(sent, 'output', `${pascal(path)}Output`),
    ];
    const call = { query: isPaged(inputs, sent) ? 'PagedQuery' : 'Query', mutation: 'Mutation' };
    const kind = type === 'subscription' ? 'Subscription' : call[type];
    plant(features, path.split('.'), `${describe(type, meta)}readonly %: ${kind}<${args.join(', ')}>;`);
  }
  return types.finish(
    [
      "import type { Mutation, PagedQuery, Query, Subscription } from './procedures.js';",
      `/** Every procedure, by feature. */\nexport interface Api ${writeTree(features, '')}`,
    ].join('\n\n'),
  );
}

/** Returns the declarations of the types that schemas become, under their names. */
export function declareTypes(
  schemas: readonly (readonly [name: string, schema: z.ZodType, io: Direction])[],
  named: NamedSchemas,
): string {
  const types = createTypes(named);
  for (const [name, schema, io] of schemas) types.declare(schema, io, name);
  return `${types.finish('').trim()}\n`;
}

interface Tree {
  [name: string]: Tree | string;
}

/** Puts the declaration of a procedure where its path leads. */
function plant(tree: Tree, [name = '', ...others]: string[], declaration: string): void {
  if (others.length === 0) tree[name] = declaration.replace('%', name);
  else plant((tree[name] ??= {}) as Tree, others, declaration);
}

function writeTree(tree: Tree, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(tree).map(([name, part]) =>
    typeof part === 'string' ? shift(part, inner) : `${inner}readonly ${name}: ${writeTree(part, inner)};`,
  );
  return `{\n${lines.join('\n')}\n${indent}}`;
}

/** What stands above a procedure. */
function describe(type: 'query' | 'mutation' | 'subscription', meta: Meta): string {
  return comment(
    [
      meta.summary && `${meta.summary}.`,
      meta.description,
      `${whoMayCall[meta.caller ?? 'public']} ${describeNeeded(neededBy(type, meta))}`,
      meta.secret?.output &&
        'The response holds a secret: sent again after a lost response, this is rejected with `told-once`.',
      meta.deprecated && `@deprecated Gone from ${meta.deprecated.sunset} on.`,
    ]
      .filter(Boolean)
      .join('\n\n'),
  );
}

const whoMayCall = {
  public: 'Anyone may call this.',
  'signed-in': 'For signed-in users.',
  individual: 'For individuals.',
  organization: 'For organizations.',
  admin: 'For administrators.',
};

/** Whether a list can be read on, page by page. */
function isPaged(inputs: unknown[], output: unknown): boolean {
  const taken = inputs.some((input) => Object.hasOwn(propertiesOf(input, 'input'), 'cursor'));
  const { items, cursor, pages } = propertiesOf(output, 'output');
  return taken && items !== undefined && (cursor ?? pages) !== undefined;
}

const propertiesOf = (schema: unknown, io: Direction) =>
  schema instanceof z.ZodType ? (toJsonSchema(schema, io, new Map()).properties ?? {}) : {};

/** The name of what a named schema takes, until it is known whether it returns the same. */
const marked = (name: string) => `${name}$Taken`;
/** The name of a named schema's type, as far as it is known. */
const nameOf = (name: string, io: Direction) => (io === 'input' ? marked(name) : name);
const marks = /\b(\w+)\$Taken\b/g;

/** Collects the types that schemas become. A named schema becomes a type of that name. */
function createTypes(named: NamedSchemas) {
  const definitions = new Map<string, { text: string; comment: string }>();
  const add = (name: string, schema: JsonSchema, io: Direction) => {
    const { description, ...rest } = schema;
    const text = write(rest, io);
    if ((definitions.get(name)?.text ?? text) !== text)
      throw new Error(`Two types would have the name ${name}.`);
    definitions.set(name, { text, comment: comment(description ?? '') });
  };

  return {
    /** Declares the type of a schema, under a name of its own where it has none. Returns how to write it. */
    declare(schema: unknown, io: Direction, name: string): string {
      if (!(schema instanceof z.ZodType)) throw new Error(`${name} has no schema.`);
      const { $defs = {}, ...root } = toJsonSchema(schema, io, named);
      for (const [id, part] of Object.entries($defs as Record<string, JsonSchema>))
        add(nameOf(id, io), part, io);
      const text = write(root, io);
      if (!text.includes('{') || root.$ref !== undefined) return text;
      add(name, root, io);
      return name;
    },

    /**
     * Returns the declarations, and what was written of them, with their final names: where a schema takes something
     * else than it returns, what it takes has a name of its own.
     */
    finish(written: string): string {
      const same = new Set(
        [...definitions.keys()].flatMap((name) => [...name.matchAll(marks)].map(([, id]) => id)),
      );
      const rename = (text: string) =>
        text.replaceAll(marks, (_, id: string) => (same.has(id) ? id : `${id}Input`));
      // All of them, until those are gone that differ, and then those that differ thereby.
      const differs = (id: string | undefined) => {
        const returned = definitions.get(String(id));
        return returned && returned.text !== rename(definitions.get(marked(String(id)))?.text ?? '');
      };
      for (let found: (string | undefined)[]; (found = [...same].filter(differs)).length > 0; )
        for (const id of found) same.delete(id);
      const texts = new Map<string, string>();
      for (const [name, { text, comment }] of definitions) {
        const final = rename(name);
        const declaration = `${comment}export type ${final} = ${rename(text)};`;
        if ((texts.get(final) ?? declaration) !== declaration)
          throw new Error(`Two types would have the name ${final}.`);
        texts.set(final, declaration);
      }
      return [rename(written), ...[...texts.values()].toSorted()].join('\n\n');
    },
  };
}

/** As the API document has schemas, but with the named ones by reference. */
function toJsonSchema(schema: z.ZodType, io: Direction, named: NamedSchemas): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: new Names(named) }) as JsonSchema;
}

/** What schemas say of themselves, and the names of those that have one. */
class Names extends z.core.$ZodRegistry<Record<string, unknown>> {
  readonly #named: NamedSchemas;

  constructor(named: NamedSchemas) {
    super();
    this.#named = named;
  }

  override get(schema: z.core.$ZodType) {
    const { id: _, ...meta } = z.globalRegistry.get(schema) ?? {};
    const name = this.#named.get(schema as z.ZodType);
    return name === undefined ? meta : { ...meta, id: name };
  }
}

/** Writes a schema as a type. */
function write(schema: JsonSchema, io: Direction): string {
  const { $ref, const: only, enum: some, anyOf, oneOf, allOf, type } = schema;
  const inner = (part: JsonSchema) => write(part, io);
  if (typeof $ref === 'string') return nameOf($ref.slice('#/$defs/'.length), io);
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(some)) return union(some.map((value) => JSON.stringify(value)));
  const variants = anyOf ?? oneOf;
  if (variants) return union(variants.map(inner));
  if (Array.isArray(allOf)) return allOf.map((part: JsonSchema) => `(${inner(part)})`).join(' & ');
  if (Array.isArray(type)) return union(type.map((one) => inner({ ...schema, type: one })));
  switch (type) {
    case 'object':
      return writeObject(schema, io, inner);
    case 'array':
      return writeArray(schema, inner);
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return type;
    case undefined:
      return 'unknown';
    default:
      throw new Error(`There is no type for ${JSON.stringify(schema)}.`);
  }
}

const union = (types: string[]) => [...new Set(types)].join(' | ');

function writeObject(schema: JsonSchema, io: Direction, inner: (part: JsonSchema) => string): string {
  const { properties = {}, required = [], propertyNames, additionalProperties } = schema;
  const others = additionalProperties as JsonSchema | boolean | undefined;
  if (Object.keys(properties).length === 0 && typeof others === 'object') {
    const key = propertyNames ? inner(propertyNames as JsonSchema) : 'string';
    return `Record<${key}, ${inner(others)}>`;
  }
  // What may be absent in JSON is never undefined; a caller may write either.
  const lines = Object.entries(properties).map(([name, { description, ...part }]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    const type = inner(part);
    return required.includes(name)
      ? `${comment(description ?? '')}${key}: ${type};`
      : `${comment(description ?? '')}${key}?: ${type}${io === 'output' || type === 'unknown' ? '' : ' | undefined'};`;
  });
  return lines.length === 0
    ? 'Record<string, never>'
    : `{\n${lines.map((line) => shift(line, '  ')).join('\n')}\n}`;
}

function writeArray({ items, prefixItems }: JsonSchema, inner: (part: JsonSchema) => string): string {
  if (Array.isArray(prefixItems)) return `[${prefixItems.map((part: JsonSchema) => inner(part)).join(', ')}]`;
  return items === undefined ? 'unknown[]' : `Array<${inner(items as JsonSchema)}>`;
}

/** A docstring, or nothing. */
function comment(text: string): string {
  if (text === '') return '';
  const lines = text.replaceAll('*/', '*\u200b/').split('\n');
  return lines.length === 1
    ? `/** ${lines[0]} */\n`
    : `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}

const shift = (text: string, indent: string) => text.replaceAll(/^(?=.)/gm, indent);
