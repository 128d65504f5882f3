import type { IndexableType } from 'dexie';
import { changeReplica } from './quota.ts';
import type { Dated, LocalDatabase, ReadRow, RowChange } from './types.ts';

/**
 * Writes what was fetched, except over rows that changed after the request was sent; in one transaction, or as a part
 * of one over those tables.
 * @param revision what `currentRevision` returned before the request was sent
 */
export async function writeFetched(
  db: LocalDatabase,
  changes: readonly RowChange[],
  revision: number,
): Promise<void> {
  if (changes.length === 0) return;
  await changeReplica(db, tablesOf(db, changes), () =>
    writeRows(
      db,
      changes.map((change) => ({ change, revision })),
    ),
  );
}

/** Returns the tables that changes read and write. */
export const tablesOf = (db: LocalDatabase, changes: readonly RowChange[]) =>
  [...new Set(changes.flatMap(({ store, reads = [] }) => [store, ...reads.map((row) => row.store)]))].map(
    (name) => db.table(name),
  );

/** Rows of one store, in memory while changes are applied. */
interface Loaded {
  rows: Map<string, Partial<Dated>>;
  changed: Set<string>;
}

/** Applies changes to rows, in their order: one read and one write a table, however many changes there are. */
export async function writeRows(
  db: LocalDatabase,
  dated: readonly { change: RowChange; revision: number }[],
): Promise<void> {
  const stores = await loadRows(
    db,
    dated.map(({ change }) => change),
  );
  const read = ((store, key) => stores.get(store.name)?.rows.get(textOf(key))) as ReadRow;
  for (const { change, revision } of dated) {
    const { rows, changed } = stores.get(change.store) ?? { rows: new Map(), changed: new Set() };
    for (const text of change.key === undefined ? [...rows.keys()] : [textOf(change.key)]) {
      const row = rows.get(text);
      if (row?.revision !== undefined && row.revision > revision) continue;
      const next = change.update(row, read);
      if (!next) continue;
      const { keyPath } = db.table(change.store).schema.primKey;
      rows.set(text, { ...next, ...(change.key !== undefined && keyFields(keyPath, change.key)), revision });
      changed.add(text);
    }
  }
  for (const [store, { rows, changed }] of stores)
    await db.table(store).bulkPut([...changed].map((text) => rows.get(text)));
}

/** Reads the rows that changes are about. */
async function loadRows(db: LocalDatabase, changes: readonly RowChange[]): Promise<Map<string, Loaded>> {
  const wanted = changes.flatMap(({ store, key, reads = [] }) => [{ store, key }, ...reads]);
  const stores = new Map<string, Loaded>();
  for (const [store, own] of Map.groupBy(wanted, (row) => row.store)) {
    const table = db.table<Partial<Dated>>(store);
    const keys = new Map(own.flatMap(({ key }) => (key === undefined ? [] : [[textOf(key), key]])));
    const all = own.some(({ key }) => key === undefined);
    const found = all ? await table.toArray() : await table.bulkGet([...keys.values()]);
    const { keyPath } = table.schema.primKey;
    const rows = new Map(found.flatMap((row) => (row ? [[textOf(keyIn(keyPath, row)), row]] : [])));
    stores.set(store, { rows, changed: new Set() });
  }
  return stores;
}

type KeyPath = string | string[] | null | undefined;

const textOf = (key: unknown): string => (typeof key === 'string' ? key : JSON.stringify(key));

/** Returns the primary key of a row. */
const keyIn = (keyPath: KeyPath, row: object): unknown =>
  Array.isArray(keyPath) ? keyPath.map((path) => Reflect.get(row, path)) : Reflect.get(row, keyPath ?? '');

/** Returns the fields of a row that make its primary key. */
const keyFields = (keyPath: KeyPath, key: IndexableType): object =>
  Array.isArray(keyPath)
    ? Object.fromEntries(keyPath.map((path, index) => [path, Reflect.get(Object(key), index)]))
    : { [keyPath ?? '']: key };
