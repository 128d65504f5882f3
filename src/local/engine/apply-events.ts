import type { LoggedEvent, UserEvent } from '#server/events/events.schema.ts';
import type { MembershipView } from '#server/memberships/memberships.schema.ts';
import type { NotificationView } from '#server/notifications/notifications.schema.ts';
import type { PostView } from '#server/posts/posts.schema.ts';
import { cameBy } from '../came-by.ts';
import { noteInCalendar } from '../collections/calendar.ts';
import {
  currentRevision,
  type LocalDatabase,
  type Meta,
  type Relations,
  readMeta,
  writeMeta,
} from './database.ts';
import { changeCopy } from './quota.ts';

/** What something that happened, or an answer of the server, means for the rows of the copy. */
export type RowChange =
  | { table: 'posts'; id: string; content: { view: PostView | null } }
  | { table: 'posts'; id: string; amend: Partial<Pick<PostView, 'interests' | 'counts' | 'isAdded'>> }
  | { table: 'profiles'; id: string; content: Partial<Relations> }
  | { table: 'memberships'; id: string; content: { view: MembershipView | null } }
  | { table: 'notifications'; id: string; content: { view: NotificationView | null } }
  | { table: 'notifications'; every: { isRead: boolean }; until?: string | undefined };

/** What it means for rows and for facts about the copy. */
export interface Change {
  rows: RowChange[];
  facts?: Partial<
    Pick<
      Meta,
      | 'unread'
      | 'total'
      | 'newestPost'
      | 'followedAt'
      | 'followersAt'
      | 'endorsersAt'
      | 'friendshipsAt'
      | 'membershipsAt'
      | 'calendarAt'
    >
  >;
}

/** What an event changes. Events carry new states: the same one again would change nothing. */
export function applyEvent(event: UserEvent & Pick<LoggedEvent, 'seq'>): Change {
  switch (event.type) {
    case 'post-upserted':
      return { rows: rowsOfPost(event.payload.post), facts: { calendarAt: event.seq } };
    case 'post-removed':
      return {
        rows: [{ table: 'posts', id: event.payload.postId, content: { view: null } }],
        facts: { calendarAt: event.seq },
      };
    case 'post-interest': {
      const { postId, interests, counts } = event.payload;
      return {
        rows: [{ table: 'posts', id: postId, amend: { interests, counts } }],
        facts: { calendarAt: event.seq },
      };
    }
    case 'scheduler-changed': {
      const { postId, isAdded } = event.payload;
      return {
        rows: [{ table: 'posts', id: postId, amend: { isAdded } }],
        facts: { calendarAt: event.seq },
      };
    }
    case 'follow-changed': {
      const { userId, follows } = event.payload;
      return {
        rows: [{ table: 'profiles', id: userId, content: { follows } }],
        // What somebody who is followed from now on has said comes into the feed.
        facts: { calendarAt: event.seq, ...(follows && { followedAt: event.seq }) },
      };
    }
    case 'followers-changed':
      return { rows: [], facts: { followersAt: event.seq } };
    case 'endorsers-changed':
      return { rows: [], facts: { endorsersAt: event.seq } };
    case 'endorsement-changed': {
      const { userId, endorses } = event.payload;
      return { rows: [{ table: 'profiles', id: userId, content: { endorses } }] };
    }
    case 'friendship-changed': {
      const { userId, friendship } = event.payload;
      return {
        rows: [{ table: 'profiles', id: userId, content: { friendship } }],
        facts: { friendshipsAt: event.seq },
      };
    }
    case 'membership-changed': {
      const { membershipId, membership: view } = event.payload;
      return {
        rows: [{ table: 'memberships', id: membershipId, content: { view } }],
        facts: { membershipsAt: event.seq },
      };
    }
    case 'notification-upserted':
      return { rows: [rowOfNotification(event.payload.notification)] };
    case 'notification-removed':
      return {
        rows: [{ table: 'notifications', id: event.payload.notificationId, content: { view: null } }],
      };
    case 'notifications-marked':
      return {
        rows: [
          { table: 'notifications', every: { isRead: event.payload.isRead }, until: event.payload.until },
        ],
      };
    case 'notification-count': {
      const { onlyNew: unread, total } = event.payload;
      return { rows: [], facts: { unread, ...(total !== undefined && { total }) } };
    }
    case 'feed-newer':
      return { rows: [], facts: { newestPost: event.payload.newestAt, calendarAt: event.seq } };
    case 'operation-done':
      // What the write changed is told by events of its own.
      return { rows: [] };
    default:
      // Of a newer server: nothing that this program shows can change by it.
      return { rows: [] };
  }
}

