import { type JsonSchema, propertyOf, variantsOf } from './json-schema.ts';

/**
 * The documented bodies name the fields of a person after the part that the person plays (`followerId`,
 * `followerName`), where the typed outputs hold the person (`follower: { _id, name }`). A route lists the paths of such
 * people, and only here are they renamed: `items[].follower`.
 */

type Fields = Record<string, unknown>;

/** Returns the documented name of a person's field. Their relation to the viewer keeps its name. */
function documentedName(part: string, field: string): string {
  if (field === '_id') return `${part}Id`;
  // A user's `userType` begins with its part already.
  if (field === 'relation' || field.startsWith(part)) return field;
  return `${part}${field.charAt(0).toUpperCase()}${field.slice(1)}`;
}

/** Returns an output as the documented body: the people at these paths spread into what holds them. */
export const presentPeople = (output: unknown, paths: readonly string[] = []): unknown =>
  paths.reduce((value, path) => presentAt(value, stepsOf(path)), output);

function presentAt(value: unknown, [step = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) return step === '[]' ? value.map((item) => presentAt(item, rest)) : value;
  if (!isFields(value) || !Object.hasOwn(value, step)) return value;
  return rest.length === 0 ? spread(value, step) : { ...value, [step]: presentAt(value[step], rest) };
}

/** Replaces the field of a part by the fields of the person, in its place; fields that the parent has stay the parent's. */
function spread(parent: Fields, part: string): Fields {
  const spreadFields: Fields = {};
  for (const [name, value] of Object.entries(parent)) {
    if (name !== part || !isFields(value)) spreadFields[name] = value;
    else for (const [field, of] of Object.entries(value)) spreadFields[documentedName(part, field)] ??= of;
  }
  return spreadFields;
}

/** Returns the schema of the documented body, from that of the output. */
export function describePeople(output: JsonSchema, paths: readonly string[] = []): JsonSchema {
  const schema = structuredClone(output);
  for (const path of paths) describeAt(schema, stepsOf(path));
  return schema;
}

function describeAt(schema: JsonSchema, [step = '', ...rest]: readonly string[]): void {
  const { items } = schema as { items?: JsonSchema };
  if (step === '[]') {
    if (items) describeAt(items, rest);
    return;
  }
  for (const object of [schema, ...variantsOf(schema)]) {
    const property = propertyOf(object, step);
    if (!property) continue;
    if (rest.length > 0) describeAt(property, rest);
    else {
      const person = property.properties ?? {};
      const names = namesOf(object.required ?? [], step, property.required ?? []);
      object.properties = spread({ ...object.properties, [step]: person }, step) as Record<
        string,
        JsonSchema
      >;
      object.required = names;
    }
  }
}

/** Returns the documented names of an entity's fields. */
export const documentedNames = (
  names: readonly string[],
  people: Readonly<Record<string, readonly string[]>>,
): string[] =>
  Object.entries(people).reduce<string[]>((all, [part, fields]) => namesOf(all, part, fields), [...names]);

const namesOf = (names: readonly string[], part: string, fields: readonly string[]): string[] => [
  ...new Set(
    names.flatMap((name) => (name === part ? fields.map((field) => documentedName(part, field)) : [name])),
  ),
];

/** `items[].follower` as `['items', '[]', 'follower']`. */
const stepsOf = (path: string): string[] => path.replaceAll('[]', '.[]').split('.');

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
