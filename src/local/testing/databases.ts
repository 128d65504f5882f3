import type { Table } from 'dexie';
import { afterEach } from 'vitest';
import { calendarEntryRows, calendarRows } from '../collections/calendar.ts';
import { conversationRows } from '../collections/conversations.ts';
import { feedRows } from '../collections/feed.ts';
import { collections, type Mutation } from '../collections/index.ts';
import { membershipRows } from '../collections/memberships.ts';
import { messageRows, windowRows } from '../collections/messages.ts';
import { notificationRows } from '../collections/notifications.ts';
import { postRows } from '../collections/posts.ts';
import { relationRows } from '../collections/relations.ts';
import { deleteDatabase, openDatabase } from '../engine/database.ts';
import type { LocalDatabase, OutboxRow, Store } from '../engine/types.ts';

type TableOf<One> = One extends Store<infer Row, infer Key> ? Table<Row, Key> : never;

/** A database with the tables of all collections. */
export type TestDatabase = LocalDatabase & {
  posts: TableOf<typeof postRows>;
  feedEntries: TableOf<typeof feedRows>;
  profiles: TableOf<typeof relationRows>;
  memberships: TableOf<typeof membershipRows>;
  notifications: TableOf<typeof notificationRows>;
  calendars: TableOf<typeof calendarRows>;
  conversations: TableOf<typeof conversationRows>;
  messages: TableOf<typeof messageRows>;
  messageWindows: TableOf<typeof windowRows>;
  calendarEntries: TableOf<typeof calendarEntryRows>;
};

const opened = new Map<LocalDatabase, string>();

/**
 * Opens a database of its own for a test, or another handle on one, as another tab would. Deleted after the test.
 * @param userId whose it is, where it is opened under another name
 */
export function openTestDatabase(name: string = crypto.randomUUID(), userId = name): TestDatabase {
  const db = Object.assign(openDatabase(name, 'test', collections), { userId });
  opened.set(db, name);
  return db as TestDatabase;
}

/** Opens another tab's handle on the same database. */
export function openAgain(db: LocalDatabase): TestDatabase {
  return openTestDatabase(opened.get(db), db.userId);
}

let lastOrder = 0;

/** Returns a mutation as the outbox holds it. */
export function outboxRow(mutation: Mutation, more: Partial<OutboxRow> = {}): OutboxRow {
  lastOrder += 1;
  const lane = collections.kindOf(mutation)?.lane(mutation.input) ?? '';
  return { ...mutation, opId: crypto.randomUUID(), order: lastOrder, lane, state: 'waiting', ...more };
}

afterEach(async () => {
  const names = new Set(opened.values());
  for (const db of opened.keys()) db.close({ disableAutoOpen: true });
  opened.clear();
  for (const name of names) await deleteDatabase(name);
});
