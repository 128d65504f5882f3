import { type RawBuilder, sql } from 'kysely';
import { type Adapter, Cookie, type DatabaseSession, Lucia, TimeSpan } from 'lucia';
import { compileOnce, executeAlone } from '#db/batch.ts';
import type { Db } from '#db/database.ts';
import type { UserType } from '#db/tables/columns.ts';
import { randomToken, sha256 } from '../crypto.ts';
import type { Carrier, Session, SessionsPort } from '../ports.ts';
import { knownDeviceDays } from './known-devices.ts';

// Lucia is no longer developed: nothing else imports it.

/** How a host hands tokens to people: browsers keep a cookie; where no cookie can be set, they send the token. */
export type SessionCarrier = { carrier: 'cookie'; secure: boolean } | { carrier: 'bearer' };

/** Days that a session lasts without use, and at most. */
const lifetime = { idle: 14, most: 90 };

const secondsADay = 24 * 60 * 60;

/** For how long, and for how many tokens, the session that was found is remembered. */
const memory = { ms: 60_000, tokens: 20_000 };

const tokenPattern = /^[\w-]{43}$/;

/**
 * Sessions over the `sessions` table. Clients hold 256 random bits for each carrier; the table only has their SHA-256.
 * What a browser keeps out of the reach of scripts cannot be sent as a bearer token, nor the other way round.
 */
