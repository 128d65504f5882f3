import { Dexie } from 'dexie';
import type { PostView } from '#server/posts/posts.schema.ts';
import { api } from '#src/app/api.ts';
import { now } from '#src/lib/server-clock.ts';
import { rowsOfPost, writeFetched } from '../engine/apply-events.ts';
import {
  currentRevision,
  type FeedEntryRow,
  type LocalDatabase,
  readMeta,
  writeMeta,
} from '../engine/database.ts';
import { overlay } from '../engine/optimistic.ts';
import { shownActs } from '../engine/outbox.ts';
import { changeCopy } from '../engine/quota.ts';

/** How many posts come at a time. */
export const feedPageSize = 30;

/** The name of the query that brings the top of the feed up to date. */
export const newestFeedKey = ['feed', 'newest'];

/** What the server answers: a part of the feed, and the cursor behind it or null at the end. */
export interface FeedPage {
  items: PostView[];
  cursor: string | null;
}

/** A post as the feed shows it, with what the user did a moment ago. */
export interface FeedItem {
  post: PostView;
  /** Whether the user follows the organization. */
  follows: boolean;
}

/** The feed as it is kept on this device. */
export interface Feed {
  /** How many posts were asked for. */
  limit: number;
  items: FeedItem[];
  /** What follows the last page boundary that is shown; null where that is the end of the feed. */
  next: string | null | undefined;
  /** Whether what is shown ends where the feed does. */
  isComplete: boolean;
  /** When it was last fetched from the top; undefined where it never was. */
  savedAt: Date | undefined;
  /** Whether the user was told of posts that are newer than the last fetch. */
  hasNewer: boolean;
  /** Whether the user followed somebody after the last fetch, whose posts it lacks. */
  isIncomplete: boolean;
}

/** The newest `limit` posts of the feed, from this device. */
export function readFeed(db: LocalDatabase, userId: string, limit: number): Promise<Feed> {
  return db.transaction('r', [db.feedEntries, db.posts, db.profiles, db.outbox, db.meta], async () => {
    const found = await newestFirst(db)
      .limit(limit + 1)
      .toArray();
    const entries = found.slice(0, limit);
    const posts = await db.posts.bulkGet(entries.map((entry) => entry.postId));
    const creators = await db.profiles.bulkGet(posts.map((post) => post?.view?.creatorId ?? ''));
    const acts = await shownActs(db);
    const fetched = await readMeta(db, 'feed');
    const newestPost = await readMeta(db, 'newestPost');
    const followedAt = await readMeta(db, 'followedAt');
    return {
      limit,
      items: entries.flatMap(({ sharedBy, sharedByName, sharedAt }, index) => {
        const view = posts[index]?.view;
        if (!view) return [];
        const follows = creators[index]?.follows ?? view.follows;
        return {
          post: overlay.post({ ...view, sharedBy, sharedByName, sharedAt }, acts, userId),
          follows: overlay.follows(follows, acts, view.creatorId),
        };
      }),
      next: entries.findLast((entry) => entry.next !== undefined)?.next,
      isComplete: found.length <= limit && entries.at(-1)?.next === null,
      savedAt: fetched?.savedAt,
      hasNewer: newestPost !== undefined && newestPost > (fetched?.newestPost ?? ''),
      isIncomplete: fetched !== undefined && followedAt !== undefined && followedAt > fetched.followedAt,
    };
  });
}

/**
 * Fetches a page of the feed into the copy: the newest posts, or what follows a cursor. Rejects where the server
 * cannot be reached; the copy stays as it was.
 */
export async function pullFeed(db: LocalDatabase, cursor?: string): Promise<void> {
  const revision = await currentRevision(db);
  const newestPost = (await readMeta(db, 'newestPost')) ?? '';
  const followedAt = (await readMeta(db, 'followedAt')) ?? 0;
  const page = await api.feeds.home.query({ cursor, limit: feedPageSize });
  await changeCopy(db, [db.posts, db.profiles, db.feedEntries], async () => {
    await writeFetched(db, page.items.flatMap(rowsOfPost), revision);
    await placePage(db, page, cursor);
    if (cursor === undefined) await writeMeta(db, { feed: { savedAt: now(), newestPost, followedAt } });
  });
}

/**
 * Puts a page where it belongs, in place of everything that the copy has between its first and its last post: what
 * is not in the page is not in the feed any more. Within a transaction over `feedEntries`.
 * @param cursor what the page follows; undefined for the first one
 */
export async function placePage(db: LocalDatabase, page: FeedPage, cursor?: string): Promise<void> {
  const before =
    cursor === undefined
      ? undefined
      : await newestFirst(db)
          .filter((entry) => entry.next === cursor)
          .first();
  // The entry that the page follows is gone: so is the place where it belongs.
  if (cursor !== undefined && !before) return;
  const entries = page.items.map(entryOf);
  const last = entries.at(-1);
  if (last) last.next = page.cursor;
  else if (before) await db.feedEntries.put({ ...before, next: null });
  await db.feedEntries
    .where('[at+postId]')
    .between(
      last && page.cursor !== null ? keyOf(last) : Dexie.minKey,
      before ? keyOf(before) : Dexie.maxKey,
      true,
      false,
    )
    .delete();
  await db.feedEntries.bulkPut(entries);
}

const newestFirst = (db: LocalDatabase) => db.feedEntries.orderBy('[at+postId]').reverse();
const keyOf = (entry: FeedEntryRow) => [entry.at, entry.postId];

function entryOf(post: PostView): FeedEntryRow {
  const { _id: postId, sharedBy, sharedByName, sharedAt } = post;
  return { postId, at: sharedAt ?? post.publishedAt ?? post.createdAt, sharedBy, sharedByName, sharedAt };
}
