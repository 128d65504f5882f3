/** JSON Schema, as far as the REST layer looks into it. */
export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  description?: string;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  [keyword: string]: unknown;
}

/** Whether a schema accepts a value of a JSON type. */
export function accepts(schema: JsonSchema | undefined, type: string): boolean {
  if (!schema) return false;
  const { const: only, enum: some, anyOf, oneOf, allOf } = schema;
  const variants = [...(anyOf ?? []), ...(oneOf ?? [])];
  if (variants.length > 0) return variants.some((variant) => accepts(variant, type));
  if (Array.isArray(allOf)) return allOf.every((part: JsonSchema) => accepts(part, type));
  if (schema.type === undefined && only === undefined && some === undefined) return true;
  if (type === 'null' && (only === null || (Array.isArray(some) && some.includes(null)))) return true;
  const types = [schema.type].flat();
  return types.includes(type) || (type === 'number' && types.includes('integer'));
}

/** The schema of a field, where there is one of that name. */
export const propertyOf = ({ properties = {} }: JsonSchema, name: string): JsonSchema | undefined =>
  Object.hasOwn(properties, name) ? properties[name] : undefined;

/** The variants of a union of objects. */
export const variantsOf = ({ oneOf = [], anyOf = [] }: JsonSchema): JsonSchema[] =>
  [...oneOf, ...anyOf].flatMap((variant) => (variant.properties ? [variant] : variantsOf(variant)));
