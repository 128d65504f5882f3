import type { JsonSchema } from './json-schema.ts';

/** An OpenAPI document, as far as callers depend on it. */
export interface ApiDocument {
  components?: Record<string, Record<string, object>>;
  paths: Record<string, Record<string, DescribedOperation>>;
  webhooks?: Record<string, Record<string, DescribedOperation>>;
}

interface DescribedOperation {
  operationId?: string;
  parameters?: (Parameter | Reference)[];
  requestBody?: { required?: boolean; content: Content };
  responses?: Record<string, DescribedResponse | Reference>;
  security?: object[];
  'x-access-token-scopes'?: string[];
}
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: JsonSchema;
  content?: Content;
}
interface DescribedResponse {
  content?: Content;
  headers?: Record<string, object>;
}
interface Reference {
  $ref: string;
}
type Content = Record<string, { schema?: JsonSchema }>;

/** Who writes a value: what is accepted may become more, what is returned may not become anything else. */
type Direction = 'request' | 'response';

/**
 * Returns what of a document breaks programs that were written for an earlier one, a sentence each. Additions break
 * nothing: operations, optional parameters and fields, values of an enumeration, variants of an object, webhooks. Callers
 * ignore what they do not know.
 */
export function breakingChanges(before: ApiDocument, now: ApiDocument): string[] {
  const changes: string[] = [];
  const say = (change: string) => changes.push(change);
  const operations = operationsByShape(now.paths);
  for (const [shape, { title, operation }] of operationsByShape(before.paths)) {
    const found = operations.get(shape);
    if (!found) say(`${title} was removed`);
    else
      compareOperations(
        { of: operation, document: before },
        { of: found.operation, document: now },
        (change) => say(`${title}: ${change}`),
        'request',
      );
  }
  for (const [event, methods] of Object.entries(before.webhooks ?? {}))
    for (const [method, operation] of Object.entries(methods)) {
      const found = now.webhooks?.[event]?.[method];
      if (!found) say(`the webhook ${event} was removed`);
      // What is posted to a receiver is to it what a response is to a caller.
      else
        compareOperations(
          { of: operation, document: before },
          { of: found, document: now },
          (change) => say(`the webhook ${event}: ${change}`),
          'response',
        );
    }
  // Generated clients call their types by these names.
  const { schemas = {} } = now.components ?? {};
  for (const name of Object.keys(before.components?.['schemas'] ?? {}))
    if (!Object.hasOwn(schemas, name)) say(`the schema ${name} was removed`);
  return changes;
}

/** One of two things that are compared, in its document. */
interface Side<T> {
  of: T;
  document: ApiDocument;
}
type Say = (change: string) => void;

/** Operations by method and path, whatever the parameters are called. */
const operationsByShape = (paths: ApiDocument['paths']) =>
  new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        `${method} ${path.replaceAll(/\{[^}]+\}/g, '{}')}`,
        { title: `${method.toUpperCase()} ${path}`, operation },
      ]),
    ),
  );

function compareOperations(
  { of: before, document: was }: Side<DescribedOperation>,
  { of: now, document: is }: Side<DescribedOperation>,
  say: Say,
  sent: Direction,
): void {
  if (before.operationId !== now.operationId)
    say(`its operationId was ${before.operationId} and is ${now.operationId}`);
  if (!needsToken(before) && needsToken(now)) say('it needs a token now');
  compareScopes(before['x-access-token-scopes'], now['x-access-token-scopes'], say);
  const parameters = {
    of: (before.parameters ?? []).map((one) => resolve<Parameter>(one, was)),
    document: was,
  };
  const present = { of: (now.parameters ?? []).map((one) => resolve<Parameter>(one, is)), document: is };
  compareParameters(parameters, present, say, sent);
  compareBodies({ of: before.requestBody, document: was }, { of: now.requestBody, document: is }, say, sent);
  for (const [status, response] of Object.entries(before.responses ?? {})) {
    if (!status.startsWith('2') || sent === 'response') continue;
    const found = now.responses?.[status];
    if (!found) say(`the response ${status} was removed`);
    else
      compareResponses(
        { of: resolve<DescribedResponse>(response, was), document: was },
        { of: resolve<DescribedResponse>(found, is), document: is },
        say,
      );
  }
}

