import { isAbsent } from '#src/app/failure.ts';
import { now } from '#src/lib/server-clock.ts';
import { localDatabase } from './current-database.ts';
import { readFact, savedPrefix, writeFacts } from './database.ts';
import { changeReplica } from './quota.ts';
import type { LocalDatabase } from './types.ts';

/** What the server returned for a screen, and when. */
export interface SavedView<View> {
  view: View;
  savedAt: Date;
}

/** Responses of one kind that are kept on the device, to be shown where the server cannot be reached. */
export interface SavedViews<View> {
  name: string;
  /** Resolves to the last response for a key; to undefined where it is not on this device. */
  read: (db: LocalDatabase, key: string) => Promise<SavedView<View> | undefined>;
  /** Fetches the response for a key and keeps it. One that the server says is not there any more is dropped. */
  pull: (key: string, fetch: () => Promise<View>) => Promise<SavedView<View>>;
}

/**
 * Defines responses that are kept as they came. They are no part of snapshots and survive them: each shows how old it
 * is. They go with the session, after a month, and where the device is full.
 * @param most how many are kept, the newest ones
 */
export function defineSavedViews<View>(name: string, most = 1): SavedViews<View> {
  const prefix = `${savedPrefix}${name} `;
  return {
    name,
    read: (db, key) => readFact(db, prefix + key) as Promise<SavedView<View> | undefined>,
    async pull(key, fetch) {
      const db = localDatabase();
      const view = await fetch().catch(async (error: unknown) => {
        if (db && isAbsent(error)) await db.meta.delete(prefix + key).catch(() => undefined);
        throw error;
      });
      const saved = { view, savedAt: now() };
      // Where the device keeps nothing, it is shown all the same.
      if (db)
        await changeReplica(db, [], async () => {
          await writeFacts(db, { [prefix + key]: saved });
          await dropOldest(db, prefix, most);
        }).catch(() => undefined);
      return saved;
    },
  };
}

async function dropOldest(db: LocalDatabase, prefix: string, most: number): Promise<void> {
  const kept = db.meta.where('name').startsWith(prefix);
  if ((await kept.count()) <= most) return;
  const rows = await kept.toArray();
  const oldestFirst = rows.toSorted((one, other) => savedTime(one) - savedTime(other));
  await db.meta.bulkDelete(oldestFirst.slice(0, rows.length - most).map(({ name }) => name));
}

const savedTime = ({ value }: { value: unknown }) => (value as SavedView<unknown>).savedAt.getTime();
