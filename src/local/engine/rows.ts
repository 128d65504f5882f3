import type { IndexableType } from 'dexie';
import { currentRevision, readMeta } from './database.ts';
import { changeReplica } from './quota.ts';
import type { Change, Dated, LocalDatabase, ReadRow, RowChange } from './types.ts';

/**
 * Writes what was fetched, except over rows that changed after the request was sent; in one transaction, or as a part
 * of one over those tables. What events changed meanwhile of rows that were not there is applied to what was fetched.
 * @param revision what `currentRevision` returned before the request was sent
 */
export async function writeFetched(
  db: LocalDatabase,
  changes: readonly RowChange[],
  revision: number,
): Promise<void> {
  if (changes.length === 0) return;
  await changeReplica(db, tablesOf(db, changes), async () => {
    const fetched = changes.map((change) => ({ change, revision }));
    await writeRows(db, [...fetched, ...(await missedBy(db, changes, revision))]);
  });
}

/** Returns what later events change of the rows of a response, where they found no row. */
async function missedBy(
  db: LocalDatabase,
  fetched: readonly RowChange[],
  revision: number,
): Promise<DatedChange[]> {
  if ((await currentRevision(db)) === revision) return [];
  const rows = new Set(fetched.map(placeOf));
  return ((await readMeta(db, 'missed')) ?? [])
    .filter((missed) => missed.revision > revision)
    .flatMap(({ event, revision: since }) =>
      db.collections
        .changesOf(event, db.userId)
        .filter(isOfRow)
        .filter((change) => change.reads === undefined && rows.has(placeOf(change)))
        .map((change) => ({ change, revision: since, isRepeated: true })),
    );
}

const placeOf = ({ store, key }: RowChange) => `${store} ${textOf(key)}`;

export const isOfRow = (change: Change): change is RowChange => 'store' in change;

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

/** A change, and the revision from which it holds. */
interface DatedChange {
  change: RowChange;
  revision: number;
  /** Whether the row may contain it already. */
  isRepeated?: boolean;
}

/**
 * Applies changes to rows, in their order: one read and one write a table, however many changes there are. Returns the
 * changes that found no row and made none.
 */
export async function writeRows(db: LocalDatabase, dated: readonly DatedChange[]): Promise<RowChange[]> {
  const missed: RowChange[] = [];
  const stores = await loadRows(
    db,
    dated.map(({ change }) => change),
  );
  const read = ((store, key) => stores.get(store.name)?.rows.get(textOf(key))) as ReadRow;
  for (const { change, revision, isRepeated } of dated) {
    const { rows, changed } = stores.get(change.store) ?? { rows: new Map(), changed: new Set() };
    for (const text of change.key === undefined ? [...rows.keys()] : [textOf(change.key)]) {
      const row = rows.get(text);
      if (
        row?.revision !== undefined &&
        (row.revision > revision || (isRepeated && row.revision === revision))
      )
        continue;
      const next = change.update(row, read);
      if (!next && !row && change.key !== undefined && !change.reads) missed.push(change);
      if (!next) continue;
      const { keyPath } = db.table(change.store).schema.primKey;
      rows.set(text, { ...next, ...(change.key !== undefined && keyFields(keyPath, change.key)), revision });
      changed.add(text);
    }
  }
  await Promise.all(
    [...stores].map(([store, { rows, changed }]) =>
      db.table(store).bulkPut([...changed].map((text) => rows.get(text))),
    ),
  );
  return missed;
}

/** Reads the rows that changes are about. */
async function loadRows(db: LocalDatabase, changes: readonly RowChange[]): Promise<Map<string, Loaded>> {
  const wanted = changes.flatMap(({ store, key, reads = [] }) => [{ store, key }, ...reads]);
  const byStore = [...Map.groupBy(wanted, (row) => row.store)].map(async ([store, own]) => {
    const table = db.table<Partial<Dated>>(store);
    const keys = new Map(own.flatMap(({ key }) => (key === undefined ? [] : [[textOf(key), key]])));
    const all = own.some(({ key }) => key === undefined);
    const found = all ? await table.toArray() : await table.bulkGet([...keys.values()]);
    const { keyPath } = table.schema.primKey;
    const rows = new Map(found.flatMap((row) => (row ? [[textOf(keyIn(keyPath, row)), row]] : [])));
    return [store, { rows, changed: new Set<string>() }] as const;
  });
  return new Map(await Promise.all(byStore));
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
