import type { Insertable } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { UserType } from '#db/tables/columns.ts';
import type { IndividualsTable, OrganizationsTable } from '#db/tables/profiles.ts';
import { insertAccount } from '../accounts/accounts.queries.ts';
import { createApi } from '../api.ts';
import { createContext, type Deps, type RequestInfo } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { Replicas } from '../replicas.ts';
import { generalReasons, reasonsOf } from '../rest/errors.ts';
import { operationsOf } from '../rest/operations.ts';
import { appRouter } from '../router.ts';
import { createCallerFactory } from '../trpc.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { createTestPorts } from './ports.ts';

/** The password of everybody in a world. */
export const password = 'correct horse';

/** What everybody has to begin with. */
export const startingCoins = 100;

/** A user with an account and a session. */
export interface Person {
  _id: string;
  userType: UserType;
  email: string;
  /** The display name: what lists and notifications show. */
  name: string;
  /** Of a session that is in force. */
  token: string;
  /** Of the same session, as browsers send it. */
  cookie: string;
}

type Columns<Table> = Partial<Omit<Insertable<Table>, 'user_id'>>;

/** What a REST call answered: the HTTP status, the headers, and the envelope's content. */
interface RestAnswer {
  status: number;
  headers: Headers;
  success: boolean;
  message: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  data: any;
  fields?: Record<string, string>;
}

export interface RestRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sends this person's token. */
  as?: Person;
  /** Sent as JSON; a text is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The network address that the call seems to come from. */
  from?: string;
}

const documentedReasons = new Map(
  operationsOf(appRouter).map((operation) => [
    operation.name,
    new Set<string>([...reasonsOf(operation), ...generalReasons]),
  ]),
);

/** Throws where an operation was refused for a reason that the API document does not name. */
function requireDocumented(operation: string, reason: string): void {
  const documented = documentedReasons.get(operation);
  if (documented && !documented.has(reason))
    throw new Error(`${operation} was refused with ${reason}, which its meta does not name.`);
}

const createCaller = createCallerFactory(appRouter);
type Caller = ReturnType<typeof createCaller>;

export type World = Awaited<ReturnType<typeof createWorld>>;

/**
 * A fresh database, ports for tests, and people who come into being when a test names them. Names may repeat:
 * every `individual('alice')` is another alice. Close it when done.
 *
 * @param given another database than a copy of the usual one, and its replicas
 */
