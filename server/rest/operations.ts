import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import { z } from 'zod';
import type { Meta } from '../trpc.ts';
import type { DocumentedRequest } from './documented.ts';
import type { JsonSchema } from './json-schema.ts';

/** A procedure that has a documented REST route. */
export interface Operation {
  /** The procedure's dotted path in the router. */
  name: string;
  /** What the API document and generated clients call it. */
  operationId: string;
  method: NonNullable<Meta['rest']>['method'];
  /** The route below `/api`, with parameters in braces. */
  path: string;
  /** What the route takes beyond the procedure's input. */
  documented: DocumentedRequest;
  /** Paths of people in the output whose fields the body names after their part. */
  people: readonly string[];
  meta: Meta;
  procedure: AnyTRPCProcedure;
}

/** Every procedure of a router by its dotted path. */
export const proceduresOf = (router: AnyTRPCRouter) =>
  router._def.procedures as Record<string, AnyTRPCProcedure>;

/** Every operation of a router. Static routes come before those with parameters in the same place. */
export function operationsOf(router: AnyTRPCRouter): Operation[] {
  return Object.entries(proceduresOf(router))
    .flatMap(([name, procedure]) => {
      const meta = procedure._def.meta as Meta | undefined;
      if (!meta?.rest) return [];
      const { method, path, operationId, people = [], ...documented } = meta.rest;
      return [{ name, operationId, procedure, meta, method, path, documented, people }];
    })
    .sort((a, b) => specificity(a.path).localeCompare(specificity(b.path)));
}

/** Sorts `/posts/feed` before `/posts/{id}`: at the first difference a static segment wins. */
const specificity = (path: string) => path.replaceAll(/\{[^}]+\}/g, '\uffff');

/** The names of a route's parameters. */
export const parametersOf = (path: string) =>
  [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => String(name));

/** Whether a call may carry an idempotency key, so that it is done once. */
export const takesIdempotencyKey = ({ procedure, meta }: Pick<Operation, 'procedure' | 'meta'>): boolean =>
  procedure._def.type === 'mutation' && meta.once !== false;

/** Adds to the JSON Schema of a schema, or of one inside it. */
type Addition = NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override'];

/** The JSON Schema of what the procedure takes; an empty object where it takes nothing. */
export function inputSchema(procedure: AnyTRPCProcedure, addition?: Addition): JsonSchema {
  const [input] = procedure._def.inputs;
  return input instanceof z.ZodType
    ? toJsonSchema(input, 'input', addition)
    : { type: 'object', properties: {} };
}

/** The JSON Schema of the procedure's output. */
export function outputSchema(procedure: AnyTRPCProcedure, addition?: Addition): JsonSchema {
  const { output } = procedure._def as { output?: unknown };
  return output instanceof z.ZodType ? toJsonSchema(output, 'output', addition) : {};
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output', override: Addition): JsonSchema {
  const { $schema, ...jsonSchema } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    ...(override && { override }),
  });
  return jsonSchema as JsonSchema;
}
