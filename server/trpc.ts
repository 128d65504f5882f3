import { initTRPC, TRPCError } from '@trpc/server';
import { middlewareMarker } from '@trpc/server/unstable-core-do-not-import';
import { ZodType } from 'zod';
import { runUnder } from '#db/database.ts';
import { PreconditionFailed } from '#db/precondition.ts';
import type { UserType } from '#db/tables/columns.ts';
import { type DeclaredScopes, neededBy, requireScopes } from './access-tokens/scopes.ts';
import type { Context, Recalled } from './context.ts';
import { describeError, messageOf } from './error-data.ts';
import type { Reason } from './error-reasons.ts';
import { hostFailure, notSignedIn, notYours } from './errors.ts';
import { limitRequest } from './limit.ts';
import { once } from './operations/once.ts';
import type { LimitName, Session } from './ports.ts';
import { noteWrite, readAnywhere } from './replicas.ts';
import type { DocumentedRequest } from './rest/documented.ts';

/** Who may call a procedure at all. Finer rules (owner, other side, privacy) are in `access.ts` and in queries. */
export type Caller = 'public' | 'signed-in' | UserType;

/** What a procedure declares beside its types; the REST routes and the API document are made of it. */
export interface Meta {
  caller?: Caller;
  /** The documented REST route, below `/api`. Parameters in braces are input fields. */
  rest?: {
    method: 'GET' | 'POST' | 'PUT' | 'DELETE';
    path: string;
    /** A verb and what it is about, as generated clients call it. Once released it stays. */
    operationId: string;
    /** Paths of people in the output whose fields the body names after their part: `items[].follower`. */
    people?: readonly string[];
  } & DocumentedRequest;
  /** Of an operation that will be gone: since when, from when on, and the `operationId` of what to call instead. */
  deprecated?: { since: string; sunset: string; instead?: string };
  /** One line for the API document. */
  summary?: string;
  /** More for the API document. */
  description?: string;
  /** The message of the REST envelope on success; `OK` unless given. */
  message?: string;
  /** What reads better in the example of the API document than the input of the authorisation test, in part or whole. */
  example?: Record<string, unknown>;
  /** Takes pictures, or the files of a message: the request body may be large. */
  largeBody?: true | 'files';
  /**
   * Fields, by name, that are passwords or tokens. Of a write with an idempotency key, those of the input are hashed
   * like passwords, and a result with such fields is not kept: the same write again is rejected with `told-once`.
   */
  secret?: { input?: readonly string[]; output?: readonly string[] };
  /**
   * False for a write that may be done anew whenever it is sent, also with the same key. `key-last` for one that
   * changes nothing but the database: it takes its idempotency key with the commit, which saves round trips, and runs
   * in vain where the key was taken.
   */
  once?: false | 'key-last';
  /**
   * The scopes that a personal access token needs beside `read` or `write`: `messages` for conversations and messages;
   * `administration` for memberships, lists of people and notes on them, invitations, and social networks. `rejected`
   * where a token is never enough: what protects the account, and what would make another credential of it.
   */
  accessTokens?: DeclaredScopes;
  /** Reasons of a refusal beyond those that follow from the rest of the meta; see `rest/errors.ts`. */
  errors?: readonly Reason[];
  /** Limits that the procedure counts beside the one for every request. */
  limits?: readonly LimitName[];
  /** The schema of what a subscription sends. */
  yields?: ZodType;
  /**
   * Which database a query reads where there are replicas: one of them, unless this is given. For what must not be a
   * moment old, and for queries that write on the way. Mutations and subscriptions always use the primary.
   */
  reads?: 'primary';
  /** The response is the same for everybody: for how many seconds anyone may cache that of the REST route. */
  cacheSeconds?: number;
}

/** Milliseconds after which a silent stream of server-sent events is pinged. */
export const streamPingMs = 15_000;

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    allowOutsideOfServer: true,
    isServer: true,
    sse: {
      ping: { enabled: true, intervalMs: streamPingMs },
      client: { reconnectAfterInactivityMs: 35_000 },
    },
    errorFormatter: ({ shape, error, ctx }) => ({
      code: shape.code,
      message: messageOf(error),
      data: describeError(error, shape.data.httpStatus, ctx?.requestId),
    }),
  });

/**
 * Returns the builder with schemas that are parsed at once. tRPC has zod parse asynchronously, which for an object takes
 * three times as long and leaves much to collect; nothing in these schemas waits.
 */
function parsingAtOnce<Builder extends object>(builder: Builder): Builder {
  return new Proxy(builder, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        for (const schema of name === 'input' || name === 'output' ? args : [])
          if (schema instanceof ZodType)
            schema.parseAsync = async (value, options) => schema.parse(value, options);
        const made = member.apply(target, args);
        // Of `query` and its like: a procedure, which is a function.
        return isObject(made) ? parsingAtOnce(made) : made;
      };
    },
  });
}

const procedure = parsingAtOnce(t.procedure);

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/**
 * A procedure that counts the request and hands on who calls, as `ctx.viewer`. A write with an idempotency key is done
 * exactly once.
 *
 * Where that saves a round trip, the procedure runs with the session that the request is likely to have: nothing of it is
 * returned, and no transaction of it committed, before the session was found to be in force. Where it is not, the
 * procedure runs again with the session looked up. That is for what can run in vain: reads, and writes that are
 * undone as a whole.
 *
 * All of it is one middleware: each one that a call passes through copies the context several times.
 *
 * @param admit returns the session of a caller who may call, and throws where nobody or somebody else is signed in
 */
