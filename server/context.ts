import { carriesPreconditions, type Db, type Trx } from '#db/database.ts';
import { Precondition } from '#db/precondition.ts';
import { authenticate, isAccessToken } from './access-tokens/authenticate.ts';
import { type Needed, requireScopes } from './access-tokens/scopes.ts';
import type { PresenceTimes } from './connectivities/presence-times.ts';
import type { FirstMessageSettings } from './conversations/first-messages.ts';
import type { Effects } from './effects.ts';
import { conflict, Refusal } from './errors.ts';
import type { PreparedFiles } from './files/files.schema.ts';
import { actorHeader, idempotencyHeader } from './operations/operations.schema.ts';
import type { Carrier, Ports, Session } from './ports.ts';
import { positionOf, type Replicas } from './replicas.ts';
import type { SharingTimes } from './social-media/sharing-times.ts';
import type { CoinSettings } from './wallet/coins.ts';

/** Settings that the core itself needs. */
export interface CoreSettings {
  /** Where people reach the product, without a trailing slash: links in mails are built from it. */
  publicUrl: string;
  /** Origins besides that of `publicUrl` from which browsers may write: where else the operator serves the app. */
  otherOrigins?: readonly string[] | undefined;
  /** Origins whose pages may call the API with any personal access token, beside those that a token names. */
  apiAllowedOrigins?: readonly string[] | undefined;
  /** How often one personal access token may call in a minute; 600 where it is not set. */
  tokenRequestsPerMinute?: number | undefined;
  /** The map style that replaces the built-in map. */
  mapStyle?: { url: string } | undefined;
  /** What coins are given and taken; the usual ones where it is not set. */
  coins?: CoinSettings | undefined;
  /** How many people a new account may write to who do not answer; the usual limits where it is not set. */
  firstMessages?: FirstMessageSettings | undefined;
  /** For how many seconds publishing a post can be undone; 10 where it is not set. */
  publishUndoSeconds?: number | undefined;
  /** For how many days entries of the audit log are kept, from 30 on; 400 where it is not set. */
  auditDays?: number | undefined;
  /** For how many hours an upload is kept that no message names; 24 where it is not set. */
  uploadHours?: number | undefined;
  /**
   * The keys that seal tokens of social networks and secrets of webhooks: the first seals, all open. None where neither
   * is available.
   */
  tokenKeys?: readonly Uint8Array<ArrayBuffer>[] | undefined;
  /** How work at social networks goes on; the usual times where it is not set. */
  sharing?: Partial<SharingTimes> | undefined;
  /** How quickly presence changes; the usual times where it is not set. */
  presence?: Partial<PresenceTimes> | undefined;
}

/** What a host hands to the core. */
export interface Deps {
  db: Db;
  ports: Ports;
  settings: CoreSettings;
  /** Copies of the database for what only reads; none where all is read from `db`, the primary. */
  replicas?: Replicas | undefined;
}

/** What every procedure gets. */
export interface Context extends Deps, RequestInfo {
  /**
   * The session that the request carries, looked up once, on first use. Throws a 403 where it is that of an access token
   * that lacks what is needed; unless the caller says what that is, no token is enough. `anything` is for who asks
   * for no more than whose request it is, or looks at the scopes by itself.
   */
  session(needed?: Needed | 'anything'): Promise<Session | undefined>;
  /**
   * Returns what can be taken for granted of the session, so that looking it up costs no round trip, and the precondition
   * to be verified before anything is done or returned. Undefined where the session has to be looked up, or was.
   */
  recallSession(): Recalled | undefined;
  /** Resolves to the position that a replica must have reached for this user; looked up once for calls that came together. */
  position(userId: string): Promise<bigint>;
  /** Headers of the response. */
  responseHeaders: Headers;
  /** The browser's marks of the accounts that it has signed in to; see `known-devices.ts`. */
  knownDevice: string | undefined;
  /** The client's key for the write that it requests, so that a retry does nothing twice. */
  idempotencyKey: string | undefined;
  /** What was done before the transaction of an enclosing write. */
  preparations: { files?: PreparedFiles };
  /** The write that the procedure is a part of, where there is one; `db` is then its transaction. */
  enclosing?: { trx: Trx; effects: Effects } | undefined;
}

