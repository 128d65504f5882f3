import type { AnyTRPCRouter } from '@trpc/server';
import { describeNeeded, neededBy } from '../access-tokens/scopes.ts';
import type { CoreSettings } from '../context.ts';
import { tokenRequestsOf } from '../limit.ts';
import { idempotencyHeader, keptDays } from '../operations/operations.schema.ts';
import type { Caller, Meta } from '../trpc.ts';
import { describeDocumented } from './describe-documented.ts';
import {
  describeLimit,
  describeRefusals,
  generalLimits,
  generalReasons,
  listReasons,
  reasonsOf,
} from './errors.ts';
import { examples } from './examples.ts';
import { filePaths } from './file-paths.ts';
import { accepts, type JsonSchema } from './json-schema.ts';
import {
  inputSchema,
  type Operation,
  operationsOf,
  outputSchema,
  parametersOf,
  takesIdempotencyKey,
} from './operations.ts';
import { describePeople } from './people.ts';
import { realtimeReference } from './realtime.ts';
import { nameSchemas, noteName } from './schema-components.ts';
import { describeWebhooks } from './webhooks.ts';

/** The settings that the document states. */
type DocumentedSettings = Pick<CoreSettings, 'publicUrl' | 'tokenRequestsPerMinute'>;

/** The OpenAPI 3.1 document of every operation. Everything in it comes from the procedures themselves. */
export function createOpenApiDocument(router: AnyTRPCRouter, settings: DocumentedSettings): object {
  const { publicUrl } = settings;
  const paths: Record<string, Record<string, object>> = {};
  const responses: Record<string, object> = { Refused: refused };
  for (const operation of operationsOf(router)) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = describeOperation(operation, responses);
  }
  // What does not follow from the procedures is the same object each time.
  const document = structuredClone({
    openapi: '3.1.0',
    info: {
      title: 'Gatherwell',
      version: '1',
      'x-rate-limits': generalLimits(tokenRequestsOf(settings)),
      description: `**From TypeScript and JavaScript:** \`npm i ${publicUrl}/api/client.tgz\` installs a client with types for every procedure, safe retries, typed errors, lists as async iterators, and live events that go on after a lost connection.

**As REST:** every response is \`{ success, message, data }\`; a failure also has the right HTTP status, and \`fields\` where fields are wrong. Sign in to get a token, and send it as \`Authorization: Bearer …\`. Programs that run for long have [personal access tokens](/api/docs#token) with scopes, made by \`POST /access-tokens\` with a session; each call says what it needs. Pages of other origins may send those, never cookies, where the token or the operator allows their origin; preflights are answered, and \`Retry-After\` and \`X-Request-Id\` can be read.

What a read returned can be changed and written back: fields marked \`x-ignored\` are accepted and ignored, those marked \`x-ignored-from\` for these types of account; a field marked \`x-actor\` must be the caller’s own id where it is sent. Null, an empty list and an absent field mean the same for what is optional. A flag in the query may stand bare: \`?onlyFriends\`.

${realtimeReference}`,
    },
    servers: [{ url: `${publicUrl}/api` }],
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'From sign-in or sign-up, or a personal access token.',
        },
      },
      schemas: { Failure: failureSchema },
      responses,
      headers: { RetryAfter: retryAfterHeader },
      parameters: { IdempotencyKey: idempotencyParameter },
    },
    tags: [...new Set([...operationsOf(router).map(tagOf), 'uploads', 'files'])].map((name) => ({ name })),
    paths: { ...paths, ...filePaths },
    webhooks: describeWebhooks(),
  });
  nameSchemas(document as unknown as Parameters<typeof nameSchemas>[0]);
  return document;
}

const failureSchema = {
  type: 'object',
  required: ['success', 'message', 'data'],
  properties: {
    success: { type: 'boolean', const: false },
    message: { type: 'string', description: 'A sentence for people.' },
    data: { type: 'null' },
    reason: {
      type: 'string',
      description: 'A stable word for programs. There may be new ones.',
    },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'What is wrong, by field.',
    },
  },
};

const retryAfterHeader = {
  description: 'After how many seconds to call again.',
  schema: { type: 'integer', minimum: 0 },
};

/** What any call may be refused for. */
const refused = {
  description: `What every call may be refused for:\n\n${listReasons(generalReasons)}\n\nA 500 is a fault of the server.`,
  headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  'x-reasons': generalReasons,
};

const idempotencyParameter = {
  name: idempotencyHeader,
  in: 'header',
  required: false,
  schema: { type: 'string', format: 'uuid' },
  description: `A key for this write, of the client’s choice. Sent again with the same key within ${keptDays} days, it is done once and returns the same; another write with that key is rejected with 409. Where the response holds a secret it is returned once: the same write again is a 409, too.`,
};

