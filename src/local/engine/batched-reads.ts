import { replaceEqualDeep } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useUser } from '#src/app/session.ts';
import { pendingMutations } from './outbox.ts';
import type { LocalDatabase, Store, StoredMutation } from './types.ts';
import { watchLocal } from './watch-local.ts';

/** What many components on a screen read of one user's database, each of another thing. */
interface Batch<Value> {
  /** Returns the last result for an id. Throws what reading rejected with. */
  valueOf: (id: string) => Value | undefined;
  /** Calls a listener whenever the result for an id is another. Returns a stop function. */
  subscribe: (id: string, listener: () => void) => () => void;
}

/** Returns what the signed-in user's database has of some things, by their ids. */
type ReadMany<Value> = (db: LocalDatabase, ids: readonly string[]) => Promise<ReadonlyMap<string, Value>>;

/** Returns the batch of a user. */
export type BatchedReads<Value> = (userId: string) => Batch<Value>;

/**
 * Makes one live query of those of many components, for `useBatched`. With one for each, the buttons of a feed made
 * eighty transactions, which took longer than what they read.
 */
export function batchReads<Value>(read: ReadMany<Value>): BatchedReads<Value> {
  let current: { userId: string; batch: Batch<Value> } | undefined;
  return (userId) => {
    if (current?.userId !== userId) current = { userId, batch: createBatch(read) };
    return current.batch;
  };
}

/** A row, undefined where there is none, and the pending mutations in its lane. */
export interface RowWithPending<Row> {
  row: Row | undefined;
  pending: readonly StoredMutation[];
}

/**
 * Batches reads of a store's rows, by their primary keys, with what is pending of each.
 * @param laneOf returns the lane in which the mutations of a row are
 */
export const batchRows = <Row extends object>(
  store: Store<Row>,
  laneOf: (id: string) => string,
): BatchedReads<RowWithPending<Row>> =>
  batchReads((db, ids) =>
    db.transaction('r', [store.in(db), db.outbox], async () => {
      const rows = await store.in(db).bulkGet([...ids]);
      const pending = await pendingMutations(db);
      return new Map(
        ids.map((id, index) => [
          id,
          { row: rows[index], pending: pending.filter(({ lane }) => lane === laneOf(id)) },
        ]),
      );
    }),
  );

function createBatch<Value>(read: ReadMany<Value>): Batch<Value> {
  const readers = new Map<string, Set<() => void>>();
  let ids: readonly string[] = [];
  let values: ReadonlyMap<string, Value> = new Map();
  let error: Error | undefined;
  let stop: (() => void) | undefined;
  let isDue = false;

  const show = (found: typeof values | undefined) => {
    // Closed meanwhile.
    if (!found) return;
    const before = values;
    values = new Map(
      Array.from(found, ([id, value]) => [id, replaceEqualDeep<Value>(before.get(id), value)]),
    );
    for (const [id, listeners] of readers)
      if (values.get(id) !== before.get(id)) for (const listener of listeners) listener();
  };

  /** Reads anew, without what nobody shows any more. */
  const readAnew = () => {
    isDue = false;
    stop?.();
    stop = undefined;
    error = undefined;
    ids = [...readers.keys()];
    if (ids.length === 0) values = new Map();
    else
      stop = watchLocal(
        (db): Promise<typeof values | undefined> => read(db, ids),
        undefined,
        show,
        (cause) => {
          error = cause;
          for (const listeners of readers.values()) for (const listener of listeners) listener();
        },
      );
  };

  /** Reads anew once for all that begin and end at this moment. */
  const readSoon = () => {
    if (!isDue) queueMicrotask(readAnew);
    isDue = true;
  };

  return {
    valueOf(id) {
      if (error) throw error;
      return values.get(id);
    },
    subscribe(id, listener) {
      const own = readers.get(id) ?? new Set();
      readers.set(id, own.add(listener));
      if (!ids.includes(id)) readSoon();
      return () => {
        own.delete(listener);
        if (own.size > 0) return;
        readers.delete(id);
        if (readers.size === 0) readSoon();
      };
    },
  };
}

/**
 * Returns what the signed-in user's database has of a thing, and again whenever it changes, in whatever tab. Returns
 * undefined until the first result, and for a visitor. What is equal in two results stays the same object.
 */
export function useBatched<Value>(reads: BatchedReads<Value>, id: string): Value | undefined {
  const userId = useUser()?._id;
  const batch = userId === undefined ? undefined : reads(userId);
  return useSyncExternalStore(
    useCallback((listener) => batch?.subscribe(id, listener) ?? noop, [batch, id]),
    () => batch?.valueOf(id),
    () => undefined,
  );
}

const noop = () => {};
