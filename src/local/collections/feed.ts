import { Dexie } from 'dexie';
import type { PostView } from '#server/posts/posts.schema.ts';
import { api } from '#src/app/api.ts';
import { now } from '#src/lib/server-clock.ts';
import { defineCollection } from '../engine/collection.ts';
import { currentRevision } from '../engine/database.ts';
import { pendingMutations } from '../engine/outbox.ts';
import { changeReplica } from '../engine/quota.ts';
import { refresh } from '../engine/refresh.ts';
import { writeFetched } from '../engine/rows.ts';
import { defineFact, defineStore } from '../engine/store.ts';
import type { LocalDatabase } from '../engine/types.ts';
import { applyToPost, changesOfPost, followsCreators, postRows } from './posts.ts';
import { relationRows } from './relations.ts';

/** A place in the feed. Newest first by `at`, then `postId`: the order of the server's pages. */
interface FeedEntryRow {
  postId: string;
  /** When the post came into the feed: a UTC instant, ISO 8601. */
  at: string;
  sharedBy: string | null;
  sharedByName: string | null;
  sharedAt: string | null;
  /** Only on the last entry of a page: the cursor of what follows, or null at the end of the feed. */
  next?: string | null;
}

/** The last fetch of the newest page: when it was, and what it contains for sure. */
interface FeedFetch {
  savedAt: Date;
  /** `newestPost` before the fetch. */
  newestPost: string;
  /** `followedAt` before the fetch. */
  followedAt: number;
}

export const feedRows = defineStore<FeedEntryRow>('feedEntries', 'postId, [at+postId]');

const lastFetch = defineFact<FeedFetch>('feed');
/** When the newest post was published that an event was about: a UTC instant, ISO 8601. */
const newestPostAt = defineFact<string>('newestPost');
/** The number of the last event by which the user followed another user. */
const followedAt = defineFact<number>('followedAt');

/** How many posts are kept, and how many where the device is full. */
const limits = { usual: 500, full: 30 };

/** The order of the home feed. The posts themselves are in `posts`, and trimmed here: the feed needs them most. */
export const feed = defineCollection({
  stores: [feedRows],
  events: {
    'feed-newer': ({ payload: { newestAt } }) => [newestPostAt.to(newestAt)],
    // The posts of a user who is followed from now on come into the feed.
    'follow-changed': ({ seq, payload: { follows } }) => (follows ? [followedAt.to(seq)] : []),
  },
  snapshot: async () => {
    const page = await api.feeds.home.query({ limit: feedPageSize });
    return async (db, { revision }) => {
      await writeFetched(db, page.items.flatMap(changesOfPost), revision);
      await placePage(db, page);
      await lastFetch.write(db, { savedAt: now(), newestPost: '', followedAt: 0 });
    };
  },
  trim: (db, isFull) => trimFeed(db, isFull ? limits.full : limits.usual),
});

/** How many posts come at a time. */
export const feedPageSize = 30;

/** The name of the query that brings the top of the feed up to date. */
export const newestFeedKey = ['feed', 'newest'];

/** The response of the server: a part of the feed, and the cursor behind it or null at the end. */
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
  /** Whether an event reported posts that are newer than the last fetch. */
  hasNewer: boolean;
  /** Whether the user followed another user after the last fetch, whose posts it lacks. */
  isIncomplete: boolean;
}

