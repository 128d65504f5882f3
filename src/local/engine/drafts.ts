import { localDatabase } from './current-database.ts';
import { draftsAhead } from './drafts-ahead.ts';
import { withinQuota } from './quota.ts';

/**
 * What people type and have not saved yet, kept on the device until it is: a reload or a lost connection costs no
 * word. Where the device keeps nothing (full, or switched off), typing goes on without it.
 */
export const drafts = {
  /** What was kept under a name, or undefined. */
  async read(key: string): Promise<unknown> {
    const db = localDatabase();
    if (!db) return undefined;
    await draftsAhead.recover(db).catch(() => undefined);
    const row = await db.drafts.get(key).catch(() => undefined);
    return row?.values;
  },

  async keep(key: string, values: unknown): Promise<void> {
    const db = localDatabase();
    if (db) await withinQuota(db, () => db.drafts.put({ key, values })).catch(() => undefined);
  },

  async forget(key: string): Promise<void> {
    await localDatabase()
      ?.drafts.delete(key)
      .catch(() => undefined);
  },

  /**
   * Keeps values, or forgets them where there are none, on a page that may be gone before the database has committed: the
   * next one that reads a draft finishes that.
   */
  async keepWhileLeaving(key: string, values: unknown): Promise<void> {
    const db = localDatabase();
    if (!db) return;
    draftsAhead.add(db, { key, values });
    await (values === undefined ? drafts.forget(key) : drafts.keep(key, values));
    draftsAhead.remove(db, key);
  },
};
