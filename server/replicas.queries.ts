import { sql } from 'kysely';
import { compileOnce, type Statement } from '#db/batch.ts';

/**
 * Returns the statement that reads, on the primary, a user's version and how far its write-ahead log is on the disk.
 *
 * The version is the transaction that last changed the end of the user's event log. What is committed becomes visible only
 * once it is on the disk, so the position, which is read after the version, is behind everything of that transaction.
 */
export const findPosition = (userId: string): Statement<{ version: string | null; position: string }> =>
  compileOnce(
    'find position',
    { userId },
    (hole) => sql<{ version: string | null; position: string }>`
      select (select xmin::text from user_heads where user_id = ${hole.userId}::uuid) as version,
        pg_current_wal_flush_lsn()::text as position`,
  );

/** Returns the statement that gives a user another version; the end of the event log stays what it is. */
export const raiseVersion = (userId: string): Statement =>
  compileOnce(
    'raise version',
    { userId },
    (hole) => sql`
      insert into user_heads (user_id, seq) select id, 0 from users where id = ${hole.userId}::uuid
      on conflict (user_id) do update set seq = user_heads.seq`,
  );