/** Returns the newest `limit` posts of the feed from this device, with pending mutations. */
export function readFeed(db: LocalDatabase, userId: string, limit: number): Promise<Feed> {
  const posts = postRows.in(db);
  const tables = [feedRows.in(db), posts, relationRows.in(db), db.outbox, db.meta];
  return db.transaction('r', tables, async () => {
    const found = await newestFirst(db)
      .limit(limit + 1)
      .toArray();
    const entries = found.slice(0, limit);
    const rows = await posts.bulkGet(entries.map((entry) => entry.postId));
    const pending = await pendingMutations(db);
    const follows = await followsCreators(db, userId, rows, pending);
    const fetched = await lastFetch.read(db);
    const newestPost = await newestPostAt.read(db);
    const followed = await followedAt.read(db);
    return {
      limit,
      items: entries.flatMap(({ sharedBy, sharedByName, sharedAt }, index) => {
        const view = rows[index]?.view;
        if (!view) return [];
        return {
          post: applyToPost({ ...view, sharedBy, sharedByName, sharedAt }, pending, userId),
          follows: follows(view),
        };
      }),
      next: entries.findLast((entry) => entry.next !== undefined)?.next,
      isComplete: found.length <= limit && entries.at(-1)?.next === null,
      savedAt: fetched?.savedAt,
      hasNewer: newestPost !== undefined && newestPost > (fetched?.newestPost ?? ''),
      isIncomplete: fetched !== undefined && followed !== undefined && followed > fetched.followedAt,
    };
  });
}

/** Returns how many posts of the feed are on this device. */
export const countFeed = (db: LocalDatabase): Promise<number> => feedRows.in(db).count();

/**
 * Fetches a page of the feed into the database: the newest posts, or what follows a cursor. Rejects where the server
 * cannot be reached; nothing changes then.
 */
export async function pullFeed(db: LocalDatabase, cursor?: string): Promise<void> {
  const revision = await currentRevision(db);
  const newestPost = (await newestPostAt.read(db)) ?? '';
  const followed = (await followedAt.read(db)) ?? 0;
  const page = await api.feeds.home.query({ cursor, limit: feedPageSize });
  await changeReplica(db, [postRows.in(db), relationRows.in(db), feedRows.in(db)], async () => {
    await writeFetched(db, page.items.flatMap(changesOfPost), revision);
    await placePage(db, page, cursor);
    if (cursor === undefined) await lastFetch.write(db, { savedAt: now(), newestPost, followedAt: followed });
  });
}

/** Fetches the newest posts of the feed. Rejects where the server cannot be reached. */
export const refreshFeed = (): Promise<null> => refresh((db) => pullFeed(db));

/**
 * Puts a page where it belongs, in place of everything that the database has between its first and its last post: what
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
  else if (before) await feedRows.in(db).put({ ...before, next: null });
  await feedRows
    .in(db)
    .where('[at+postId]')
    .between(
      last && page.cursor !== null ? keyOf(last) : Dexie.minKey,
      before ? keyOf(before) : Dexie.maxKey,
      true,
      false,
    )
    .delete();
  await feedRows.in(db).bulkPut(entries);
}

const newestFirst = (db: LocalDatabase) => feedRows.in(db).orderBy('[at+postId]').reverse();
const keyOf = (entry: FeedEntryRow) => [entry.at, entry.postId];

function entryOf(post: PostView): FeedEntryRow {
  const { _id: postId, sharedBy, sharedByName, sharedAt } = post;
  return { postId, at: sharedAt ?? post.publishedAt ?? post.createdAt, sharedBy, sharedByName, sharedAt };
}

/** Drops the oldest entries. A cut feed remembers from where to go on. */
export async function trimFeed(db: LocalDatabase, most: number): Promise<void> {
  const entries = await newestFirst(db).toArray();
  // Pages go as a whole: only the end of one knows what follows.
  const boundary = entries.slice(0, most).findLastIndex((entry) => entry.next !== undefined);
  const inFeed = new Set(entries.slice(0, boundary + 1).map((entry) => entry.postId));
  if (entries.length > most)
    await feedRows.in(db).bulkDelete(entries.slice(boundary + 1).map((entry) => entry.postId));

  const posts = postRows.in(db);
  if ((await posts.count()) <= most) return;
  const others = (await posts.toArray()).filter((row) => !inFeed.has(row._id));
  others.sort((a, b) => b.revision - a.revision);
  await posts.bulkDelete(others.slice(most - inFeed.size).map((row) => row._id));
}
