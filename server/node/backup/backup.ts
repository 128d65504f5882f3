import { Readable } from 'node:stream';
import { buffer, json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { migrateTo, migrateToLatest, type Trx } from '#db/database.ts';
import { migrations } from '#db/migrations/index.ts';
import { createPool, createPostgresDb } from '#db/postgres.ts';
import { withoutChecks } from '#db/seeds/without-checks.ts';
import type { LogPort } from '#server/ports.ts';
import { auditOperator } from '../audit-log.ts';
import { takeAlone } from '../in-use.ts';
import type { PictureStorage } from '../ports/picture-storage.ts';
import { Problem } from '../problem.ts';
import { migrateJobs } from '../workers.ts';
import {
  dropEverything,
  enableTriggers,
  findContents,
  findRunMigrations,
  findTables,
  findWaitingJobs,
  isBackedUp,
  prepareTables,
  renewEventEpoch,
  replaceJobs,
  type StoredTable,
  type WaitingJob,
} from './backup.queries.ts';
import {
  checkBackupFile,
  dataFrames,
  type OpenSection,
  readSections,
  sectionFrame,
  writeBackupFile,
} from './backup-file.ts';

/** What a file holds. */
export interface Contents {
  tables: number;
  rows: number;
  files: number;
}

export interface BackupOptions {
  path: string;
  connectionString: string;
  storage: PictureStorage;
  /** Of a transaction that is open: what is backed up is what that one sees. */
  snapshot?: string;
}

/**
 * Writes everything to one file, as it was at one moment, while servers go on. Pictures in a bucket stay there.
 * Throws `Problem`.
 */
export async function backUp(options: BackupOptions): Promise<Contents & { bytes: number }> {
  const { path, connectionString, storage, snapshot } = options;
  const contents: Contents = { tables: 0, rows: 0, files: 0 };
  const written = await onOneConnection(connectionString, 'backup', async (client, transaction) =>
    transaction({ isolation: 'repeatable read' }, async (trx) => {
      if (snapshot !== undefined) await sql`set transaction snapshot ${sql.lit(snapshot)}`.execute(trx);
      const { users } = await findContents(trx);
      if (users === undefined) throw new Problem('The database holds nothing of Gatherwell.');
      const about = {
        createdAt: new Date().toISOString(),
        migrations: await findRunMigrations(trx),
        media: storage.keys ? ('included' as const) : ('bucket' as const),
      };
      return writeBackupFile(path, about, frames(trx, client));
    }),
  );
  return { ...contents, ...written };

  async function* frames(trx: Trx, client: PoolClient): AsyncGenerator<Buffer> {
    const rows: Record<string, number> = {};
    for (const { table, columns } of (await findTables(trx)).filter(isBackedUp)) {
      yield sectionFrame({ kind: 'table', table, columns });
      const copied = client.query(
        // Of a select, because a table with partitions cannot be copied itself.
        copyTo(`copy (select ${columns.map(quoted).join()} from ${quoted(table)}) to stdout`),
      );
      for await (const chunk of copied) yield* dataFrames(chunk);
      rows[table] = copied.rowCount;
      contents.tables++;
      contents.rows += copied.rowCount;
    }
    const jobs = await findWaitingJobs(trx);
    yield sectionFrame({ kind: 'jobs' });
    yield* dataFrames(Buffer.from(JSON.stringify(jobs)));
    // Files are never changed, and removed once nobody has them: all that a user can see are there, whatever happened
    // since.
    for await (const key of storage.keys?.() ?? []) {
      const body = await storage.get(key);
      if (!body) continue;
      yield sectionFrame({ kind: 'file', key });
      yield* dataFrames(body);
      contents.files++;
    }
    yield sectionFrame({ kind: 'end', rows, jobs: jobs.length, files: contents.files });
  }
}

export interface RestoreOptions {
  path: string;
  connectionString: string;
  storage: PictureStorage;
  /** Drops what is in the database. Without it, only an empty one is filled. */
  replace: boolean;
  log: LogPort;
}

/**
 * Fills a database, and the store of pictures, from a file. The database changes in one transaction: it is restored
 * whole, or stays as it was. Everybody has to sign in again, and every device starts over with a snapshot. Throws
 * `Problem`.
 */
export async function restore(
  options: RestoreOptions,
): Promise<Contents & { createdAt: string; hasMedia: boolean }> {
  const { path, connectionString, replace, log } = options;
  const about = await checkBackupFile(path);
  const last = about.migrations.at(-1);
  const known = Object.keys(migrations);
  if (last === undefined || about.migrations.some((name, index) => name !== known[index]))
    throw new Problem(
      `${path} was written by a newer version of Gatherwell, or by another one. Restore it with that version.`,
    );
  const contents = await onOneConnection(connectionString, 'restore', async (client, transaction) => {
    if (!(await takeAlone(client)))
      throw new Problem(
        'A server runs on this database. Stop every server first, and start them afterwards.',
      );
    const { tables, users } = await findContents(createPostgresDb(poolOf(client)));
    if (!replace && tables > 0 && users !== 0)
      throw new Problem(
        `The database is not empty: it has ${users === undefined ? `${tables} tables of another program` : `${users} users`}. ` +
          'Restore into an empty one, or add --replace to drop all that is in it.',
      );
    await migrateJobs(connectionString, log);
    return transaction({}, async (trx) => {
      await dropEverything(trx);
      await migrateTo(trx, last);
      const filled = await fill(trx, client, options);
      await migrateToLatest(trx);
      await renewEventEpoch(trx);
      const details = { from: about.createdAt, isReplaced: replace };
      await auditOperator(trx, { action: 'database-restored', details });
      return filled;
    });
  });
  return { ...contents, createdAt: about.createdAt, hasMedia: about.media === 'included' };
}

/** Puts what is in the file into empty tables. */
async function fill(trx: Trx, client: PoolClient, { path, storage }: RestoreOptions): Promise<Contents> {
  const tables = await findTables(trx);
  const names = tables.map(({ table }) => table);
  const rows: Record<string, number> = {};
  let jobs: WaitingJob[] = [];
  let files = 0;
  let isWhole = false;
  await prepareTables(trx, names);
  await withoutChecks(trx, names, async () => {
    for await (const { section, data } of readSections(path)) {
      if (section.kind === 'table') rows[section.table] = await copyInto(client, section, data, tables);
      else if (section.kind === 'jobs') jobs = (await json(Readable.from(data))) as WaitingJob[];
      else if (section.kind === 'file') {
        await storage.put(section.key, await buffer(Readable.from(data)));
        files++;
      } else
        isWhole =
          section.files === files &&
          section.jobs === jobs.length &&
          JSON.stringify(section.rows) === JSON.stringify(rows);
    }
    if (!isWhole) throw new Problem(`${path} does not hold all that it says. Nothing was restored.`);
  });
  await enableTriggers(trx, names);
  await replaceJobs(trx, jobs);
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return { tables: Object.keys(rows).length, rows: total, files };
}

async function copyInto(
  client: PoolClient,
  { table, columns }: StoredTable,
  data: OpenSection['data'],
  tables: readonly StoredTable[],
): Promise<number> {
  const own = tables.find((each) => each.table === table);
  if (!own || columns.some((column) => !own.columns.includes(column)))
    throw new Problem(`The backup has a table ${table} that its version of the database does not have.`);
  const copying = client.query(copyFrom(`copy ${quoted(table)} (${columns.map(quoted).join()}) from stdin`));
  await pipeline(Readable.from(data), copying);
  return copying.rowCount;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

type Transaction = <T>(
  options: { isolation?: 'repeatable read' },
  work: (trx: Trx) => Promise<T>,
) => Promise<T>;

/** Does some work on one connection: what COPY sends and takes does not go through the query builder. */
async function onOneConnection<T>(
  connectionString: string,
  name: string,
  work: (client: PoolClient, transaction: Transaction) => Promise<T>,
): Promise<T> {
  const pool = createPool({
    connectionString,
    name,
    max: 1,
    timeoutMs: undefined,
    pipeline: false,
    onIdleError: () => {},
  });
  try {
    const client = await pool.connect();
    try {
      // A disk may be slower than a connection may stay silent.
      await client.query('set idle_in_transaction_session_timeout = 0');
      const db = createPostgresDb(poolOf(client));
      return await work(client, ({ isolation }, inside) => {
        const begun = db.transaction();
        return (isolation ? begun.setIsolationLevel(isolation).setAccessMode('read only') : begun).execute(
          inside,
        );
      });
    } finally {
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}

/** A pool that hands out one connection, over and over. */
const poolOf = (client: PoolClient) => ({
  connect: async () => ({ query: client.query.bind(client), release: () => {} }),
  end: async () => {},
  options: {},
});