export function createSessions(carriage: SessionCarrier): SessionsPort {
  const hasCookies = carriage.carrier === 'cookie';
  const secure = hasCookies && carriage.secure;
  // Browsers take a `__Host-` cookie only over HTTPS, for the whole site and from this very host.
  const cookieName = secure ? '__Host-gatherwell' : 'gatherwell';
  const deviceName = `${cookieName}-device`;
  // Other cookies of the host may hold anything, so nothing is decoded. What is ours needs no decoding.
  const cookiePattern = new RegExp(`(?:^|;) *${cookieName}=([\\w-]{43}) *(?:;|$)`);
  const devicePattern = new RegExp(`(?:^|;) *${deviceName}=([\\w.~-]{1,500}) *(?:;|$)`);

  const luciaOn = (
    db: Db,
    carrier: Carrier = 'cookie',
    find = (tokenHash: string) => findSession(db, carrier, tokenHash),
  ): SessionLucia =>
    new Lucia(createAdapter(db, find), {
      sessionExpiresIn: new TimeSpan(lifetime.idle, 'd'),
      getSessionAttributes: ({ createdAt, bearerHash }) => ({ createdAt, bearerHash }),
      getUserAttributes: ({ userType }) => ({ userType }),
    });
  // The cookie outlives the session: the server decides when a session is over.
  const cookie = (name: string, value: string, maxAge: number) =>
    new Cookie(name, value, { httpOnly: true, secure, sameSite: 'lax', path: '/', maxAge }).serialize();

  /** What was found last, by carrier and the token's hash; the oldest first. */
  const found = new Map<string, { session: Session; at: number }>();
  const keyOf = (carrier: Carrier, tokenHash: string) => `${carrier} ${tokenHash}`;
  const remember = (key: string, session: Session | undefined) => {
    found.delete(key);
    if (!session) return;
    found.set(key, { session, at: Date.now() });
    const [oldest] = found.keys();
    if (found.size > memory.tokens && oldest !== undefined) found.delete(oldest);
  };

  const validateBy = async (lucia: SessionLucia, token: string, carrier: Carrier) => {
    if (!tokenPattern.test(token)) return undefined;
    const tokenHash = sha256(token);
    const session = await validate(lucia, tokenHash);
    remember(keyOf(carrier, tokenHash), session);
    return session;
  };

  return {
    async start(db, userId) {
      const [token, cookieToken] = [randomToken(), randomToken()];
      const lucia = luciaOn(db);
      const attributes = { createdAt: new Date(), bearerHash: sha256(token) };
      await lucia.createSession(userId, attributes, { sessionId: sha256(cookieToken) });
      const session = await validate(lucia, sha256(cookieToken));
      if (!session) throw new Error('A session that was just made is not in force.');
      remember(keyOf('bearer', sha256(token)), session);
      remember(keyOf('cookie', sha256(cookieToken)), session);
      return { token, cookieToken, session };
    },
    validate: (db, token, carrier) => validateBy(luciaOn(db, carrier), token, carrier),
    async validateAll(db, tokens, carrier) {
      const hashes = tokens.filter((token) => tokenPattern.test(token)).map(sha256);
      const rows = await findSessions(db, carrier, [...new Set(hashes)]);
      const byHash = new Map(
        rows.map((row) => [carrier === 'cookie' ? row.id : (row.bearer_hash ?? ''), row]),
      );
      const lucia = luciaOn(db, carrier, async (tokenHash) => byHash.get(tokenHash));
      const sessions: (Session | undefined)[] = [];
      for (const token of tokens) sessions.push(await validateBy(lucia, token, carrier));
      return sessions;
    },
    recall(db, token, carrier) {
      const tokenHash = sha256(token);
      const known = found.get(keyOf(carrier, tokenHash));
      const now = Date.now();
      const isToBeMoved = known && known.session.expiresAt.getTime() - halfIdle <= now;
      if (!known || isToBeMoved || known.at + memory.ms < now) return undefined;
      const { session } = known;
      const given = { tokenHash, sessionId: session.id, movedBefore: new Date(now + halfIdle) };
      const stillHolds = compileOnce(`check session by ${carrier}`, given, (hole) =>
        isStillSo(db, carrier, hole),
      );
      return { session, stillHolds };
    },
    end: (db, sessionId) => luciaOn(db).invalidateSession(sessionId),
    async endAll(db, userId, exceptSessionId) {
      if (exceptSessionId === undefined) return luciaOn(db).invalidateUserSessions(userId);
      await db
        .deleteFrom('sessions')
        .where('user_id', '=', userId)
        .where('id', '<>', exceptSessionId)
        .execute();
    },
    sweep: (db) => luciaOn(db).deleteExpiredSessions(),
    tokensOf(headers) {
      const bearer = /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1];
      const token = hasCookies ? cookiePattern.exec(headers.get('cookie') ?? '')?.[1] : undefined;
      return { ...(bearer !== undefined && { bearer }), ...(token !== undefined && { cookie: token }) };
    },
    cookieFor: (token) => (hasCookies ? cookie(cookieName, token, lifetime.most * secondsADay) : undefined),
    blankCookie: () => (hasCookies ? cookie(cookieName, '', 0) : undefined),
    knownDeviceOf: (headers) =>
      hasCookies ? devicePattern.exec(headers.get('cookie') ?? '')?.[1] : undefined,
    knownDeviceCookie: (value) =>
      hasCookies ? cookie(deviceName, value, knownDeviceDays * secondsADay) : undefined,
  };
}

async function validate(lucia: SessionLucia, tokenHash: string): Promise<Session | undefined> {
  const { session, user } = await lucia.validateSession(tokenHash);
  if (!session) return undefined;
  const expiresAt = noLaterThanAllowed(session.expiresAt, session.createdAt);
  return { id: session.id, userId: user.id, userType: user.userType, expiresAt };
}

/** Milliseconds before its end from which on Lucia moves the end of a session that is used. */
const halfIdle = (lifetime.idle / 2) * secondsADay * 1000;

/** Returns the statement that fails where a token's session is not in force, or is to be moved forward. */
function isStillSo(
  db: Db,
  carrier: Carrier,
  { tokenHash, sessionId, movedBefore }: { tokenHash: string; sessionId: string; movedBefore: Date },
) {
  const session = db
    .selectFrom('sessions')
    .select('id')
    .where(carrier === 'cookie' ? 'id' : 'bearer_hash', '=', tokenHash)
    .where('id', '=', sessionId)
    .where('expires_at', '>', movedBefore);
  return sql`select case when exists (${session}) then true else precondition_failed() end`;
}

