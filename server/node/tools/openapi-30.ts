import type { JsonSchema } from '../../rest/json-schema.ts';

type Json = Record<string, unknown>;
type Schemas = Readonly<Record<string, JsonSchema>>;

/** What holds values and no schemas. */
const values = new Set(['default', 'enum', 'example', 'examples', 'x-reasons', 'x-rate-limits']);

/**
 * Returns an OpenAPI 3.1 document as OpenAPI 3.0, for generators that read nothing newer. What 3.0 cannot say, or such
 * generators make code of that does not run, gets wider: constants and enumerations become texts whose descriptions name
 * them, variants of an object become one with the fields of all, null becomes `nullable`. Webhooks are left out.
 */
export function toOpenApi30({ webhooks: _, ...document }: Json): Json {
  const { schemas = {} } = document['components'] as { schemas?: Schemas };
  return { ...(convert(document, schemas) as Json), openapi: '3.0.3' };
}

function convert(value: unknown, schemas: Schemas): unknown {
  if (Array.isArray(value)) return value.map((part) => convert(part, schemas));
  if (!isObject(value)) return value;
  const merged = mergeVariants(value, schemas);
  const converted = Object.fromEntries(
    Object.entries(merged).map(([key, part]) => [key, values.has(key) ? part : convert(part, schemas)]),
  );
  return convertSchema(converted);
}

/** A schema, of which the parts are converted. What is no schema has none of these keywords. */
function convertSchema(schema: Json): Json {
  if (typeof schema['$ref'] === 'string') return convertReference(schema);
  if (Array.isArray(schema['required']) && schema['required'].length === 0) {
    const { required: _, ...others } = schema;
    return convertSchema(others);
  }
  if (isConstant(schema) || Array.isArray(schema['enum'])) return convertValues(schema);
  if (Array.isArray(schema['examples'])) {
    const { examples, ...others } = schema;
    return convertSchema({ ...others, example: (examples as unknown[])[0] });
  }
  // Nothing but null: an object of which nothing is known.
  if (schema['type'] === 'null') return { ...schema, type: 'object', nullable: true };
  if (Array.isArray(schema['type'])) return convertTypes(schema, schema['type'] as string[]);
  for (const keyword of ['anyOf', 'oneOf'])
    if (Array.isArray(schema[keyword])) return convertVariants(schema, keyword, schema[keyword] as Json[]);
  return schema;
}

/** Any value of the type: clients that know all values would break when there is one more, as the policy allows. */
function convertValues({ const: only, enum: some = [only], description, ...others }: Json): Json {
  const known = some as unknown[];
  const names = known.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  const told = `${known.length > 1 ? 'One of' : 'Always'} ${names}.`;
  const text = description === undefined ? told : `${String(description)} ${told}`;
  return convertSchema({ type: typeof known[0], ...others, description: text });
}

/** A reference stands alone in 3.0. */
function convertReference({ $ref, ...others }: Json): Json {
  return Object.keys(others).length === 0 ? { $ref } : { ...others, allOf: [{ $ref }] };
}

function convertTypes(schema: Json, types: string[]): Json {
  const [type, ...more] = types.filter((one) => one !== 'null');
  const nullable = types.includes('null') && { nullable: true };
  if (more.length === 0) return { ...schema, type, ...nullable };
  const { type: _, ...others } = schema;
  return { ...others, ...nullable };
}

function convertVariants(schema: Json, keyword: string, variants: Json[]): Json {
  const { [keyword]: _, ...others } = schema;
  const rest = variants.filter((variant) => !isNull(variant));
  const isNullable = rest.length < variants.length || rest.some((one) => one['nullable']);
  const nullable = isNullable && { nullable: true };
  const [only] = rest;
  if (only && rest.length === 1)
    return '$ref' in only ? { allOf: [only], ...others, ...nullable } : { ...only, ...others, ...nullable };
  // One text or another is a text; what is a text or an object may be anything.
  const isText = rest.every(({ type }) => type === 'string');
  return { ...(isText && { type: 'string' }), ...others, ...nullable };
}

/** One object with the fields of all variants, of which those are required that all require. */
function mergeVariants(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const { anyOf, oneOf, discriminator: _, ...others } = schema;
  const objects = objectsOf(schema, schemas);
  if (!(anyOf ?? oneOf) || objects === undefined || objects.length < 2) return schema;
  const names = [...new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)))];
  const properties = names.map((name) => {
    const those = objects.flatMap(({ properties: own = {} }): JsonSchema[] => (own[name] ? [own[name]] : []));
    return [name, mergeField(those)] as const;
  });
  const required = names.filter((name) => objects.every((object) => object.required?.includes(name)));
  return { ...others, type: 'object', properties: Object.fromEntries(properties), required };
}

/** The objects that a value may be; undefined where it may be something else. */
function objectsOf(schema: JsonSchema, schemas: Schemas): JsonSchema[] | undefined {
  const { $ref } = schema;
  if (typeof $ref === 'string') {
    const named = schemas[$ref.slice($ref.lastIndexOf('/') + 1)];
    return named && objectsOf(named, schemas);
  }
  const variants = schema.anyOf ?? schema.oneOf;
  if (!variants) return schema.properties && [schema];
  const each = variants.map((variant) => objectsOf(variant, schemas));
  return each.every((one) => one !== undefined) ? each.flat() : undefined;
}

/** What a field is in any of the variants. */
function mergeField(fields: JsonSchema[]): JsonSchema {
  const [first = {}] = fields;
  if (fields.every((field) => JSON.stringify(field) === JSON.stringify(first))) return first;
  const known = fields.map((field) => ('const' in field ? [field['const']] : field['enum'])) as unknown[][];
  if (first.type === 'string' && fields.every(({ type }) => type === 'string'))
    return { type: 'string', ...(known.every(Array.isArray) && { enum: [...new Set(known.flat())] }) };
  const types = new Set(fields.map(({ type, $ref }) => JSON.stringify([type, $ref])));
  return types.size === 1 ? first : {};
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const isConstant = (schema: Json): boolean =>
  ['string', 'number', 'boolean'].includes(typeof schema['const']) && !isObject(schema['properties']);

/** What `null` has become. */
const isNull = ({ type, nullable, properties }: Json): boolean =>
  type === 'object' && nullable === true && properties === undefined;
