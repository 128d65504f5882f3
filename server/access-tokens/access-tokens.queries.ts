import { type Insertable, sql } from 'kysely';
import { compileOnce, executeAlone } from '#db/batch.ts';
import type { Db, Trx } from '#db/database.ts';
import type { AccessTokensTable } from '#db/tables/access-tokens.ts';

/** Days for which a token that ended is still listed. */
const daysListed = 30;

/** How many tokens that ended are listed. */
const mostEnded = 50;

const columns = [
  'id',
  'name',
  'last_four',
  'scopes',
  'allowed_origins',
  'created_at',
  'expires_at',
  'last_used_at',
  'revoked_at',
] as const;

/** The token in force with this hash, and its user. */
export async function findAccessToken(db: Db, { hash, now }: { hash: string; now: Date }) {
  const find = compileOnce('find access token', { hash, now }, (hole) =>
    db
      .selectFrom('access_tokens as t')
      .innerJoin('users as u', 'u.id', 't.user_id')
      .select([
        't.id',
        't.user_id',
        't.scopes',
        't.allowed_origins',
        't.expires_at',
        't.last_used_at',
        'u.user_type',
      ])
      .where('t.hash', '=', hole.hash)
      .where('t.revoked_at', 'is', null)
      .where('t.expires_at', '>', hole.now),
  );
  const [row] = await executeAlone(db, find);
  return row;
}

/** Stores that a token is used, unless that was stored since `before`. */
export async function markUsed(
  db: Db,
  { id, now, before }: { id: string; now: Date; before: Date },
): Promise<void> {
  await db
    .updateTable('access_tokens')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', before)]))
    .execute();
}

/** A user's tokens: those in force, and the last that ended. */
export async function findAccessTokens(db: Db, { userId, now }: { userId: string; now: Date }) {
  const endedAt = sql<Date>`least(expires_at, revoked_at)`;
  const own = db.selectFrom('access_tokens').select(columns).where('user_id', '=', userId);
  const inForce = await own.where(endedAt, '>', now).orderBy('id', 'desc').execute();
  const ended = await own
    .where(endedAt, '<=', now)
    .where(endedAt, '>', daysBefore(now))
    .orderBy(endedAt, 'desc')
    .orderBy('id', 'desc')
    .limit(mostEnded)
    .execute();
  return [...inForce, ...ended];
}

/**
 * Keeps the user's password and other tokens as they are until the transaction ends, and returns whether the session is
 * still in force, and how many tokens are.
 */
export async function lockTokens(trx: Trx, given: { userId: string; sessionId: string; now: Date }) {
  const { userId, sessionId, now } = given;
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  return trx
    .selectNoFrom((eb) => [
      eb
        .exists(
          eb
            .selectFrom('sessions')
            .select('id')
            .where('id', '=', sessionId)
            .where('user_id', '=', userId)
            .where('expires_at', '>', now),
        )
        .as('is_in_force'),
      eb
        .selectFrom('access_tokens')
        .select(sql<number>`count(*)::integer`.as('count'))
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .as('count'),
    ])
    .executeTakeFirstOrThrow();
}

export function insertAccessToken(trx: Trx, token: Insertable<AccessTokensTable>) {
  return trx.insertInto('access_tokens').values(token).returning(columns).executeTakeFirstOrThrow();
}

/** Revokes a user's token; one that was revoked before stays as it is. Undefined where the user has none of this id. */
export function revokeAccessToken(trx: Trx, { id, userId, now }: { id: string; userId: string; now: Date }) {
  return trx
    .updateTable('access_tokens')
    .set({ revoked_at: sql`coalesce(revoked_at, ${now}::timestamptz)` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(columns)
    .executeTakeFirst();
}

/** Revokes all of a user's tokens. */
export async function revokeAccessTokens(trx: Trx, userId: string, now: Date): Promise<void> {
  await trx
    .updateTable('access_tokens')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Whether any token in force allows an origin. */
export async function isOriginListed(
  db: Db,
  { origin, now }: { origin: string; now: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('access_tokens')
    .select('id')
    .where('allowed_origins', '@>', sql<string[]>`array[${origin}]::text[]`)
    .where('allowed_origins', '<>', sql<string[]>`'{}'`)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes tokens that ended so long ago that they are not listed any more. */
export async function sweepAccessTokens(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('access_tokens')
    .where(sql<Date>`least(expires_at, revoked_at)`, '<=', daysBefore(now))
    .execute();
}

const daysBefore = (now: Date) => new Date(now.getTime() - daysListed * 24 * 60 * 60 * 1000);