/** What there is to keep of a post as the server shows it. */
export function rowsOfPost(post: PostView): RowChange[] {
  return [
    { table: 'posts', id: post._id, content: { view: post } },
    { table: 'profiles', id: post.creatorId, content: { follows: post.follows } },
  ];
}

export function rowOfNotification(notification: NotificationView): RowChange {
  return { table: 'notifications', id: notification._id, content: { view: notification } };
}

/**
 * Applies events and moves the cursor, in one transaction, with which acts go that the events say were done. Events
 * that the copy contains are passed over, so a batch may come twice, overlap another, or come to several tabs at once.
 * @returns false, with nothing changed, where an event is missing between the cursor and the batch, or the cursor
 * belongs to another log: the caller reads the cursor and asks again from there
 */
export async function applyEvents(
  db: LocalDatabase,
  epoch: string,
  events: readonly LoggedEvent[],
): Promise<boolean> {
  const { posts, profiles, memberships, notifications, calendarEntries, outbox } = db;
  const tables = [posts, profiles, memberships, notifications, calendarEntries, outbox];
  return changeCopy(db, tables, async () => {
    const cursor = await readMeta(db, 'cursor');
    if (cursor?.epoch !== epoch) return false;
    const fresh = events.filter((event) => event.seq > cursor.seq);
    const last = fresh.at(-1);
    if (!last) return true;
    if (last.seq !== cursor.seq + fresh.length) return false;
    const changes = fresh.map(applyEvent);
    await noteInCalendar(db, fresh, await currentRevision(db));
    await writeInOrder(db, changes);
    await writeMeta(db, {
      ...Object.assign({}, ...changes.map(({ facts }) => facts)),
      cursor: { epoch, seq: last.seq },
    });
    await db.outbox.bulkDelete(
      fresh.flatMap(({ type, opId }) => (type === 'operation-done' && opId !== null ? [opId] : [])),
    );
    return true;
  });
}

/**
 * Writes what was fetched, except over rows that changed after the request was sent; in one transaction, or as a part
 * of one over those tables.
 * @param revision what `currentRevision` said before the request was sent
 */
export async function writeFetched(
  db: LocalDatabase,
  rows: readonly RowChange[],
  revision: number,
): Promise<void> {
  if (rows.length === 0) return;
  const tables = [...new Set(rows.map(({ table }) => db.table(table)))];
  await changeCopy(db, tables, () =>
    writeRows(
      db,
      rows.map((change) => ({ change, revision })),
    ),
  );
}

/** Writes changes one after the other, each the next revision. */
async function writeInOrder(db: LocalDatabase, changes: readonly Change[]): Promise<void> {
  const before = await currentRevision(db);
  await writeRows(
    db,
    changes.flatMap(({ rows }, index) => rows.map((change) => ({ change, revision: before + index + 1 }))),
  );
  await writeMeta(db, { revision: before + changes.length });
}

/** A row of any of the tables that changes are about. */
interface StoredRow extends Partial<Relations> {
  _id: string;
  revision: number;
  view?: PostView | MembershipView | NotificationView | null;
}

/** Folds changes into rows: one read and one write a table, however many changes there are. */
async function writeRows(
  db: LocalDatabase,
  dated: readonly { change: RowChange; revision: number }[],
): Promise<void> {
  for (const [name, own] of Map.groupBy(dated, ({ change }) => change.table)) {
    const table = db.table<StoredRow, string>(name);
    const ids = [...new Set(own.flatMap(({ change }) => ('id' in change ? [change.id] : [])))];
    const everyRow = own.some(({ change }) => 'every' in change);
    const stored = everyRow ? await table.toArray() : await table.bulkGet(ids);
    const rows = new Map(stored.flatMap((row) => (row ? [[row._id, row]] : [])));
    const changed = new Set<string>();
    for (const { change, revision } of own) {
      for (const id of 'id' in change ? [change.id] : rows.keys()) {
        const row = rows.get(id);
        if (row && row.revision > revision) continue;
        const next = nextRow(row, change);
        if (!next) continue;
        rows.set(id, { ...next, _id: id, revision });
        changed.add(id);
      }
    }
    await table.bulkPut([...rows.values()].filter((row) => changed.has(row._id)));
  }
}

/** A row after a change, or undefined where there is nothing to amend. */
function nextRow(row: StoredRow | undefined, change: RowChange): Partial<StoredRow> | undefined {
  if ('content' in change) return { ...row, ...change.content };
  if (!row?.view) return undefined;
  if ('every' in change && !cameBy(row.view, change.until)) return undefined;
  const amended = 'amend' in change ? change.amend : change.every;
  return { ...row, view: { ...row.view, ...amended } };
}
