import type { z } from 'zod';
import type { JsonSchema } from './json-schema.ts';
import { nameOfSchema, pascal } from './schema-names.ts';

/** What a schema is called carries this keyword, until the document is complete. */
const nameKey = 'x-name';

/** Notes the name of a schema in its JSON Schema, for `nameSchemas`. */
export function noteName({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType;
  jsonSchema: object;
}): void {
  const name = nameOfSchema(zodSchema);
  if (name !== undefined) Object.assign(jsonSchema, { [nameKey]: name });
}

/** Who writes a value: what is taken and what is returned of one name may differ. */
type Direction = 'request' | 'response';

interface Content {
  [type: string]: { schema?: JsonSchema };
}
interface DescribedOperation {
  operationId: string;
  parameters?: { name?: string; schema?: JsonSchema; content?: Content }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}
interface Document {
  components: { schemas: Record<string, JsonSchema> };
  paths: Record<string, Record<string, DescribedOperation>>;
  webhooks: Record<string, { post: DescribedOperation }>;
}

/**
 * Moves the schemas of objects to `components.schemas`, in place, where each has a name: that of the schema it was made
 * of, or one of the operation or the object that it is part of. Generators call their classes by these names, and make
 * up worse ones where there are none. What is returned may get more fields: it is open to them.
 */
export function nameSchemas(document: Document): void {
  const components = new Components(document.components.schemas);
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  // A name is that of what is returned; what is taken under the same name, if it differs, has another.
  for (const { operationId, responses } of operations)
    for (const { content } of Object.values(responses))
      components.replaceIn(content, `${pascal(operationId)}Response`, 'response', operationId);
  for (const { operationId, requestBody, parameters = [] } of operations) {
    components.replaceIn(requestBody?.content, `${pascal(operationId)}Request`, 'request', operationId);
    for (const parameter of parameters) {
      const hint = `${pascal(operationId)}${pascal(parameter.name ?? '')}`;
      components.replaceIn(parameter.content, hint, 'request', operationId);
      if (parameter.schema)
        parameter.schema = components.nest(parameter.schema, { hint, direction: 'request', operationId });
    }
  }
  // What a receiver gets is to it what a response is to a caller.
  for (const { post } of Object.values(document.webhooks)) {
    const hint = `${post.operationId.replace(/^receive/, '')}Event`;
    components.replaceIn(post.requestBody?.content, hint, 'response', post.operationId);
  }
}

/** Where a schema stands. */
interface Place {
  /** What it is called where it has no name of its own. */
  hint: string;
  direction: Direction;
  operationId: string;
}

class Components {
  readonly #schemas: Record<string, JsonSchema>;
  /** What each name stands for, as a text to compare. */
  readonly #texts = new Map<string, string>();

  constructor(schemas: Record<string, JsonSchema>) {
    this.#schemas = schemas;
    for (const [name, schema] of Object.entries(schemas)) this.#texts.set(name, textOf(schema, 'response'));
  }

  replaceIn(content: Content | undefined, hint: string, direction: Direction, operationId: string): void {
    // An operation's own: whatever it was made of, the route may have changed it.
    for (const media of Object.values(content ?? {}))
      if (media.schema) media.schema = this.nest(withoutName(media.schema), { hint, direction, operationId });
  }

  /** Returns a reference to a schema, or the schema with references to its parts where it is no object itself. */
  nest(schema: JsonSchema, place: Place): JsonSchema {
    if (schema['$ref'] !== undefined) return schema;
    if (!isWorthAName(schema)) return this.#nestParts(withoutName(schema), place);
    const name = this.#nameOf(schema, place);
    const { description, ...rest } = withoutName(schema);
    if (!Object.hasOwn(this.#schemas, name)) {
      // Taken now: parts may be of the same name.
      this.#schemas[name] = {};
      this.#schemas[name] = {
        ...(description !== undefined && { description }),
        ...this.#nestParts(rest, { ...place, hint: name }),
      };
    }
    const isSame = description === undefined || description === this.#schemas[name]?.description;
    return { $ref: `#/components/schemas/${name}`, ...(!isSame && { description }) };
  }

