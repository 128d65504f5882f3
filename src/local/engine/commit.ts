import { openDatabase } from './database.ts';
import { enqueue } from './outbox.ts';
import { tombstones } from './tombstones.ts';
import type { LocalDatabase, StoredMutation } from './types.ts';
import { writeAhead } from './write-ahead.ts';

/** Milliseconds that a tab has to commit what it wrote ahead before another tab does it instead. */
const graceMs = 1_000;

/** What this tab is committing at the moment, by opId. */
const underWay = new Set<string>();

/**
 * Commits a mutation to the outbox, behind what closed tabs wrote ahead, and has it sent where this tab does so. Rejects
 * where the device keeps nothing. Transactions run in the order in which they are begun, so nothing has to be waited for.
 */
export async function commit(db: LocalDatabase, opId: string, mutation: StoredMutation): Promise<void> {
  underWay.add(opId);
  try {
    void recoverWrittenAhead(db).catch(() => undefined);
    await enqueue(db, mutation, opId);
  } finally {
    underWay.delete(opId);
  }
}

/**
 * Commits what a user's closed tabs wrote ahead to the outbox, in its order. A tab that is still at it does no harm:
 * the outbox takes each opId once.
 */
export async function recoverWrittenAhead(db: LocalDatabase): Promise<void> {
  if (tombstones.has(db.userId)) return writeAhead.clear(db.userId);
  const left = writeAhead.entries(db.userId).filter(({ opId }) => !underWay.has(opId));
  await Promise.all(
    left.map(async ({ key, opId, mutation }) => {
      underWay.add(opId);
      await enqueue(db, mutation, opId).finally(() => underWay.delete(opId));
      writeAhead.remove(key);
    }),
  );
}

/** Opens a user's database. Its first read contains what was written ahead. */
export function openAndRecover(userId: string): LocalDatabase {
  const db = openDatabase(userId);
  // What the device has no room for stays where it is.
  db.on('ready', (opened) => recoverWrittenAhead(opened as LocalDatabase).catch(() => undefined));
  return db;
}

/** Recovers what other tabs write ahead and, because they are closed, do not commit. Returns a stop function. */
export function recoverFromClosedTabs(openCurrent: () => LocalDatabase | undefined): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = writeAhead.subscribe(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      const db = openCurrent();
      if (db) void recoverWrittenAhead(db).catch(() => undefined);
    }, graceMs);
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}
