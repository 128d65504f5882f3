import { afterEach } from 'vitest';
import { deleteDatabase, type LocalDatabase, openDatabase } from '../database.ts';

const opened = new Map<LocalDatabase, string>();

/** Opens a copy of its own for a test, or a further handle on one, as another tab would. Gone after the test. */
export function openCopy(name: string = crypto.randomUUID()): LocalDatabase {
  const db = openDatabase(name, 'test');
  opened.set(db, name);
  return db;
}

/** Another tab's handle on the same copy. */
export function openAgain(db: LocalDatabase): LocalDatabase {
  return openCopy(opened.get(db));
}

afterEach(async () => {
  const names = new Set(opened.values());
  for (const db of opened.keys()) db.close({ disableAutoOpen: true });
  opened.clear();
  for (const name of names) await deleteDatabase(name);
});