  #nestParts(schema: JsonSchema, place: Place): JsonSchema {
    const { hint, direction } = place;
    const part = (one: JsonSchema, name: string) => this.nest(one, { ...place, hint: name });
    const nested: JsonSchema = { ...schema };
    // The format says it, and generators make types of their own of that.
    if (schema['format'] !== undefined) delete nested['pattern'];
    const {
      properties,
      items,
      additionalProperties: others,
      allOf,
    } = schema as JsonSchema & {
      items?: JsonSchema;
      additionalProperties?: JsonSchema | boolean;
      allOf?: JsonSchema[];
    };
    if (properties)
      nested.properties = Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [
          name,
          part(one, hint + pascal(name.replace(/^_/, ''))),
        ]),
      );
    if (items) nested['items'] = part(items, singular(hint));
    if (others === false && direction === 'response') delete nested['additionalProperties'];
    if (typeof others === 'object') nested['additionalProperties'] = part(others, `${hint}Value`);
    if (allOf) nested['allOf'] = allOf.map((one, index) => part(one, `${hint}Part${index + 1}`));
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const variants = schema[keyword];
      if (!variants) continue;
      const isOne = variants.filter(isStructure).length === 1;
      nested[keyword] = variants.map((one, index) =>
        part(one, isOne ? hint : hint + variantName(one, index)),
      );
      const discriminator = discriminatorOf(variants, nested[keyword]);
      if (discriminator) nested['discriminator'] = discriminator;
    }
    return nested;
  }

  /** The name of a schema: its own, or that of its place, where it does not stand for anything else. */
  #nameOf(schema: JsonSchema, { hint, direction, operationId }: Place): string {
    const own = (schema[nameKey] as string | undefined) ?? hint;
    const text = textOf(schema, direction);
    const names = [own, ...(direction === 'request' ? [`${own}Input`] : []), pascal(operationId) + own, hint];
    for (const name of names) {
      const known = this.#texts.get(name);
      if (known !== undefined && known !== text) continue;
      this.#texts.set(name, text);
      return name;
    }
    throw new Error(`Two schemas of ${operationId} would have the name ${own}.`);
  }
}

/** What a schema accepts, without its name and its description. */
function textOf(schema: JsonSchema, direction: Direction): string {
  const { description: _, ...rest } = schema;
  return JSON.stringify(rest, (key, value: unknown) => {
    if (key === nameKey) return undefined;
    return key === 'additionalProperties' && value === false && direction === 'response' ? undefined : value;
  });
}

function withoutName({ [nameKey]: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

const isObject = (schema: JsonSchema): boolean =>
  schema.properties !== undefined && Object.keys(schema.properties).length > 0;

/** Whether it is an object, or one of several objects. */
const isStructure = (schema: JsonSchema): boolean =>
  isObject(schema) ||
  [schema.anyOf, schema.oneOf].some((variants = []) => variants.filter(isStructure).length > 1);

/** Whether a class would be made of it: a structure, or some values that have a name. */
const isWorthAName = (schema: JsonSchema): boolean =>
  isStructure(schema) ||
  (Array.isArray(schema['enum']) && schema['enum'].length > 1 && schema[nameKey] !== undefined);

/** What distinguishes a variant: its constant, or its number. */
function variantName({ properties = {} }: JsonSchema, index: number): string {
  const constants = Object.values(properties).flatMap((field) =>
    'const' in field ? [String(field['const'])] : [],
  );
  const [constant] = constants;
  return constant === undefined
    ? String(index + 1)
    : pascal(constant.replaceAll(/[^A-Za-z\d]+/g, '.').replaceAll(/^\.|\.$/g, ''));
}

/** By which field a value's variant is known, where all of them have another constant there. */
function discriminatorOf(
  variants: readonly JsonSchema[],
  references: readonly JsonSchema[] = [],
): object | undefined {
  const [first] = variants;
  for (const name of Object.keys(first?.properties ?? {})) {
    const values = variants.map(({ properties }) => properties?.[name]?.['const']);
    if (!values.every((value) => typeof value === 'string') || new Set(values).size < variants.length)
      continue;
    const mapping = Object.fromEntries(values.map((value, index) => [value, references[index]?.['$ref']]));
    return { propertyName: name, mapping };
  }
  return undefined;
}

/** `PostSkills` as `PostSkill`. */
function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh)es$/.test(name)) return name.replace(/es$/, '');
  return /[^s]s$/.test(name) ? name.slice(0, -1) : `${name}Item`;
}

/** Returns a document in which schemas stand where they are referred to. */
export function inlineSchemas<T extends object>(document: T): T {
  const { schemas = {} } = (document as { components: { schemas?: Record<string, object> } }).components;
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...others } = value as { $ref?: unknown };
    const [, name] = typeof $ref === 'string' ? (/^#\/components\/schemas\/(.+)$/.exec($ref) ?? []) : [];
    if (name === undefined)
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inline(part)]));
    return { ...(inline(schemas[name]) as object), ...others };
  };
  return inline(document) as T;
}
