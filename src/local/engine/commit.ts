import type { Act } from '../acts.ts';
import { type LocalDatabase, openDatabase } from './database.ts';
import { keep } from './outbox.ts';
import { tombstones } from './tombstones.ts';
import { writeAhead } from './write-ahead.ts';

/** Milliseconds that a tab has to commit what it wrote ahead before another tab does it instead. */
const grace = 1_000;

/** What this tab is committing at the moment, by opId. */
const underWay = new Set<string>();

/**
 * Commits a mutation to the outbox, behind what closed tabs wrote ahead. Rejects where the device keeps nothing.
 * Transactions run in the order in which they are begun, so nothing has to be waited for.
 */
export async function commit(db: LocalDatabase, opId: string, act: Act): Promise<void> {
  underWay.add(opId);
  try {
    void takeOver(db).catch(() => undefined);
    await keep(db, act, opId);
  } finally {
    underWay.delete(opId);
  }
}

/**
 * Commits what a user's closed tabs wrote ahead to the outbox, in its order. A tab that is still at it does no harm:
 * the outbox takes each opId once.
 */
export async function takeOver(db: LocalDatabase): Promise<void> {
  if (tombstones.has(db.userId)) return writeAhead.clear(db.userId);
  const left = writeAhead.entries(db.userId).filter(({ opId }) => !underWay.has(opId));
  await Promise.all(
    left.map(async ({ key, opId, act }) => {
      underWay.add(opId);
      await keep(db, act, opId).finally(() => underWay.delete(opId));
      writeAhead.remove(key);
    }),
  );
}

/** Opens a user's copy. Its first read contains what was written ahead. */
export function openAndTakeOver(userId: string): LocalDatabase {
  const db = openDatabase(userId);
  // What the device has no room for stays where it is.
  db.on('ready', (opened) => takeOver(opened as LocalDatabase).catch(() => undefined));
  return db;
}

/** Takes over what other tabs write ahead and, because they are closed, do not commit. Returns how to stop. */
export function takeOverFromClosedTabs(openCopy: () => LocalDatabase | undefined): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopHearing = writeAhead.subscribe(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      const db = openCopy();
      if (db) void takeOver(db).catch(() => undefined);
    }, grace);
  });
  return () => {
    stopHearing();
    clearTimeout(timer);
  };
}
