import { Dexie, type EntityTable, type Table } from 'dexie';
import type { CalendarEntry } from '#server/calendar/calendar.schema.ts';
import type { EventHead } from '#server/events/events.schema.ts';
import type { MembershipView } from '#server/memberships/memberships.schema.ts';
import type { NotificationView } from '#server/notifications/notifications.schema.ts';
import type { PostView } from '#server/posts/posts.schema.ts';
import { newerVersion } from '#src/app/newer-version.ts';
import type { Act, Overlaid } from '../acts.ts';

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
interface ProfileRow extends Dated, Partial<Relations> {
  _id: string;
}

/** What there is between the user and somebody; what was never told is absent. */
export type Relations = Pick<Overlaid, 'follows' | 'endorses' | 'friendship'>;

/** A membership of the user, once an event told of it; `view` is null where it is gone. */
interface MembershipRow extends Dated {
  _id: string;
  view: MembershipView | null;
}

/** A notification; `view` is null once it is known to be gone. */
interface NotificationRow extends Dated {
  _id: string;
  view: NotificationView | null;
}

/** That the days around today are kept of somebody's calendar. */
interface CalendarRow {
  owner: string;
  /** When they were fetched. */
  savedAt: Date;
}

/** A post at its time in somebody's calendar; one's own has those without a reason, too, which are not shown. */
interface CalendarEntryRow extends Dated {
  owner: string;
  /** The post. */
  _id: string;
  /** Until when it stands there: a UTC instant, ISO 8601. */
  ends: string;
  fetchedAt: Date;
  entry: CalendarEntry;
}

/** Facts about the copy itself, by name. */
export interface Meta {
  /** The shape of the rows. Where it differs from the program's, they are dropped. */
  schemaHash: string;
  /** The last opIds that were taken into the outbox, whatever became of them. */
  taken: string[];
  /** The last event that the rows contain. */
  cursor: EventHead;
  /** How many changes were applied on this device. */
  revision: number;
  /** Unread notifications. */
  unread: number;
  /** All notifications. */
  total: number;
  /** When the newest post was published that the user was told of: a UTC instant, ISO 8601. */
  newestPost: string;
  /** The number of the last event by which the user followed somebody. */
  followedAt: number;
  /** The number of the last event by which somebody followed the user, or ended it. */
  followersAt: number;
  /** The same for who endorses the organization that the user is. */
  endorsersAt: number;
  /** The number of the last event about a friendship, or a request for one. */
  friendshipsAt: number;
  /** The number of the last event about a membership. */
  membershipsAt: number;
  /** The number of the last event by which the user's calendar, or the organization's that the user is, may differ. */
  calendarAt: number;
  /** The feed's last fetch: when it was, and what it is sure to contain: `newestPost`, and since `followedAt`. */
  feed: { savedAt: Date; newestPost: string; followedAt: number };
  /**
   * The notifications' last fetch: when it was, and the cursor of what follows the oldest row. The cursor is null at
   * the end of the list, and undefined where it has to be found again from the top.
   */
  notifications: { savedAt: Date; next: string | null | undefined };
}
interface MetaRow {
  name: keyof Meta;
  value: Meta[keyof Meta];
}

/**
 * Something that the user did and the event log has not confirmed. Screens show server rows with these laid over
 * them, so taking one back is deleting it.
 */
