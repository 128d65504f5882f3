import type { Db, Trx } from '#db/database.ts';

/** Creates a secret address for a user's calendar in place of the one that it had. */
export async function replaceAddress(
  trx: Trx,
  { userId, tokenHash, createdAt }: { userId: string; tokenHash: string; createdAt: Date },
): Promise<void> {
  const address = { token_hash: tokenHash, created_at: createdAt };
  await trx
    .insertInto('calendar_addresses')
    .values({ user_id: userId, ...address })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(address))
    .execute();
}

/** Returns whether there was one. */
export async function deleteAddress(trx: Trx, userId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('calendar_addresses')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Since when a user's calendar has a secret address, if it has one. */
export async function findAddress(db: Db, userId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('calendar_addresses')
    .select('created_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.created_at;
}

/** Whose calendar a secret address stands for, if it stands for one. */
export function findOwnerByToken(db: Db, tokenHash: string) {
  return db
    .selectFrom('calendar_addresses as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select(['u.id', 'u.user_type'])
    .where('a.token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** The name of an organization that has a calendar for everybody. */
export async function findOrganizationName(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('organizations')
    .select('name')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.name;
}
