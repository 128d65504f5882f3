import { type InsertObject, sql } from 'kysely';
import type { Db, Trx } from '../database.ts';
import type { Database } from '../schema.ts';
import type { UserType } from '../tables/columns.ts';
import { seedLookups } from './lookups.ts';
import { weaveCommunity } from './weave/community.ts';
import { emailOf } from './weave/members.ts';
import { type StorePicture, storePictures } from './weave/pictures.ts';

/** With which everybody in the demo community signs in. */
export const demoPassword = 'gatherwell';

/** An account to look around with. */
export interface DemoAccount {
  userType: UserType;
  email: string;
  password: string;
  /** What is to be seen with it, in a few words. */
  about: string;
}

export interface DemoAccounts {
  /** False where the database had users already and was left alone. */
  seeded: boolean;
  /** The accounts to show to whoever starts the program; none where the database has other users. */
  accounts: readonly DemoAccount[];
}

const shownAround = [
  {
    handle: 'larkfield',
    userType: 'organization',
    about: 'an organization with followers, drafts and scheduled posts',
  },
  { handle: 'maria', userType: 'individual', about: 'follows eight organizations and has friends' },
  { handle: 'noor', userType: 'individual', about: 'is new and follows nobody' },
] as const;

/**
 * Fills an empty database with the demo community: invented people and organizations in and around Toronto and
 * Philadelphia, what they published, and how they responded. Dates are around `now`, and the same `now` makes the
 * same rows but for what `hashPassword` and `storePicture` return. A database with users is left as it is; of two
 * calls at once, one seeds. Rejects, and leaves no rows, where a picture cannot be stored.
 */
export async function seedDemo(
  db: Db,
  options: {
    now: Date;
    hashPassword(password: string): Promise<string>;
    storePicture: StorePicture;
  },
): Promise<DemoAccounts> {
  if (await hasUsers(db)) return { seeded: false, accounts: await findShownAround(db) };
  const passwordHash = await options.hashPassword(demoPassword);
  const pictures = await storePictures(options.storePicture);
  const seeded = await db.transaction().execute(async (trx) => {
    // Two first starts at once: the later one finds users when it comes to its turn.
    await sql`select pg_advisory_xact_lock(hashtext('seed demo'))`.execute(trx);
    if (await hasUsers(trx)) return false;
    await seedLookups(trx);
    await insertAll(trx, weaveCommunity({ now: options.now, passwordHash, pictures }));
    await sql`call count_statistics()`.execute(trx);
    return true;
  });
  return { seeded, accounts: await findShownAround(db) };
}

async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function findShownAround(db: Db): Promise<DemoAccount[]> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where(
      'email',
      'in',
      shownAround.map(({ handle }) => emailOf(handle)),
    )
    .execute();
  const present = new Set(rows.map(({ email }) => email));
  return shownAround
    .map(({ handle, ...account }) => ({ ...account, email: emailOf(handle), password: demoPassword }))
    .filter(({ email }) => present.has(email));
}

/** Postgres takes 65,535 parameters a statement; no table here has more than 32 columns. */
const rowsPerStatement = 2000;

async function insertAll(trx: Trx, rows: ReturnType<typeof weaveCommunity>): Promise<void> {
  for (const [table, all] of Object.entries(rows) as [
    keyof Database,
    InsertObject<Database, keyof Database>[],
  ][])
    for (let start = 0; start < all.length; start += rowsPerStatement)
      await trx
        .insertInto(table)
        .values(all.slice(start, start + rowsPerStatement))
        .execute();
}
