import { sql } from 'kysely';
import { executeTogether } from '#db/batch.ts';
import type { Db } from '#db/database.ts';
import type { FileKind } from '#db/tables/files.ts';

/** A file that a user sent. */
export interface FileRow {
  id: string;
  kind: FileKind;
  fileName: string;
  bytes: number;
  received: number;
  width: number | null;
  height: number | null;
  messageId: string | null;
  createdAt: Date;
}

interface NewFile {
  id: string;
  userId: string;
  kind: FileKind;
  fileName: string;
  bytes: number;
  now: Date;
  expiresAt: Date;
}

/** What a user may have of files that no message names. */
export interface UnusedLimit {
  files: number;
  bytes: number;
}

/** Inserts a file of which nothing has arrived. Resolves to false where the user has too many unused ones. */
export function insertFile(db: Db, file: NewFile, limit: UnusedLimit): Promise<boolean> {
  const { id, userId, kind, fileName, bytes, now, expiresAt } = file;
  return db.transaction().execute(async (trx) => {
    const [, inserted] = await executeTogether(trx, [
      // Uploads that begin at once count each other.
      sql`select pg_advisory_xact_lock(hashtextextended(${`files of ${userId}`}, 0))`,
      sql<{ id: string }>`
        insert into files (id, user_id, kind, file_name, bytes, created_at, expires_at)
        select ${id}::uuid, ${userId}::uuid, ${kind}, ${fileName}, ${bytes}::integer, ${now}::timestamptz,
          ${expiresAt}::timestamptz
        from (
          select count(*) as files, coalesce(sum(bytes), 0) as bytes from files
          where user_id = ${userId} and message_id is null
        ) as unused
        where unused.files < ${limit.files} and unused.bytes + ${bytes} <= ${limit.bytes}
        returning id`,
    ]);
    return inserted.length > 0;
  });
}

const fileColumns = [
  'id',
  'kind',
  'file_name as fileName',
  'bytes',
  'received',
  'width',
  'height',
  'message_id as messageId',
  'created_at as createdAt',
] as const;

/** The user's files of these ids that are in use or have not expired. */
export function findFiles(
  db: Db,
  { ids, userId, now }: { ids: readonly string[]; userId: string; now: Date },
): Promise<FileRow[]> {
  return db
    .selectFrom('files')
    .select(fileColumns)
    .where('id', 'in', [...ids])
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('message_id', 'is not', null), eb('expires_at', '>', now)]))
    .execute();
}

/** How many pieces a file may have, each of which is a row and an object in the store. */
export const mostParts = 1000;

/**
 * Adds a piece to a file of the user's that no message names. Resolves to false where there is no such file, it has
 * received more or fewer bytes than lie before the piece, or it has as many pieces as a file may have.
 */
export async function insertPart(
  db: Db,
  part: { fileId: string; userId: string; start: number; bytes: number; name: string },
): Promise<boolean> {
  const { fileId, userId, start, bytes, name } = part;
  const { rows } = await sql`
    with moved as (
      update files set received = received + ${bytes}::integer
      where id = ${fileId} and user_id = ${userId} and message_id is null and received = ${start}
        and received + ${bytes}::integer <= bytes
        and (select count(*) from file_parts where file_id = ${fileId}) < ${mostParts}
      returning id
    )
    insert into file_parts (file_id, start, bytes, name)
    select id, ${start}::integer, ${bytes}::integer, ${name}::uuid from moved
    returning start`.execute(db);
  return rows.length > 0;
}

/** The pieces of a file in their order. */
export function findParts(db: Db, fileId: string): Promise<{ name: string; bytes: number }[]> {
  return db
    .selectFrom('file_parts')
    .select(['name', 'bytes'])
    .where('file_id', '=', fileId)
    .orderBy('start')
    .execute();
}

/** Deletes the rows of a file's pieces. */
export async function deleteParts(db: Db, fileId: string): Promise<void> {
  await db.deleteFrom('file_parts').where('file_id', '=', fileId).execute();
}

/** Stores that a picture was decoded, and what is stored of it. Resolves to false where its row is gone. */
export async function updateDecoded(
  db: Db,
  { id, width, height }: { id: string; width: number; height: number },
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update files set width = ${width}, height = ${height}, received = bytes where id = ${id}`.execute(
      db,
    );
  return numAffectedRows !== 0n;
}

/**
 * Returns the statement that gives complete files of the user's to a message, in the order of the ids. It returns a row
 * for each that it could give.
 */
export const claimFiles = (
  ids: readonly string[],
  { messageId, userId, now }: { messageId: string; userId: string; now: Date },
) => sql<{ id: string }>`
  update files set message_id = ${messageId}, position = given.position, expires_at = ${now}
  from unnest(${ids}::uuid[]) with ordinality as given (id, position)
  where files.id = given.id and user_id = ${userId} and message_id is null and received = bytes
    and expires_at > ${now}
  returning files.id`;

/** A file of a message, for who may see it. */
export interface ReadableFile {
  kind: FileKind;
  fileName: string;
  bytes: number;
}

/** The file, where a message names it that the user has as a member of its conversation; undefined otherwise. */
export function findReadableFile(
  db: Db,
  { id, userId }: { id: string; userId: string },
): Promise<ReadableFile | undefined> {
  return db
    .selectFrom('files')
    .innerJoin('messages', 'messages.id', 'files.message_id')
    .innerJoin('conversation_members as member', 'member.conversation_id', 'messages.conversation_id')
    .select(['files.kind', 'files.file_name as fileName', 'files.bytes'])
    .where('files.id', '=', id)
    .where('member.user_id', '=', userId)
    .whereRef('messages.seq', '>', 'member.cleared_seq')
    .executeTakeFirst();
}

/** Takes unused files from a user, so that they are deleted from the store. Resolves to how many there were. */
export async function releaseFiles(
  db: Db,
  { ids, userId }: { ids: readonly string[]; userId: string },
): Promise<number> {
  if (ids.length === 0) return 0;
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ user_id: null })
    .where('id', 'in', [...ids])
    .where('user_id', '=', userId)
    .where('message_id', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Takes files from their users that no message names, or names any more, and whose time is over. */
export async function releaseExpired(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('files')
    .set({ user_id: null })
    .where('message_id', 'is', null)
    .where('user_id', 'is not', null)
    .where('expires_at', '<=', now)
    .execute();
}

/** Ids of files that wait to be deleted, behind an id. */
export async function findReleased(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('message_id', 'is', null)
    .where('user_id', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes the rows of files that are gone from the store. */
export async function deleteFiles(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom('files')
    .where('id', 'in', [...ids])
    .execute();
}
