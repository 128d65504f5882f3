import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { mayKnowPresence } from '../access.ts';

/** Returns those of the users who are connected, as far as the viewer may know. */
export async function findConnectedAmong(
  db: Db,
  viewerId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom(sql<{ id: string }>`unnest(${userIds}::uuid[])`.as<'watched'>(sql`watched(id)`))
    .select('watched.id')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('presences as p')
          .innerJoin('presence_processes as process', 'process.id', 'p.process_id')
          .select('p.user_id')
          .whereRef('p.user_id', '=', 'watched.id')
          .where('process.alive_until', '>', sql<Date>`now()`),
      ),
    )
    .where(mayKnowPresence('watched.id', viewerId))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Returns those of the users of whose presence the viewer may know. */
export async function findKnownAmong(
  db: Db,
  viewerId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom(sql<{ id: string }>`unnest(${userIds}::uuid[])`.as<'watched'>(sql`watched(id)`))
    .select('watched.id')
    .where(mayKnowPresence('watched.id', viewerId))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Returns whether the viewer may know of the user's presence; the same holds the other way round. */
export async function knowPresenceOfEachOther(db: Db, viewerId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('users.id')
    .where('users.id', '=', userId)
    .where('users.id', '<>', viewerId)
    .where(mayKnowPresence('users.id', viewerId))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Notes that a process runs, for so many milliseconds more. Returns whether it counted as running before; where it did
 * not, the users that it had stored are gone.
 */
export async function keepProcessAlive(db: Db, processId: string, milliseconds: number): Promise<boolean> {
  // The insert selects from what was before, which is therefore looked at first.
  const { rows } = await sql<{ was_alive: boolean }>`
    with before as (
      select alive_until > now() as was_alive from presence_processes where id = ${processId} for update
    ),
      looked as (select coalesce(bool_or(was_alive), false) as was_alive from before),
      gone as (
        delete from presences where process_id = ${processId} and not (select was_alive from looked)
      ),
      kept as (
        insert into presence_processes as process (id, alive_until)
        select ${processId}::uuid, now() + ${milliseconds}::integer * interval '1 millisecond' from looked
        on conflict (id) do update set alive_until = excluded.alive_until
      )
    select was_alive from looked`.execute(db);
  return rows[0]?.was_alive ?? false;
}

/**
 * Stores which users came to a process and which left it. Returns false, with nothing stored, where the process has no
 * row any more: another one has swept it, or the database has crashed.
 */
export async function savePresences(
  db: Db,
  { processId, entered, left }: { processId: string; entered: readonly string[]; left: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql<{ is_known: boolean }>`
    with process as (select id from presence_processes where id = ${processId} for key share),
      gone as (delete from presences where process_id = ${processId} and user_id = any(${left}::uuid[])),
      come as (
        insert into presences (user_id, process_id)
        select users.id, process.id from users, process where users.id = any(${entered}::uuid[])
        on conflict do nothing
      )
    select exists (select from process) as is_known`.execute(db);
  return rows[0]?.is_known ?? false;
}

/** Deletes the processes that no longer run, with their users. Returns the users. */
export async function sweepProcesses(db: Db): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    with dead as (select id from presence_processes where alive_until < now() for update skip locked),
      people as (select distinct user_id from presences where process_id in (select id from dead)),
      gone as (delete from presence_processes where id in (select id from dead))
    select user_id from people`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Deletes a process of which all users have left. */
export async function deleteProcess(db: Db, processId: string): Promise<void> {
  await db.deleteFrom('presence_processes').where('id', '=', processId).execute();
}