const whoMayCall: Record<Caller, string> = {
  public: 'Anyone may call this.',
  'signed-in': 'For signed-in users.',
  individual: 'For individuals.',
  organization: 'For organizations.',
  admin: 'For administrators.',
};

function tagOf({ path }: Operation): string {
  return path.split('/')[1] ?? '';
}

function describeOperation(operation: Operation, responses: Record<string, object>): object {
  const { meta, method, path, procedure, documented } = operation;
  const input = inputSchema(procedure, noteName);
  const inPath = parametersOf(path);
  const others = Object.keys(propertiesOf(input)).filter((name) => !inPath.includes(name));
  const caller = meta.caller ?? 'public';
  const takesBody = method !== 'GET' && method !== 'DELETE';
  const inQuery = takesBody ? (documented.query ?? []) : others;
  const inBody = takesBody ? others.filter((name) => !inQuery.includes(name)) : [];
  const hasBody = inBody.length > 0 || (takesBody && (documented.ignores ?? documented.actors) !== undefined);
  const needed = neededBy(procedure._def.type, meta);
  const takesName = takesIdempotencyKey(operation);
  const example = examples[operation.name];
  const refusals: Record<string, object> = {};
  for (const [status, { name, response }] of Object.entries(describeRefusals(reasonsOf(operation)))) {
    responses[name] ??= response;
    refusals[status] = { $ref: `#/components/responses/${name}` };
  }
  return {
    operationId: operation.operationId,
    tags: [tagOf(operation)],
    summary: meta.summary ?? operation.name,
    ...(meta.deprecated && { deprecated: true }),
    description: [
      meta.deprecated && describeDeprecation(meta.deprecated),
      meta.description,
      `${whoMayCall[caller]} ${describeNeeded(needed)}`,
      meta.limits && `Limits:\n\n${meta.limits.map((name) => `- ${describeLimit(name).text}`).join('\n')}`,
      `Typed procedure: \`${operation.name}\`.`,
    ]
      .filter(Boolean)
      .join('\n\n'),
    'x-procedure': operation.name,
    ...(meta.limits && { 'x-rate-limits': meta.limits.map(describeLimit) }),
    'x-access-token-scopes': needed === 'session' ? [] : needed,
    // Visitors may call what is public; who sends a token is somebody there, too.
    security: caller === 'public' ? [{}, { token: [] }] : [{ token: [] }],
    parameters: [
      ...inPath.map((name) => describeParameter(name, 'path', input, example?.input)),
      ...inQuery.map((name) => describeParameter(name, 'query', input, example?.input)),
      ...(takesName ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...(hasBody && {
      requestBody: {
        required: inBody.length > 0,
        content: {
          'application/json': {
            schema: describeDocumented(pick(input, inBody), documented),
            ...(example && { example: pickValues(example.input, inBody) }),
          },
        },
      },
    }),
    responses: {
      200: {
        description: 'Done.',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['success', 'message', 'data'],
              properties: {
                success: { type: 'boolean', const: true },
                message: { type: 'string', examples: [meta.message ?? 'OK'] },
                data: describePeople(outputSchema(procedure, noteName), operation.people),
              },
            },
            ...(example && { example: example.response }),
          },
        },
      },
      ...refusals,
      default: { $ref: '#/components/responses/Refused' },
    },
  };
}

const describeDeprecation = ({ since, sunset, instead }: NonNullable<Meta['deprecated']>): string =>
  `**Deprecated since ${since}, gone from ${sunset} on.**${instead ? ` Call \`${instead}\` instead.` : ''}`;

function describeParameter(
  name: string,
  place: 'path' | 'query',
  input: JsonSchema,
  example?: Record<string, unknown>,
) {
  const { description, ...schema } = propertiesOf(input)[name] ?? { type: 'string' };
  const isObject = schema.type === 'object';
  const shown = example && name in example && { example: example[name] };
  return {
    name,
    in: place,
    required: place === 'path' || (input.required ?? []).includes(name),
    ...(description !== undefined && { description }),
    ...(place === 'query' && accepts(schema, 'boolean') && { allowEmptyValue: true }),
    ...(isObject ? { content: { 'application/json': { schema, ...shown } } } : { schema, ...shown }),
  };
}

/** The properties of an object, or of all the objects that a union allows. */
function propertiesOf({ properties = {}, oneOf = [] }: JsonSchema): Record<string, JsonSchema> {
  return Object.assign({}, ...oneOf.map(propertiesOf), properties);
}

function pick(schema: JsonSchema, names: string[]): JsonSchema {
  if (schema.oneOf) return { ...schema, oneOf: schema.oneOf.map((option) => pick(option, names)) };
  const properties = Object.fromEntries(
    names.flatMap((name) => (schema.properties?.[name] ? [[name, schema.properties[name]]] : [])),
  );
  return { ...schema, properties, required: (schema.required ?? []).filter((name) => names.includes(name)) };
}

function pickValues(values: Record<string, unknown>, names: string[]) {
  return Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]));
}