const calledBy = <Viewer extends Session | undefined>(admit: (session: Session | undefined) => Viewer) =>
  procedure.use(async ({ ctx, next, type, path, meta, getRawInput }) => {
    const run = async (session: Context['session']) => {
      const found = await session('anything');
      if (type !== 'subscription' || found?.accessToken) await limitRequest(ctx, found);
      requireScopes(found, neededBy(type, meta ?? {}));
      const viewer = admit(found);
      const proceed = (enclosed?: object) => next({ ctx: { ...enclosed, session, viewer } });
      if (type === 'query' && meta?.reads !== 'primary')
        return readAnywhere(ctx, found?.userId, (db) => proceed(db && { db }));
      const key = ctx.idempotencyKey;
      if (key === undefined || type !== 'mutation' || meta?.once === false) {
        const result = await proceed();
        // A write with a key appends an event to the log of its user, and is noted by that.
        if (type === 'mutation' && found && result.ok) await noteWrite(ctx, found.userId);
        return result;
      }
      const input = parseInput(path, await getRawInput());
      // The procedure rejects what cannot be parsed.
      if (!input.success) return proceed();
      const isKeyTakenLast = meta?.once === 'key-last';
      const request = { path, input: input.data, secret: meta?.secret, isKeyTakenLast };
      const data = await once({ ...ctx, session, viewer: found }, key, request, async (enclosed) => {
        const result = await proceed(enclosed);
        if (!result.ok) throw result.error;
        return result.data;
      });
      // What `next` would have returned. There is no public way to make it without calling `next`.
      return { ok: true, data, ctx, marker: middlewareMarker } as Awaited<ReturnType<typeof proceed>>;
    };
    const mayRunInVain = type === 'query' || (type === 'mutation' && meta?.once === 'key-last');
    const recalled = mayRunInVain ? ctx.recallSession() : undefined;
    const runRecalled = async ({ session, precondition }: Recalled) => {
      try {
        return await runUnder(ctx.db, precondition, () => run(async () => session));
      } catch (error) {
        if (error instanceof PreconditionFailed) return run(ctx.session);
        throw error;
      }
    };
    const call = async () => {
      const result = await (recalled ? runRecalled(recalled) : run(ctx.session)).catch((error: unknown) => {
        throw hostFailure(error instanceof TRPCError ? error.cause : error) ?? error;
      });
      const failure = result.ok ? undefined : hostFailure(result.error.cause);
      if (failure) throw failure;
      return result;
    };
    const { tracing } = ctx.ports;
    if (!tracing) return call();
    return tracing.span(path, { 'gatherwell.procedure': path, 'gatherwell.type': type }, async (span) => {
      const result = await call();
      if (!result.ok) span.failed(result.error.code);
      return result;
    });
  });

/**
 * Anyone may call; `ctx.viewer` is who is signed in, if anybody. A write with an idempotency key is done exactly
 * once.
 */
export const publicProcedure = calledBy((session) => session).meta({ caller: 'public' });

/** A user is signed in: `ctx.viewer`. A write with an idempotency key is done exactly once. */
export const signedInProcedure = calledBy(signedIn).meta({ caller: 'signed-in' });

/** An organization is signed in: `ctx.viewer`. */
export const organizationProcedure = calledBy((session) => {
  const viewer = signedIn(session);
  if (viewer.userType !== 'organization') throw notYours('This is for organizations only.');
  return viewer;
}).meta({ caller: 'organization' });

/** As `signedInProcedure`, for conversations and messages. */
export const messagesProcedure = signedInProcedure.meta({ accessTokens: ['messages'] });

/** As `organizationProcedure`, for how an organization is run. */
export const administrationProcedure = organizationProcedure.meta({ accessTokens: ['administration'] });

/** An individual is signed in: `ctx.viewer`. */
export const individualProcedure = calledBy((session) => {
  const viewer = signedIn(session);
  if (viewer.userType !== 'individual') throw notYours('This is for individuals only.');
  return viewer;
}).meta({ caller: 'individual' });

let inputsOf = (_path: string): readonly unknown[] => [];

/** Sets how the procedures parse their input. Called once, by the router that has them all. */
export function provideInputs(find: typeof inputsOf): void {
  inputsOf = find;
}

/** Parses a procedure's input as it will: several schemas each take their part. */
function parseInput(path: string, raw: unknown): { success: true; data: unknown } | { success: false } {
  let data: unknown;
  for (const schema of inputsOf(path)) {
    if (!(schema instanceof ZodType)) throw new Error(`The input of ${path} has no zod schema.`);
    const parsed = schema.safeParse(raw);
    if (!parsed.success) return { success: false };
    data = isObject(data) && isObject(parsed.data) ? { ...data, ...parsed.data } : parsed.data;
  }
  return { success: true, data };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Throws where nobody is signed in. */
function signedIn(session: Session | undefined): Session {
  if (!session) throw notSignedIn();
  return session;
}

/** The context of a signed-in procedure, for functions that procedures share. */
export type SignedInContext = Context & { viewer: Session };
