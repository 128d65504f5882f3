import type { EventHead } from '#server/events/events.schema.ts';
import { api } from '#src/app/api.ts';
import { now } from '#src/lib/server-clock.ts';
import { feedPageSize, placePage } from '../collections/feed.ts';
import { notificationPageSize, placeNotifications } from '../collections/notifications.ts';
import { rowsOfPost, writeFetched } from './apply-events.ts';
import { currentRevision, forgetRows, type LocalDatabase, writeMeta } from './database.ts';
import { changeCopy } from './quota.ts';

const firstSnapshots = new WeakMap<LocalDatabase, Promise<EventHead>>();

/** Takes the snapshot that a new copy begins with. Who asks while it is being taken waits for the same one. */
export function takeFirstSnapshot(db: LocalDatabase): Promise<EventHead> {
  const underWay = firstSnapshots.get(db);
  if (underWay) return underWay;
  const snapshot = takeSnapshot(db).finally(() => firstSnapshots.delete(db));
  firstSnapshots.set(db, snapshot);
  return snapshot;
}

/**
 * Makes the copy anew from what the server has, and answers the cursor from which the event log goes on. The head
 * of the log is read first: what happens while the data is fetched comes again as an event, and nothing is missed.
 * Everything that was kept before goes, because its age is not known; the screens see one change, not a gap. Acts
 * stay, except for those whose answer the snapshot contains.
 */
export async function takeSnapshot(db: LocalDatabase): Promise<EventHead> {
  // The server's answer to these is older than the snapshot, which contains them; their events may be gone.
  const contained = await db.outbox.filter(({ state }) => state === 'done').primaryKeys();
  const head = await api.events.head.query();
  const [feed, notifications, unread] = await Promise.all([
    api.feeds.home.query({ limit: feedPageSize }),
    api.notifications.list.query({ limit: notificationPageSize }),
    api.notifications.count.query({ onlyNew: true }),
  ]);
  return changeCopy(db, db.tables, async () => {
    const revision = (await currentRevision(db)) + 1;
    await forgetRows(db);
    await db.outbox.bulkDelete(contained);
    await writeMeta(db, {
      cursor: head,
      revision,
      // Whoever shows a part of a calendar that the snapshot has not fetches it again.
      calendarAt: head.seq,
      unread: unread.count,
      feed: { savedAt: now(), newestPost: '', followedAt: 0 },
    });
    await writeFetched(db, feed.items.flatMap(rowsOfPost), revision);
    await placePage(db, feed);
    await placeNotifications(db, notifications, revision);
    return head;
  });
}
