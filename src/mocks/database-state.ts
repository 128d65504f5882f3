import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { keptTables } from './seeds/empty.ts';

/**
 * The community of a database as a text, to be loaded into the database of the same seed elsewhere. It holds rows by
 * the names of their columns, so that it outlives a migration that adds some.
 */
interface State {
  tables: Record<string, unknown[]>;
  sequences: Record<string, string | null>;
}

/** Who is signed in where, and what the server makes for itself: no part of a community. */
const passing = [
  'public.sessions',
  'public.password_resets',
  'public.access_tokens',
  'public.presences',
  'public.presence_processes',
  'public.rate_limits',
  'public.operations',
  'mocked.jobs',
  'mocked.parts',
  'mocked.fresh_communities',
];
/** What comes with the seed, and is only added to. */
const addedTo = ['mocked.pictures', 'mocked.documents'];

/**
 * Returns what was changed since the seed began: the whole community, with pictures and files that were added to it.
 * Undefined where nothing was changed. Nobody's password is in it.
 */
export async function exportState(db: Db): Promise<string | undefined> {
  const { rows: changed } = await sql<{ name: string }>`
    select t.name from mocked.tracked_tables t cross join lateral (
      select version from mocked.copies c where c.name = t.name order by snapshot_id limit 1
    ) copy
    where copy.version <> t.version and t.name <> all (${passing}::text[])`.execute(db);
  if (changed.length === 0) return undefined;

  const tables: State['tables'] = {};
  for (const { name, columns } of await findTables(db)) {
    const isAddedTo = addedTo.includes(name);
    if (passing.includes(name) || (isAddedTo && !changed.some((one) => one.name === name))) continue;
    const isNew = isAddedTo
      ? sql`where t::text not in (
          select unnest(content) from mocked.copies
          where snapshot_id = (select min(snapshot_id) from mocked.copies c where c.name = ${name}) and copies.name = ${name})`
      : sql``;
    const { rows } = await sql<{ rows: Record<string, unknown>[] | null }>`
      select json_agg(r) as rows
      from (select ${sql.raw(columns)} from ${sql.raw(name)} t ${isNew}) r`.execute(db);
    const found = rows[0]?.rows ?? [];
    if (found.length > 0)
      tables[name] = name === 'public.users' ? found.map((user) => ({ ...user, password_hash: '' })) : found;
  }
  const { rows: sequences } = await sql<{ name: string; last: string | null }>`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
    where schemaname in ('public', 'mocked') and sequencename not in ('versions', 'snapshots_id_seq')`.execute(
    db,
  );
  const state: State = {
    tables,
    sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last])),
  };
  return pack(JSON.stringify(state));
}

/**
 * Puts such a state in place of the community.
 * @param passwordHash everybody's from now on
 */
export async function importState(db: Db, packed: string, passwordHash: string): Promise<void> {
  const { tables, sequences } = JSON.parse(await unpack(packed)) as State;
  const known = await findTables(db);
  await db.transaction().execute(async (trx) => {
    // Without triggers and checks between tables: all of them are right again at the end.
    await sql`set local session_replication_role = replica`.execute(trx);
    // Snapshots go by these.
    await keepCopies(trx, known);
    await sql`truncate ${sql.raw(
      known
        .filter(({ name }) => !addedTo.includes(name))
        .map(({ name }) => name)
        .join(', '),
    )}`.execute(trx);
    for (const { name, columns } of known) {
      const rows = tables[name];
      if (!rows) continue;
      await sql`
        insert into ${sql.raw(name)} (${sql.raw(columns)}) overriding system value
        select ${sql.raw(columns)} from json_populate_recordset(null::${sql.raw(name)}, ${JSON.stringify(rows)}::json)
        on conflict do nothing`.execute(trx);
    }
    await trx.updateTable('users').set({ password_hash: passwordHash }).execute();
    for (const [name, last] of Object.entries(sequences))
      await sql`select setval(${name}::regclass, coalesce(${last}::bigint, 1), ${last !== null})`.execute(
        trx,
      );
    // Devices must not go on with what they have.
    await sql`update event_epoch set epoch = gen_random_uuid()`.execute(trx);
  });
}

/** What the trigger of each table does when it is written to. */
async function keepCopies(trx: Trx, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    await sql`select mocked.keep_copy(${name})`.execute(trx);
    await sql`update mocked.tracked_tables set version = nextval('mocked.versions') where name = ${name}`.execute(
      trx,
    );
  }
}

interface Table {
  name: string;
  /** All but generated ones, as SQL. */
  columns: string;
}

/** Returns the tables of a community. */
async function findTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select name, columns from mocked.tracked_tables where name <> all (${keptTables}::text[]) order by name`.execute(
    db,
  );
  return rows;
}

/** Gzipped, in base64. */
async function pack(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = '';
  for (let start = 0; start < bytes.length; start += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  return btoa(binary);
}

async function unpack(packed: string): Promise<string> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).text();
}