function noLaterThanAllowed(expiresAt: Date, createdAt: Date): Date {
  return new Date(Math.min(expiresAt.getTime(), createdAt.getTime() + lifetime.most * secondsADay * 1000));
}

/** A query for sessions with their users, by the hash of the carrier's token. */
const sessionsBy = (db: Db, carrier: Carrier, tokenHash: string | RawBuilder<string>) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.id', 's.bearer_hash', 's.user_id', 's.expires_at', 's.created_at', 'u.user_type'])
    .where(carrier === 'cookie' ? 's.id' : 's.bearer_hash', '=', tokenHash);

async function findSession(db: Db, carrier: Carrier, tokenHash: string): Promise<SessionRow | undefined> {
  // Every request asks for it.
  const find = compileOnce(`find session by ${carrier}`, { tokenHash }, (hole) =>
    sessionsBy(db, carrier, hole.tokenHash),
  );
  const [row] = await executeAlone(db, find);
  return row;
}

const findSessions = (db: Db, carrier: Carrier, tokenHashes: readonly string[]): Promise<SessionRow[]> =>
  sessionsBy(db, carrier, sql<string>`any(${tokenHashes}::text[])`).execute();

/** What Lucia needs of a database; `find` looks up a session and its user by a token's hash. */
function createAdapter(db: Db, find: (tokenHash: string) => Promise<SessionRow | undefined>): Adapter {
  return {
    async getSessionAndUser(tokenHash) {
      const row = await find(tokenHash);
      if (!row) return [null, null];
      return [toDatabaseSession(row), { id: row.user_id, attributes: { userType: row.user_type } }];
    },
    async getUserSessions(userId) {
      const rows = await db
        .selectFrom('sessions')
        .select(['id', 'bearer_hash', 'user_id', 'expires_at', 'created_at'])
        .where('user_id', '=', userId)
        .execute();
      return rows.map(toDatabaseSession);
    },
    async setSession({ id, userId, expiresAt, attributes }) {
      await db
        .insertInto('sessions')
        .values({
          id,
          bearer_hash: attributes.bearerHash,
          user_id: userId,
          expires_at: expiresAt,
          created_at: attributes.createdAt,
        })
        .execute();
    },
    async updateSessionExpiration(sessionId, expiresAt) {
      const latest = sql<Date>`least(${expiresAt}::timestamptz, created_at + make_interval(days => ${lifetime.most}))`;
      await db
        .updateTable('sessions')
        .set({ expires_at: latest })
        .where('id', '=', sessionId)
        // Near its last day a session is looked at often and cannot be moved any more: that writes nothing.
        .where('expires_at', '<', latest)
        .execute();
    },
    async deleteSession(sessionId) {
      await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
    },
    async deleteUserSessions(userId) {
      await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
    },
    async deleteExpiredSessions() {
      await db.deleteFrom('sessions').where('expires_at', '<=', new Date()).execute();
    },
  };
}

interface StoredSession {
  id: string;
  bearer_hash: string | null;
  user_id: string;
  expires_at: Date;
  created_at: Date;
}

interface SessionRow extends StoredSession {
  user_type: UserType;
}

function toDatabaseSession(row: StoredSession): DatabaseSession {
  return {
    id: row.id,
    userId: row.user_id,
    expiresAt: row.expires_at,
    attributes: { createdAt: row.created_at, bearerHash: row.bearer_hash },
  };
}

type SessionLucia = Lucia<SessionAttributes, { userType: UserType }>;

interface SessionAttributes {
  createdAt: Date;
  bearerHash: string | null;
}

declare module 'lucia' {
  interface Register {
    Lucia: SessionLucia;
    DatabaseSessionAttributes: SessionAttributes;
    DatabaseUserAttributes: { userType: UserType };
  }
}