/** The session that a request is likely to have. */
export interface Recalled {
  session: Session;
  precondition: Precondition;
}

export interface RequestInfo {
  requestId: string;
  /** The network address of the client, as the host sees it: the key of limits for visitors without a session. */
  clientAddress: string;
  /**
   * Resolves when the client has read most of what was sent; a procedure that sends much unasked waits for it. Absent
   * where the transport itself holds back.
   */
  drained?: (() => Promise<void>) | undefined;
}

/** Makes the context of one request, or of one socket. Never throws: a session that cannot be read shows on use. */
export function createContext(deps: Deps, headers: Headers, info: RequestInfo): Context {
  const { sessions } = deps.ports;
  const tokens = sessions.tokensOf(headers);
  const actor = headers.get(actorHeader);
  const responseHeaders = new Headers();
  const sessionBy = async (carrier: Carrier) => {
    const token = tokens[carrier];
    if (token === undefined) return undefined;
    if (carrier === 'bearer' && isAccessToken(token)) return authenticate(deps.db, token);
    return sessions.validate(deps.db, token, carrier);
  };
  const readSession = async () => {
    const [byBearer, byCookie] = await Promise.all([sessionBy('bearer'), sessionBy('cookie')]);
    if (tokens.bearer !== undefined && tokens.cookie !== undefined && byBearer?.id !== byCookie?.id) {
      // Its owner cannot take back a cookie that ended, and would be rejected for ever.
      const blank = byCookie ? undefined : sessions.blankCookie();
      if (blank !== undefined) responseHeaders.append('set-cookie', blank);
      throw twoSessions();
    }
    const found = byBearer ?? byCookie;
    if (found && actor !== null) checkActor(found, actor);
    return found;
  };
  const recall = (): Recalled | undefined => {
    if (!carriesPreconditions(deps.db)) return undefined;
    const carried = Object.entries(tokens) as [Carrier, string][];
    const [carrier, token] = carried[0] ?? [];
    if (carrier === undefined || token === undefined || carried.length > 1) return undefined;
    const known = sessions.recall(deps.db, token, carrier);
    if (!known) return undefined;
    if (actor !== null && known.session.userId !== actor) return undefined;
    return { session: known.session, precondition: new Precondition(known.stillHolds.compile(deps.db)) };
  };
  let session: Promise<Session | undefined> | undefined;
  let recalled: Recalled | undefined;
  let position: Promise<bigint> | undefined;
  const readPosition = async (userId: string): Promise<bigint> => {
    if (!deps.replicas) throw new Error('There are no replicas.');
    try {
      return await positionOf(deps.db, deps.replicas, userId);
    } catch (error) {
      // The session was not the expected one: the call is done again.
      position = undefined;
      throw error;
    }
  };
  return {
    ...deps,
    ...info,
    session: async (needed = 'session') => {
      session ??= readSession();
      const found = await session;
      if (needed !== 'anything') requireScopes(found, needed);
      return found;
    },
    recallSession: () => (session ? undefined : (recalled ??= recall())),
    position: (userId) => (position ??= readPosition(userId)),
    responseHeaders,
    preparations: {},
    knownDevice: sessions.knownDeviceOf(headers),
    idempotencyKey: headers.get(idempotencyHeader) ?? undefined,
  };
}

const twoSessions = () =>
  new Refusal(
    'BAD_REQUEST',
    'two-sessions',
    'This request carries a cookie and a bearer token of different sessions. Send one of the two.',
  );

/** Throws a 409 where the session is not of the user for whom the client means to call. */
export function checkActor(session: Session, actor: string): void {
  if (session.userId !== actor) throw conflict('another-user', 'Someone else is signed in here now.');
}