export async function createWorld(given: { database?: TestDatabase; replicas?: Replicas } = {}) {
  const opened = given.database ?? (await openTestDatabase());
  let queries = 0;
  const db = opened.db.withPlugin({
    transformQuery: ({ node }) => node,
    // Counted where they return: what is compiled once is not transformed again. Statements that are sent together
    // return a list of rows each.
    transformResult: async ({ result }) => {
      const { rows } = result as { rows: readonly unknown[] };
      queries += rows.length > 0 && rows.every((row) => Array.isArray(row)) ? rows.length : 1;
      return result;
    },
  });
  const settings = { publicUrl: 'https://gatherwell.test' };
  const ports = createTestPorts(db, settings);
  const deps: Deps = { db, ports, settings, replicas: given.replicas };
  const api = createApi(deps);
  const passwordHash = await ports.passwords.hash(password);
  const info = (clientAddress = '192.0.2.1'): RequestInfo => ({ requestId: uuid(), clientAddress });

  /** A caller whose every call is a request of its own: a session that ended is noticed. */
  const callerFor = (headers: Headers, options?: { signal: AbortSignal }): Caller =>
    createCaller(() => createContext(deps, headers, info()), {
      ...options,
      onError: ({ error, path = '' }) => {
        if (error instanceof Refusal) requireDocumented(path, error.reason);
      },
    });

  /** Starts a session, and returns what programs and browsers send. */
  async function signIn(userId: string): Promise<Pick<Person, 'token' | 'cookie'>> {
    const { token, cookieToken } = await ports.sessions.start(db, userId);
    return { token, cookie: `gatherwell=${cookieToken}` };
  }

  async function account(userType: UserType, name: string, label: string): Promise<Person> {
    const _id = uuid();
    const email = `${label.toLowerCase()}-${_id.slice(-12)}@example.org`;
    const createdAt = ports.clock.now();
    await db
      .transaction()
      .execute((trx) =>
        insertAccount(trx, { id: _id, userType, email, passwordHash, createdAt, coins: startingCoins }),
      );
    return { _id, userType, email, name, ...(await signIn(_id)) };
  }

  async function individual(
    firstName: string,
    columns: Columns<IndividualsTable> = {},
    userType: UserType = 'individual',
  ): Promise<Person> {
    const profile = { first_name: capitalize(firstName), last_name: 'Example', ...columns };
    const person = await account(userType, `${profile.first_name} ${profile.last_name}`, firstName);
    await db.updateTable('individuals').set(profile).where('user_id', '=', person._id).execute();
    return person;
  }

  return {
    db,
    ports,
    deps,
    close: opened.close,

    /** The database underneath: for tests that want connections of their own. */
    database: opened,

    /** How many statements the work sends to the database, when nothing else runs. */
    async countQueries(work: () => Promise<unknown>): Promise<number> {
      const before = queries;
      await work();
      return queries - before;
    },

    /** An individual who has saved basic information. `columns` override the profile's. */
    individual: (firstName: string, columns?: Columns<IndividualsTable>) => individual(firstName, columns),

    /** An administrator. */
    admin: (firstName: string) => individual(firstName, {}, 'admin'),

    /** An organization that has saved basic information. `columns` override the profile's. */
    async organization(name: string, columns: Columns<OrganizationsTable> = {}): Promise<Person> {
      const profile = { ...columns, name: columns.name ?? capitalize(name) };
      const person = await account('organization', profile.name, name.replaceAll(/\W+/g, '-'));
      await db.updateTable('organizations').set(profile).where('user_id', '=', person._id).execute();
      return person;
    },

    /** A user who has just signed up and filled in nothing. */
    newcomer: (userType: 'individual' | 'organization', label = 'newcomer') => account(userType, '', label),

    /** The person in another session. */
    elsewhere: async (person: Person): Promise<Person> => ({ ...person, ...(await signIn(person._id)) }),

    /** Makes the two accepted friends. */
    async befriend(one: Person, other: Person): Promise<void> {
      const now = ports.clock.now();
      await db
        .insertInto('friendships')
        .values({
          id: uuid(),
          sender_id: one._id,
          receiver_id: other._id,
          status: 'accepted',
          created_at: now,
          accepted_at: now,
        })
        .execute();
    },

    /** Typed procedures, called with the person's session. `signal` ends subscriptions. */
    as: (person: Person, options?: { signal: AbortSignal }): Caller =>
      callerFor(new Headers({ authorization: `Bearer ${person.token}` }), options),

    /** Typed procedures, called without a session. */
    visitor: callerFor(new Headers()),

    /** Calls any address; the answer as it is. */
    fetch: (path: string, init: RequestInit = {}, from?: string) =>
      api(new Request(new URL(path, deps.settings.publicUrl), init), info(from)),

    /** Calls a REST route, or any address, as an API client would. `path` starts with `/api`. */
    async request(path: string, { method = 'GET', as, body, headers, from }: RestRequest = {}) {
      const sent = new Headers(headers);
      if (as) sent.set('authorization', `Bearer ${as.token}`);
      if (body !== undefined && !sent.has('content-type')) sent.set('content-type', 'application/json');
      const response = await api(
        new Request(new URL(path, deps.settings.publicUrl), {
          method,
          headers: sent,
          ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        }),
        info(from),
      );
      const answer = { status: response.status, headers: response.headers };
      return { ...(await response.json().catch(() => ({}))), ...answer } as RestAnswer;
    },
  };
}

const capitalize = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
