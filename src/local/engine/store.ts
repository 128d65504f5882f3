import type { IndexableType } from 'dexie';
import { readFact, writeFacts } from './database.ts';
import type { Fact, RowChange, Store } from './types.ts';

/**
 * Defines a table of a collection.
 * @param since the version of the database in which it got this schema: one more than the highest that devices have
 */
export function defineStore<Row extends object, Key extends IndexableType = string>(
  name: string,
  schema: string,
  since = 1,
): Store<Row, Key> {
  const update: Store<Row, Key>['update'] = (key, change, reads) => ({
    store: name,
    key,
    update: change as RowChange['update'],
    ...(reads && { reads }),
  });
  return {
    name,
    schema,
    since,
    in: (db) => db.table<Row, Key>(name),
    merge: (key, fields) => update(key, (row) => ({ ...row, ...fields }) as Row),
    update,
    updateAll: (change) => ({ store: name, update: (row) => change(row as Row) }),
  };
}

/** Defines a fact about a collection. */
export const defineFact = <Value>(name: string): Fact<Value> => ({
  name,
  read: (db) => readFact(db, name) as Promise<Value | undefined>,
  write: (db, value) => writeFacts(db, { [name]: value }),
  to: (value) => ({ fact: name, value }),
});