/** Whether a call without a token is refused: none of the alternatives is to send nothing. */
export const needsToken = ({ security = [] }: { security?: object[] }): boolean =>
  security.length > 0 && security.every((needed) => Object.keys(needed).length > 0);

function compareScopes(before: string[] | undefined, now: string[] | undefined, say: Say): void {
  if (!before || !now) return;
  // None at all means that no token is enough.
  if (before.length > 0 && now.length === 0) return say('access tokens cannot call it any more');
  if (before.length === 0) return;
  for (const scope of now) if (!before.includes(scope)) say(`it needs the scope ${scope} now`);
}

function compareParameters(
  before: Side<Parameter[]>,
  now: Side<Parameter[]>,
  say: Say,
  sent: Direction,
): void {
  const keyOf = ({ name, in: place }: Parameter) => `${place} ${name.toLowerCase()}`;
  // Those of the path have their places, whatever they are called.
  const placed = (all: Parameter[], path: boolean) => all.filter((one) => (one.in === 'path') === path);
  const pathNow = placed(now.of, true);
  for (const [index, one] of placed(before.of, true).entries())
    compareParameter({ ...before, of: one }, { ...now, of: pathNow[index] }, say, sent);
  const byKey = new Map(placed(now.of, false).map((one) => [keyOf(one), one]));
  for (const one of placed(before.of, false)) {
    compareParameter({ ...before, of: one }, { ...now, of: byKey.get(keyOf(one)) }, say, sent);
    byKey.delete(keyOf(one));
  }
  if (sent === 'request')
    for (const { name, in: place, required } of byKey.values())
      if (required) say(`the ${place} parameter ${name} is required now`);
}

function compareParameter(
  before: Side<Parameter>,
  now: Side<Parameter | undefined>,
  say: Say,
  sent: Direction,
): void {
  const { name, in: place } = before.of;
  const title = `the ${place} parameter ${name}`;
  if (!now.of) return say(`${title} was removed`);
  if (sent === 'request' && !before.of.required && now.of.required) say(`${title} is required now`);
  if (sent === 'response' && before.of.required && !now.of.required) say(`${title} may be absent now`);
  const schemaOf = ({ schema, content }: Parameter) => schema ?? content?.['application/json']?.schema;
  compareSchemas(
    { ...before, of: schemaOf(before.of) },
    { ...now, of: schemaOf(now.of) },
    { at: title, say, direction: sent },
  );
}

function compareBodies(
  before: Side<DescribedOperation['requestBody']>,
  now: Side<DescribedOperation['requestBody']>,
  say: Say,
  direction: Direction,
): void {
  if (!before.of) {
    if (now.of?.required && direction === 'request') say('a body is required now');
    return;
  }
  if (!now.of) return say('the body was removed');
  if (!before.of.required && now.of.required) say('the body is required now');
  const title = direction === 'request' ? 'in the request, ' : 'in the body, ';
  compareContents(
    { ...before, of: before.of.content },
    { ...now, of: now.of.content },
    title,
    say,
    direction,
  );
}

function compareResponses(before: Side<DescribedResponse>, now: Side<DescribedResponse>, say: Say): void {
  for (const name of Object.keys(before.of.headers ?? {}))
    if (!now.of.headers?.[name]) say(`the response header ${name} was removed`);
  compareContents(
    { ...before, of: before.of.content ?? {} },
    { ...now, of: now.of.content ?? {} },
    'in the response, ',
    say,
    'response',
  );
}

function compareContents(
  before: Side<Content>,
  now: Side<Content>,
  title: string,
  say: Say,
  direction: Direction,
): void {
  for (const [type, { schema }] of Object.entries(before.of)) {
    const found = now.of[type];
    if (!found) say(`${title}${type} was removed`);
    else
      compareSchemas(
        { ...before, of: schema },
        { ...now, of: found.schema },
        { at: '', say: (change) => say(`${title}${change}`), direction },
      );
  }
}

