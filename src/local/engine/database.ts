import { Dexie, RangeSet, type Table } from 'dexie';
import type { EventHead, LoggedEvent } from '#server/events/events.schema.ts';
import { newerVersion } from '#src/app/newer-version.ts';
import { registeredCollections } from './collection.ts';
import type { Collections, LocalDatabase } from './types.ts';

/** What the engine knows of the database as a whole, by name. Collections add facts of their own: `defineFact`. */
interface EngineFacts {
  /** The shape of the rows. Where it differs from the program's, they are dropped. */
  schemaHash: string;
  /** The last opIds that were taken into the outbox, whatever became of them. */
  taken: string[];
  /** The last event that the rows contain. */
  cursor: EventHead;
  /** How many changes were applied on this device. */
  revision: number;
  /** The last events that changed rows which were not there: a request under way may return them as they were before. */
  missed: { event: LoggedEvent; revision: number }[];
}

/** The engine's tables. */
const engineStores = {
  meta: 'name',
  outbox: 'opId, order, lane',
  drafts: 'key',
  files: 'fileId',
  blobs: 'fileId',
};

/** The tables that hold what only this device has. */
const ownStores: readonly string[] = [
  'outbox',
  'drafts',
  'files',
  'blobs',
] satisfies (keyof typeof engineStores)[];

const ownFacts: readonly string[] = ['schemaHash', 'taken'] satisfies (keyof EngineFacts)[];

/** Begins the names of responses that are kept in `meta` (`defineSavedViews`). */
export const savedPrefix = 'saved ';

const prefix = 'gatherwell-';

/**
 * Opens a user's database, which is created where there is none. Rows of another shape are dropped, except for what
 * only this device has. Where it cannot be opened, and once it is closed, or deleted by another tab, its reads reject
 * and `hasFailed()` returns true: a read that opened it again would recreate an empty database after a sign-out.
 * @param schemaHash the shape of the rows that this program reads and writes
 */
export function openDatabase(
  userId: string,
  schemaHash: string = import.meta.env.LOCAL_SCHEMA_HASH,
  collections: Collections = registeredCollections(),
): LocalDatabase {
  const db = Object.assign(new Dexie(prefix + userId, { autoOpen: false }), {
    userId,
    schemaHash,
    collections,
  }) as LocalDatabase;
  const { stores } = collections;
  // Dexie adds to a database of an earlier version what is missing there.
  db.version(Math.max(1, ...stores.map(({ since }) => since))).stores({
    ...Object.fromEntries(stores.map(({ name, schema }) => [name, schema])),
    ...engineStores,
  });
  db.on('versionchange', ({ newVersion }) => {
    // Not deleted, but given tables that this program does not know.
    if (newVersion !== null) newerVersion.announce();
    db.close({ disableAutoOpen: true });
    return false;
  });
  db.on('close', () =>
    queueMicrotask(() => {
      // The browser closed it: its data was cleared, or it is broken. Dexie would open it again.
      if (!db.hasFailed()) db.close({ disableAutoOpen: true });
    }),
  );
  db.on('ready', async (opened) => {
    const ready = opened as LocalDatabase;
    const foundHash = await readMeta(ready, 'schemaHash');
    // An older program that is still open does not drop what a newer one keeps.
    if (foundHash === schemaHash || (newerVersion.signal.aborted && foundHash !== undefined)) return;
    await forgetRows(ready);
    await writeMeta(ready, { schemaHash });
  });
  db.open().catch(() => {
    // Every read waits for this and rejects with the same error.
  });
  return db;
}

/** Returns the tables that hold what the server could give again, and `meta`. */
export const replicaTables = (db: LocalDatabase): Table[] =>
  db.tables.filter(({ name }) => !ownStores.includes(name));

/**
 * Empties everything that the server could give again. Keeps what only this device has, and the schema hash.
 * @param keepsSaved whether saved views are kept, too, which show how old they are
 */
export async function forgetRows(db: LocalDatabase, keepsSaved = false): Promise<void> {
  const tables = replicaTables(db);
  await db.transaction('rw', tables, async () => {
    for (const table of tables) if (table.name !== 'meta') await table.clear();
    await db.meta
      .where('name')
      .noneOf(ownFacts)
      .filter(({ name }) => !keepsSaved || !name.startsWith(savedPrefix))
      .delete();
  });
}

/** Returns the ids of the users who have a database on this device. */
export async function usersWithDatabases(): Promise<string[]> {
  const names = await Dexie.getDatabaseNames();
  return names.flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
}

/** Deletes a user's database from this device. Resolves once every tab has closed it and it is gone. */
export async function deleteDatabase(userId: string): Promise<void> {
  const doomed = new Dexie(prefix + userId, { autoOpen: false });
  // Another tab finishes a transaction before it closes: nothing to warn of.
  doomed.on('blocked', () => false);
  await doomed.delete({ disableAutoOpen: true });
}

/**
 * Has every tab read everything anew, also what found no database to read: nobody knows what a tab changed that ended between
 * a commit and its notification, nor what a database holds that is opened again.
 */
export function announceUnknownChanges(): void {
  Dexie.on.storagemutated.fire({ all: new RangeSet(Dexie.minKey, Dexie.maxKey) });
}

/** Resolves to a fact about the database, or to undefined where it is not known yet. */
export const readMeta = <Name extends keyof EngineFacts>(
  db: LocalDatabase,
  name: Name,
): Promise<EngineFacts[Name] | undefined> => readFact(db, name) as Promise<EngineFacts[Name] | undefined>;

/** Returns how many changes were applied so far. */
export async function currentRevision(db: LocalDatabase): Promise<number> {
  return (await readMeta(db, 'revision')) ?? 0;
}

/** Sets some facts about the database. */
export const writeMeta = (db: LocalDatabase, facts: Partial<EngineFacts>): Promise<void> =>
  writeFacts(db, facts);

export async function readFact(db: LocalDatabase, name: string): Promise<unknown> {
  return (await db.meta.get(name))?.value;
}

export async function writeFacts(db: LocalDatabase, facts: Readonly<Record<string, unknown>>): Promise<void> {
  await db.meta.bulkPut(Object.entries(facts).map(([name, value]) => ({ name, value })));
}
