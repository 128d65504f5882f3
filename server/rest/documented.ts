import type { UserType } from '#db/tables/columns.ts';
import { accepts, type JsonSchema, propertyOf, variantsOf } from './json-schema.ts';

/**
 * What a REST route takes beyond the procedure's input, because the specification documents it. A field is named by
 * its path: `creatorId`, `images[].createdAt`. Typed clients send none of it: there it stays unknown.
 */
export interface DocumentedRequest {
  /** Fields that are accepted and ignored: the server owns them, or the procedure has no use for them. */
  ignores?: readonly string[];
  /** Ids of who acts: rejected with 403 where they are sent and are not the session's user. */
  actors?: readonly string[];
  /** Fields that only another type of account has, by the type of the session's user: accepted and ignored. */
  ofOthers?: Partial<Record<UserType, readonly string[]>>;
  /** Ids of the input that may also come as a read returns them: as an object with the `_id`. */
  references?: readonly string[];
  /** Fields that a POST or PUT takes from the query; it reads no other there. */
  query?: readonly string[];
}

type Fields = Record<string, unknown>;

/** The actor fields of a request that name another user than the signed-in one. */
export function foreignActors(
  input: Fields,
  { actors = [] }: DocumentedRequest,
  userId: string | undefined,
): string[] {
  return actors.filter((path) => {
    let isForeign = false;
    visit(input, stepsOf(path), (parent, key) => {
      const value = parent[key];
      if (value === undefined || value === null || value === '') return;
      const actor = idOf(value);
      isForeign ||= typeof actor !== 'string' || actor.toLowerCase() !== userId;
    });
    return isForeign;
  });
}

/**
 * Reduces a documented request to what the procedure takes, in place: removes the fields that it ignores and those that
 * only other variants of the input have, turns references into ids, and removes null and empty lists from optional
 * fields that cannot hold them. Everything else is left to the input schema to validate.
 */
export function reduceToInput(
  input: Fields,
  schema: JsonSchema,
  documented: DocumentedRequest,
  userType?: UserType,
): void {
  const { ignores = [], actors = [], references = [], ofOthers } = documented;
  for (const path of [...ignores, ...((userType && ofOthers?.[userType]) ?? [])])
    visit(input, stepsOf(path), remove);
  for (const name of actors)
    if (![schema, ...variantsOf(schema)].some((variant) => hasProperty(variant, name)))
      visit(input, stepsOf(name), remove);
  for (const path of references)
    visit(input, stepsOf(path), (parent, key) => {
      parent[key] = idOf(parent[key]);
    });
  dropAbsent(input, schema);
}

function dropAbsent(value: unknown, schema: JsonSchema): void {
  if (Array.isArray(value)) {
    const { items } = schema as { items?: JsonSchema };
    if (items && accepts(items, 'object')) for (const item of value) dropAbsent(item, items);
    return;
  }
  if (!isFields(value)) return;
  const variants = variantsOf(schema);
  const fitting = variants.length > 0 ? variants.filter((variant) => fits(value, variant)) : [schema];
  for (const [name, field] of Object.entries(value)) {
    const having = fitting.filter((variant) => hasProperty(variant, name));
    const schemas = having.map((variant) => propertyOf(variant, name));
    const isOfOthers = having.length === 0 && variants.some((variant) => hasProperty(variant, name));
    const isOptional = having.every(({ required = [] }) => !required.includes(name));
    const empty = emptyTypeOf(field);
    const isAbsent =
      having.length > 0 && isOptional && empty !== undefined && !schemas.some((of) => accepts(of, empty));
    if ((isOfOthers && fitting.length > 0) || isAbsent) delete value[name];
    else if (schemas[0] && schemas.length === 1) dropAbsent(field, schemas[0]);
  }
}

/** The JSON type of what stands for an absent field, or undefined for any other value. */
function emptyTypeOf(value: unknown): 'null' | 'array' | undefined {
  if (value === null) return 'null';
  return Array.isArray(value) && value.length === 0 ? 'array' : undefined;
}

/** Whether a value has the constants that a variant requires: those distinguish variants. */
const fits = (value: Fields, { properties = {}, required = [] }: JsonSchema): boolean =>
  required.every((name) => {
    const property = properties[name];
    return (
      !property || !('const' in property) || !Object.hasOwn(value, name) || value[name] === property['const']
    );
  });

const hasProperty = (schema: JsonSchema, name: string) => propertyOf(schema, name) !== undefined;

/** `images[].createdAt` as `['images', '[]', 'createdAt']`. */
const stepsOf = (path: string): string[] => path.replaceAll('[]', '.[]').split('.');

/** Calls `act` with the place of each value at a path, where there is one. */
function visit(
  parent: unknown,
  [step, ...rest]: readonly string[],
  act: (parent: Fields, key: string) => void,
): void {
  if (step === undefined || typeof parent !== 'object' || parent === null) return;
  const keys = step === '[]' ? (Array.isArray(parent) ? Object.keys(parent) : []) : [step];
  for (const key of keys) {
    if (!Object.hasOwn(parent, key)) continue;
    if (rest.length === 0) act(parent as Fields, key);
    else visit((parent as Fields)[key], rest, act);
  }
}

function remove(parent: Fields, key: string): void {
  delete parent[key];
}

/** The id of what a read returns with its `_id`; any other value as it is. */
const idOf = (value: unknown): unknown =>
  isFields(value) && typeof value['_id'] === 'string' ? value['_id'] : value;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