interface Place {
  /** The path of the value. */
  at: string;
  say: Say;
  direction: Direction;
}

/** Says what a value no longer may be that is sent, or what else it may be that is returned. */
function compareSchemas(
  beforeSide: Side<JsonSchema | undefined>,
  nowSide: Side<JsonSchema | undefined>,
  place: Place,
): void {
  const [before, now] = [alternativesOf(beforeSide), alternativesOf(nowSide)];
  const { say, direction } = place;
  const at = place.at || 'the whole';
  const [narrow, wide] = direction === 'request' ? [now, before] : [before, now];
  const types = (all: JsonSchema[]) => new Set(all.map(typeOf));
  const [allowed, found] = [types(narrow), types(wide)];
  if (allowed.has('any') !== found.has('any') && !allowed.has('any'))
    return say(direction === 'request' ? `${at} takes fewer types` : `${at} may be of any type now`);
  if (allowed.has('any')) return;
  for (const type of found)
    if (!allowed.has(type) && !(type === 'integer' && allowed.has('number')))
      say(direction === 'request' ? `${at} no longer takes ${type}` : `${at} may be ${type} now`);
  for (const type of new Set([...types(before)].filter((one) => types(now).has(one)))) {
    const ofType = (all: JsonSchema[]) => all.filter((one) => typeOf(one) === type);
    compareOfType(type, { ...beforeSide, of: ofType(before) }, { ...nowSide, of: ofType(now) }, place);
  }
}

function compareOfType(
  type: string,
  before: Side<JsonSchema[]>,
  now: Side<JsonSchema[]>,
  place: Place,
): void {
  if (type === 'object') return compareObjects(before, now, place);
  compareValues(before.of, now.of, place);
  const [one, other] = [before.of[0], now.of[0]];
  if (before.of.length > 1 || now.of.length > 1 || !one || !other) return;
  compareBounds(one, other, place);
  if (type === 'array')
    compareSchemas(
      { ...before, of: one['items'] as JsonSchema | undefined },
      { ...now, of: other['items'] as JsonSchema | undefined },
      { ...place, at: `${place.at}[]` },
    );
}

/** Compares enumerations: of constants and of `enum`. */
function compareValues(before: JsonSchema[], now: JsonSchema[], { at, say, direction }: Place): void {
  const [were, are] = [valuesOf(before), valuesOf(now)];
  if (were && are) {
    for (const value of were)
      if (!are.includes(value))
        say(
          direction === 'request'
            ? `${at} no longer takes ${JSON.stringify(value)}`
            : `${at} is ${JSON.stringify(value)} no more`,
        );
  } else if (are && direction === 'request') say(`${at} takes only some values now`);
  else if (were && direction === 'response') say(`${at} may be any value now`);
}

/** The values that a list of schemas of one type allows; undefined where one of them allows all. */
function valuesOf(schemas: JsonSchema[]): unknown[] | undefined {
  const lists = schemas.map((schema) => {
    if ('const' in schema) return [schema['const']];
    return schema['enum'] as unknown[] | undefined;
  });
  return lists.every((list) => list !== undefined) ? lists.flat() : undefined;
}

const most = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'];
const least = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'];

/** Compares what a value is bound to. Bounds of what is returned are no promise but its format is. */
function compareBounds(before: JsonSchema, now: JsonSchema, { at, say, direction }: Place): void {
  if (direction === 'response') {
    if (before['format'] !== undefined && before['format'] !== now['format'])
      say(`${at} no longer has the format ${String(before['format'])}`);
    return;
  }
  for (const keyword of ['format', 'pattern'])
    if (now[keyword] !== undefined && before[keyword] !== now[keyword])
      say(`${at} needs the ${keyword} ${String(now[keyword])} now`);
  const bound = (schema: JsonSchema, keyword: string) => schema[keyword] as number | undefined;
  for (const keyword of most)
    if ((bound(now, keyword) ?? Infinity) < (bound(before, keyword) ?? Infinity))
      say(`${at} has the ${keyword} ${bound(now, keyword)} now`);
  for (const keyword of least)
    if ((bound(now, keyword) ?? -Infinity) > (bound(before, keyword) ?? -Infinity))
      say(`${at} has the ${keyword} ${bound(now, keyword)} now`);
}