export type OutboxRow = Act & {
  /** The name under which the server does it once, however often it is sent. */
  opId: string;
  /** Its place among all acts of this device: the order in which they were done, whatever the clock said. */
  order: number;
  /** What it acts on. Acts on the same thing are sent one after the other. */
  lane: string;
  /**
   * `waiting`: never sent. `sent`: sent, and whether the server did it is not known. `done`: the server did it, and
   * what it changed has not come yet. `failed`: the server refused it; nothing changed, and nothing is shown of it.
   */
  state: 'waiting' | 'sent' | 'done' | 'failed';
  /** When it was sent first. */
  sentAt?: Date;
  /** Why it failed: a sentence for people. */
  problem?: string;
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
  memberships: EntityTable<MembershipRow, '_id'>;
  notifications: EntityTable<NotificationRow, '_id'>;
  calendars: EntityTable<CalendarRow, 'owner'>;
  calendarEntries: Table<CalendarEntryRow, [owner: string, postId: string]>;
  meta: Table<MetaRow, keyof Meta>;
  outbox: EntityTable<OutboxRow, 'opId'>;
  drafts: EntityTable<DraftRow, 'key'>;
}
export type LocalDatabase = Dexie &
  Tables & {
    /** Whose copy it is. */
    userId: string;
    /** The shape of the rows that this program reads and writes. */
    schemaHash: string;
  };

const stores: Record<keyof Tables, string> = {
  posts: '_id',
  feedEntries: 'postId, [at+postId]',
  profiles: '_id',
  memberships: '_id',
  notifications: '_id, [view.createdAt+_id]',
  calendars: 'owner, savedAt',
  calendarEntries: '[owner+_id], [owner+ends]',
  meta: 'name',
  outbox: 'opId, order, lane',
  drafts: 'key',
};

const prefix = 'gatherwell-';

/**
 * Opens a user's copy, which is made where there is none. Rows of another shape are dropped, except for what
 * only this device has. Where it cannot be opened, and once it is closed, or deleted by another tab, its reads fail
 * and `hasFailed()` says so: a read that opened it again would bring an empty database back after a sign-out.
 * @param schemaHash the shape of the rows that this program reads and writes
 */
export function openDatabase(
  userId: string,
  schemaHash: string = import.meta.env.LOCAL_SCHEMA_HASH,
): LocalDatabase {
  const db = Object.assign(new Dexie(prefix + userId, { autoOpen: false }), {
    userId,
    schemaHash,
  }) as LocalDatabase;
  db.version(1).stores(stores);
  db.on('versionchange', ({ newVersion }) => {
    // Not deleted, but given tables that this program does not know.
    if (newVersion !== null) newerVersion.announce();
    db.close({ disableAutoOpen: true });
    return false;
  });
  db.on('close', () =>
    queueMicrotask(() => {
      // The browser closed it: somebody cleared its data, or it is broken. The library thinks that it may come back.
      if (!db.hasFailed()) db.close({ disableAutoOpen: true });
    }),
  );
  db.on('ready', async (opened) => {
    const copy = opened as LocalDatabase;
    const foundHash = await readMeta(copy, 'schemaHash');
    // What a newer program keeps is not made anew by an older one that is still open.
    if (foundHash === schemaHash || (newerVersion.signal.aborted && foundHash !== undefined)) return;
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

const ownFacts: readonly string[] = ['schemaHash', 'taken'] satisfies (keyof Meta)[];

/** Empties everything that the server could give again, and leaves what only this device has, and whose shape it is. */
export async function forgetRows(db: LocalDatabase): Promise<void> {
  const tables = db.tables.filter((table) => !ownTables.includes(table.name) && table.name !== db.meta.name);
  await db.transaction('rw', [...tables, db.meta], async () => {
    for (const table of tables) await table.clear();
    await db.meta.where('name').noneOf(ownFacts).delete();
  });
}

/** The users of whom this device keeps something. */
export async function usersWithDatabases(): Promise<string[]> {
  const names = await Dexie.getDatabaseNames();
  return names.flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
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

/** How many changes the copy has seen so far. */
export async function currentRevision(db: LocalDatabase): Promise<number> {
  return (await readMeta(db, 'revision')) ?? 0;
}

/** Sets some facts about the copy. */
export async function writeMeta(db: LocalDatabase, facts: Partial<Meta>): Promise<void> {
  const rows = Object.entries(facts).map(([name, value]) => ({ name, value }) as MetaRow);
  await db.meta.bulkPut(rows);
}
