import pg from 'pg';
import type { LogPort } from '#server/ports.ts';
import { markInUse } from '../in-use.ts';
import { keepOpen } from './keep-open.ts';

/** Milliseconds between two proofs that the connection is there, and that one may take. */
const usual = { proveEvery: 10_000, timeoutMs: 5_000 };

/**
 * Opens a connection that marks the database as in use for as long as it lasts: no backup is restored under a server
 * that runs.
 */
export async function openMark(connectionString: string, timeoutMs: number) {
  const client = new pg.Client({
    connectionString,
    application_name: 'gatherwell-doorbell',
    keepAlive: true,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  const { promise: broken, reject } = Promise.withResolvers<never>();
  broken.catch(() => {});
  client.on('error', reject);
  client.on('end', () => reject(new Error('The connection ended.')));
  const close = () => void client.end().catch(() => {});
  try {
    await client.connect();
    await markInUse(client);
  } catch (error) {
    close();
    throw error;
  }
  return { client, broken, close };
}

/** Keeps the mark for a server whose doorbell does not listen to the database. */
export function keepInUse({ connectionString, log }: { connectionString: string; log: LogPort }) {
  return keepOpen({
    async open() {
      const { client, broken, close } = await openMark(connectionString, usual.timeoutMs);
      return { broken, close, prove: () => client.query('select') };
    },
    proveEvery: usual.proveEvery,
    onOpen() {},
    onFailure: (error) => log.warn({ err: error }, 'the database is not marked as in use; trying again'),
  });
}