/** Compares objects, each variant with the one that has the same constants, or else with the one that fits best. */
function compareObjects(before: Side<JsonSchema[]>, now: Side<JsonSchema[]>, place: Place): void {
  for (const one of before.of) {
    const candidates = now.of.map((other) => {
      const changes: string[] = [];
      compareObject(
        { ...before, of: one },
        { ...now, of: other },
        {
          ...place,
          say: (change) => changes.push(change),
        },
      );
      return { changes, isSame: sharesConstants(one, other) };
    });
    const same = candidates.filter(({ isSame }) => isSame);
    const [best] = (same.length > 0 ? same : candidates).toSorted(
      (a, b) => a.changes.length - b.changes.length,
    );
    for (const change of best?.changes ?? []) place.say(change);
  }
}

/** Whether two variants are distinguished from others by the same constants. */
function sharesConstants(one: JsonSchema, other: JsonSchema): boolean {
  const constants = Object.entries(one.properties ?? {}).filter(([, schema]) => 'const' in schema);
  return (
    constants.length > 0 &&
    constants.every(([name, schema]) => other.properties?.[name]?.['const'] === schema['const'])
  );
}

function compareObject(before: Side<JsonSchema>, now: Side<JsonSchema>, place: Place): void {
  const { say, direction } = place;
  const pathOf = (name: string) => (place.at ? `${place.at}.${name}` : name);
  const required = (schema: JsonSchema, name: string) => schema.required?.includes(name) === true;
  const properties = now.of.properties ?? {};
  for (const [name, schema] of Object.entries(before.of.properties ?? {})) {
    const at = pathOf(name);
    if (!Object.hasOwn(properties, name)) {
      say(`${at} was removed`);
      continue;
    }
    if (direction === 'request' && !required(before.of, name) && required(now.of, name))
      say(`${at} is required now`);
    if (direction === 'response' && required(before.of, name) && !required(now.of, name))
      say(`${at} may be absent now`);
    compareSchemas({ ...before, of: schema }, { ...now, of: properties[name] }, { ...place, at });
  }
  if (direction === 'request')
    for (const name of now.of.required ?? [])
      if (!Object.hasOwn(before.of.properties ?? {}, name)) say(`${pathOf(name)} is required now`);
  const others = (schema: JsonSchema) => schema['additionalProperties'];
  if (typeof others(before.of) === 'object' && typeof others(now.of) === 'object')
    compareSchemas(
      { ...before, of: others(before.of) as JsonSchema },
      { ...now, of: others(now.of) as JsonSchema },
      { ...place, at: pathOf('*') },
    );
}

/** The schemas that a value may have, each of one type. */
function alternativesOf({ of: schema, document }: Side<JsonSchema | undefined>): JsonSchema[] {
  if (schema === undefined) return [{}];
  const found = resolve<JsonSchema>(schema, document);
  const variants = [...(found.anyOf ?? []), ...(found.oneOf ?? [])];
  if (variants.length > 0) return variants.flatMap((variant) => alternativesOf({ of: variant, document }));
  if (Array.isArray(found.type)) return found.type.map((type) => ({ ...found, type }));
  return [found];
}

function typeOf(schema: JsonSchema): string {
  if (typeof schema.type === 'string') return schema.type;
  const value = 'const' in schema ? schema['const'] : (schema['enum'] as unknown[] | undefined)?.[0];
  if (value === undefined) return schema.properties ? 'object' : 'any';
  return value === null ? 'null' : typeof value;
}

/** What a reference names, or the thing itself. */
function resolve<T extends object>(found: T | Reference, document: ApiDocument): T {
  if (!('$ref' in found) || typeof found.$ref !== 'string') return found as T;
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(found.$ref) ?? [];
  const target = document.components?.[kind]?.[name];
  if (!target) throw new Error(`There is no ${found.$ref}.`);
  return target as T;
}
