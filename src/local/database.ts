import { Dexie, type EntityTable, type Table } from 'dexie';
import type { EventHead } from '#server/events/events.schema.ts';
import type { NotificationView } from '#server/notifications/notifications.schema.ts';
import type { PostView } from '#server/posts/posts.schema.ts';
import type { Act } from './acts.ts';

/**
 * What every row that comes from the server carries: the number of the last change that the device had applied
 * when the row was written. An answer to a request counts as of the moment at which the request was sent, so it
 * never replaces a row that has changed since.
 */
interface Dated {
  revision: number;
}

/** A post as the signed-in user sees it; `view` is null once it is known to be gone. */
interface PostRow extends Dated {
  _id: string;
  view: PostView | null;
}

/** A place in the feed. Newest first by `at`, then `postId`: the order of the server's pages. */
export interface FeedEntryRow {
  postId: string;
  /** When the post came into the feed: a UTC instant, ISO 8601. */
  at: string;
  sharedBy: string | null;
  sharedByName: string | null;
  sharedAt: string | null;
  /** Only on the last entry of a page: the cursor of what follows, or null at the end of the feed. */
  next?: string | null;
}

/** What the user has to do with somebody who was seen in a list. */
interface ProfileRow extends Dated {
  _id: string;
  follows: boolean;
}

interface NotificationRow extends Dated {
  _id: string;
  view: NotificationView;
}

/** Facts about the copy itself, by name. */
export interface Meta {
  /** The shape of the rows. Where it differs from the program's, they are dropped. */
  schemaHash: string;
  /** The last event that the rows contain. */
  cursor: EventHead;
  /** How many changes were applied on this device. */
  revision: number;
  /** Unread notifications. */
  unread: number;
  /** When the newest post was published that the user was told of: a UTC instant, ISO 8601. */
  newestPost: string;
  /** The feed's last fetch: when it was, and the `newestPost` that it is sure to contain. */
  feed: { savedAt: Date; newestPost: string };
  /**
   * The notifications' last fetch: when it was, how many there were, and the cursor of what follows the oldest row.
   * The cursor is null at the end of the list, and undefined where it has to be found again from the top.
   */
  notifications: { savedAt: Date; total: number; next: string | null | undefined };
}
interface MetaRow {
  name: keyof Meta;
  value: Meta[keyof Meta];
}

/**
 * Something that the user did and the server has not confirmed. Screens show server rows with these laid over
 * them, so taking one back is deleting it.
 */
export type OutboxRow = Act & {
  /** The client's name for the act, UUIDv7: their order is the order in which they were done. */
  opId: string;
  /** What it acts on. Acts on the same thing are sent one after the other. */
  lane: string;
};

/** What was typed into a form and not saved yet, under the form's name. */
interface DraftRow {
  key: string;
  values: unknown;
}

interface Tables {
  posts: EntityTable<PostRow, '_id'>;
  feedEntries: EntityTable<FeedEntryRow, 'postId'>;
  profiles: EntityTable<ProfileRow, '_id'>;
  notifications: EntityTable<NotificationRow, '_id'>;
  meta: Table<MetaRow, keyof Meta>;
  outbox: EntityTable<OutboxRow, 'opId'>;
  drafts: EntityTable<DraftRow, 'key'>;
}
export type LocalDatabase = Dexie & Tables;

const stores: Record<keyof Tables, string> = {
  posts: '_id',
  feedEntries: 'postId, [at+postId]',
  profiles: '_id',
  notifications: '_id, [view.createdAt+_id]',
  meta: 'name',
  outbox: 'opId, lane',
  drafts: 'key',
};

const prefix = 'gatherwell-';

/**
 * Opens a user's copy, which is made where there is none. Rows of another shape are dropped, except for what
 * only this device has. Once closed, or deleted by another tab, the handle stays closed and its reads
 * fail, because a read that opened it again would bring an empty database back after a sign-out.
 * @param schemaHash the shape of the rows that this program reads and writes
 */
export function openDatabase(
  userId: string,
  schemaHash: string = import.meta.env.LOCAL_SCHEMA_HASH,
): LocalDatabase {
  const db = new Dexie(prefix + userId, { autoOpen: false }) as LocalDatabase;
  db.version(1).stores(stores);
  db.on('versionchange', () => {
    db.close({ disableAutoOpen: true });
    return false;
  });
  db.on('ready', async (opened) => {
    const copy = opened as LocalDatabase;
    if ((await readMeta(copy, 'schemaHash')) === schemaHash) return;
    await forgetRows(copy);
    await writeMeta(copy, { schemaHash });
  });
  db.open().catch(() => {
    // Every read waits for this and fails with the same error, where somebody is there to be told.
  });
  return db;
}

/** What the server could not give again. */
const ownTables: readonly string[] = ['outbox', 'drafts'] satisfies (keyof Tables)[];

/** Empties everything that the server could give again. */
export async function forgetRows(db: LocalDatabase): Promise<void> {
  const tables = db.tables.filter((table) => !ownTables.includes(table.name));
  await db.transaction('rw', tables, async () => {
    for (const table of tables) await table.clear();
  });
}

/** Deletes a user's copy from this device. Resolves once every tab has let go and it is gone. */
export async function deleteDatabase(userId: string): Promise<void> {
  const doomed = new Dexie(prefix + userId, { autoOpen: false });
  // Another tab finishes a transaction before it lets go: to be waited for, not to be warned of.
  doomed.on('blocked', () => false);
  await doomed.delete({ disableAutoOpen: true });
}

/** One fact about the copy, or undefined where it is not known yet. */
export async function readMeta<Name extends keyof Meta>(
  db: LocalDatabase,
  name: Name,
): Promise<Meta[Name] | undefined> {
  return (await db.meta.get(name))?.value as Meta[Name] | undefined;
}

/** Sets some facts about the copy. */
export async function writeMeta(db: LocalDatabase, facts: Partial<Meta>): Promise<void> {
  const rows = Object.entries(facts).map(([name, value]) => ({ name, value }) as MetaRow);
  await db.meta.bulkPut(rows);
}
