import { pullFeed } from '../collections/feed.ts';
import { pullNotifications } from '../collections/notifications.ts';
import { localDatabase } from './current-database.ts';
import { type LocalDatabase, readMeta } from './database.ts';
import { takeFirstSnapshot } from './snapshot.ts';

/** Brings the top of the feed on this device up to date. Rejects where the server cannot be reached. */
export const refreshFeed = () => refresh((db) => pullFeed(db));

/** The same for the newest notifications. */
export const refreshNotifications = () => refresh((db) => pullNotifications(db, 'newest'));

/** A new copy begins with a snapshot, which has it all. Answers null: queries must answer something. */
async function refresh(pull: (db: LocalDatabase) => Promise<void>): Promise<null> {
  const db = localDatabase();
  if (!db) return null;
  if (await readMeta(db, 'cursor')) await pull(db);
  else await takeFirstSnapshot(db);
  return null;
}
