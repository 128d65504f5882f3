import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import type { JobName } from '#server/jobs.ts';

/** What a backup does not hold: nobody's sign-in or access token, links to reset passwords, deliveries to webhooks, counts of attempts, and event logs. */
const leftOut = new Set([
  'sessions',
  // A token that was revoked after the backup must not come back.
  'access_tokens',
  // Logins at social networks, which belong to sessions.
  'social_authorizations',
  'password_resets',
  // What was on its way then has arrived.
  'webhook_deliveries',
  'rate_limits',
  // A restored log has another epoch: every device takes a snapshot, and no event before it is ever read.
  'user_events',
]);

/** Whether a job that waits belongs in a backup: mails do not, since the server that goes on sends them. */
const isKept: Record<JobName, boolean> = {
  'announce-post': true,
  'announce-share': true,
  'make-area-file': true,
  'purge-messages': true,
  'send-bulk-message': true,
  'add-to-cultivation': true,
  'refresh-cultivation': true,
  'sort-cultivation': true,
  'announce-follow-invitations': true,
  'move-reminders': true,
  'recover-password': false,
  'mail-invitation': false,
  'mail-follow-invitation': false,
  'mail-reconnect': false,
  'mail-reminder': false,
  'mail-webhook-disabled': false,
  'sweep-events': false,
  'sweep-operations': false,
  'sweep-sessions': false,
  'sweep-files': false,
};

export interface StoredTable {
  table: string;
  /** Those that are stored; generated ones come by themselves. */
  columns: string[];
}

export interface WaitingJob {
  name: string;
  payload: unknown;
  runAt: string;
}

/** Resolves to every table of the product, with its columns, but for the migrator's own. */
export async function findTables(db: Db): Promise<StoredTable[]> {
  const { rows } = await sql<StoredTable>`
    select c.relname as "table", array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not like 'kysely_migration%'
    group by c.relname order by c.relname`.execute(db);
  return rows;
}

export const isBackedUp = ({ table }: StoredTable) => !leftOut.has(table);

/** Resolves to the names of the migrations that were run, oldest first. */
export async function findRunMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Resolves to the jobs that a backup keeps. The library has no public view of their payloads. */
export async function findWaitingJobs(db: Db): Promise<WaitingJob[]> {
  const { rows: found } = await sql<{
    exists: boolean;
  }>`select to_regclass('graphile_worker._private_jobs') is not null as exists`.execute(db);
  if (!found[0]?.exists) return [];
  const kept = Object.entries(isKept).flatMap(([name, keep]) => (keep ? [name] : []));
  const { rows } = await sql<WaitingJob>`
    select t.identifier as name, j.payload, j.run_at::text as "runAt"
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = any(${kept}::text[]) and j.attempts < j.max_attempts
    order by j.id`.execute(db);
  return rows;
}

/** Puts these jobs into the queue in place of whatever is there. */
export async function replaceJobs(trx: Trx, jobs: readonly WaitingJob[]): Promise<void> {
  await sql`delete from graphile_worker._private_jobs`.execute(trx);
  await sql`
    select graphile_worker.add_job(job.name, job.payload, run_at => job.run_at)
    from unnest(
      ${jobs.map(({ name }) => name)}::text[],
      ${jobs.map(({ payload }) => JSON.stringify(payload))}::json[],
      ${jobs.map(({ runAt }) => runAt)}::timestamptz[]
    ) as job (name, payload, run_at)`.execute(trx);
}

/** Resolves to how many tables there are, and how many users, where there is such a table. */
export async function findContents(db: Db): Promise<{ tables: number; users: number | undefined }> {
  const { rows } = await sql<{ tables: number; is_ours: boolean }>`
    select count(*) as tables, to_regclass('public.users') is not null and to_regclass('public.kysely_migration') is not null as is_ours
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(db);
  const { tables = 0, is_ours: isOurs = false } = rows[0] ?? {};
  if (!isOurs) return { tables, users: undefined };
  const counted = await sql<{ users: number }>`select count(*) as users from users`.execute(db);
  return { tables, users: counted.rows[0]?.users ?? 0 };
}

/** Drops everything in the schema `public` but for what belongs to extensions. */
export async function dropEverything(trx: Trx): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    with own as (
      select 1 as turn, format('drop %s if exists %s cascade',
        case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
        oid::regclass) as statement, 'pg_class'::regclass as class, oid
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      union all
      select 2, format('drop routine if exists %s cascade', oid::regprocedure), 'pg_proc'::regclass, oid
      from pg_proc where pronamespace = 'public'::regnamespace
      union all
      select 3, format('drop type if exists %s cascade', oid::regtype), 'pg_type'::regclass, oid
      from pg_type where typnamespace = 'public'::regnamespace and typtype in ('d', 'e')
    )
    select statement from own where not exists (
      select from pg_depend d where d.classid = own.class and d.objid = own.oid and d.deptype = 'e'
    ) order by turn`.execute(trx);
  for (const { statement } of rows) await sql.raw(statement).execute(trx);
}

/** Empties tables that migrations filled, and keeps triggers from writing what a backup brings along. */
export async function prepareTables(trx: Trx, tables: readonly string[]): Promise<void> {
  // First, because the audit log's own trigger rejects that it is emptied.
  for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx);
  await sql`truncate ${sql.join(tables.map((table) => sql.table(table)))}`.execute(trx);
}

export async function enableTriggers(trx: Trx, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx);
}

/** Names the event log anew, so that no device goes on at a cursor of another history. */
export async function renewEventEpoch(trx: Trx): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('event_epoch')
    .set({ epoch: sql`gen_random_uuid()` })
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw new Error('The database does not have one event epoch.');
}
