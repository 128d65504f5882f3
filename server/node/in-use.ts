import type { ClientBase } from 'pg';

/** The lock that every server process shares for as long as it runs, and that a restore takes for itself. */
const lock = "hashtext('gatherwell in use')";

/** What servers call their connections. */
const ofServers = ['requests', 'doorbell', 'worker', 'set-up'].map((name) => `gatherwell-${name}`);

/** Marks the database as in use for as long as the connection lasts, unless a backup is being restored into it. */
export async function markInUse(client: ClientBase): Promise<void> {
  await client.query(`select pg_try_advisory_lock_shared(${lock})`);
}

/** Resolves to whether a backup is being restored into the database. */
export async function isBeingRestored(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>(
    `select pg_try_advisory_xact_lock_shared(${lock}) as free`,
  );
  return rows[0]?.free !== true;
}

/** Takes the database for as long as the connection lasts. Resolves to false where a server runs on it. */
export async function takeAlone(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(`select pg_try_advisory_lock(${lock}) as held`);
  // A server whose connections broke a moment ago has no lock just now.
  const others = await client.query(
    'select from pg_stat_activity where datname = current_database() and application_name = any($1)',
    [ofServers],
  );
  return rows[0]?.held === true && others.rowCount === 0;
}
