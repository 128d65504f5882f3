import type { Db, Trx } from '#db/database.ts';
import type { UserType } from '#db/tables/columns.ts';
import { openWallet } from '../wallet/wallet.queries.ts';

/** The account behind a mail address in lower case. */
export function findAccountByEmail(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'user_type', 'password_hash', 'password_changed_at'])
    .where('email', '=', email)
    .executeTakeFirst();
}

/** A secret that the processes of this installation share. */
export async function findServerSecret(db: Db, name: 'known-devices'): Promise<string> {
  const { secret } = await db
    .selectFrom('server_secrets')
    .select('secret')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return secret;
}

/**
 * Keeps the password as it is until the transaction ends, and returns what it is. Others may do so at the same time;
 * who changes it waits.
 */
export function lockPassword(trx: Trx, userId: string) {
  return trx
    .selectFrom('users')
    .select(['password_hash', 'password_changed_at'])
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst();
}

/** Keeps others from changing the password of the account that a reset token is for, or from using the token. */
export async function lockAccountOfReset(trx: Trx, tokenHash: string): Promise<void> {
  await trx
    .selectFrom('users as u')
    .innerJoin('password_resets as r', 'r.user_id', 'u.id')
    .select('u.id')
    .where('r.token_hash', '=', tokenHash)
    .forNoKeyUpdate('u')
    .execute();
}

export function findPasswordHash(db: Db, userId: string) {
  return db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst();
}

/**
 * Makes an account with its profile, event head and wallet. Returns false where the address is taken.
 *
 * @param account `coins`: how many it starts with
 */
export async function insertAccount(
  trx: Trx,
  account: {
    id: string;
    userType: UserType;
    email: string;
    passwordHash: string;
    createdAt: Date;
    coins: number;
  },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('users')
    .values({
      id: account.id,
      user_type: account.userType,
      email: account.email,
      password_hash: account.passwordHash,
      created_at: account.createdAt,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return false;
  await trx.insertInto('user_heads').values({ user_id: account.id, seq: 0 }).execute();
  await openWallet(trx, { userId: account.id, coins: account.coins, now: account.createdAt });
  const profile = { user_id: account.id, address: '{}' };
  if (account.userType === 'organization') await trx.insertInto('organizations').values(profile).execute();
  else await trx.insertInto('individuals').values(profile).execute();
  return true;
}

/**
 * Sets another password and voids the links that would reset it. Returns false and does nothing where the password is
 * not `from` any more.
 *
 * @param change `from`: the hash that the old password was checked against, where one was
 */
export async function updatePassword(
  trx: Trx,
  change: { userId: string; from?: string; to: string; now: Date },
): Promise<boolean> {
  let update = trx
    .updateTable('users')
    .set({ password_hash: change.to, password_changed_at: change.now })
    .where('id', '=', change.userId);
  if (change.from !== undefined) update = update.where('password_hash', '=', change.from);
  const { numUpdatedRows } = await update.executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await trx
    .deleteFrom('password_resets')
    .where('user_id', '=', change.userId)
    // Used ones do not matter, and the one that is being used is among them.
    .where('used_at', 'is', null)
    .execute();
  return true;
}

/** Keeps a reset token's hash; the user's older ones end. */
export async function insertPasswordReset(
  trx: Trx,
  reset: { tokenHash: string; userId: string; expiresAt: Date },
): Promise<void> {
  await trx.deleteFrom('password_resets').where('user_id', '=', reset.userId).execute();
  await trx
    .insertInto('password_resets')
    .values({
      token_hash: reset.tokenHash,
      user_id: reset.userId,
      expires_at: reset.expiresAt,
      used_at: null,
    })
    .execute();
}

/** Uses up a reset token. Of any number of simultaneous uses one gets the user; the others get nothing. */
export function takePasswordReset(trx: Trx, tokenHash: string, now: Date) {
  return trx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
}

/** What the signed-in user's screens need to know about them. */
export function findCurrentUser(db: Db, userId: string) {
  return db
    .selectFrom('users as u')
    .leftJoin('individuals as i', 'i.user_id', 'u.id')
    .leftJoin('organizations as o', 'o.user_id', 'u.id')
    .select([
      'u.id',
      'u.user_type',
      'u.email',
      'i.first_name',
      'i.last_name',
      'o.name',
      'i.profile_picture as individual_picture',
      'o.profile_picture as organization_picture',
    ])
    .where('u.id', '=', userId)
    .executeTakeFirst();
}
