import type { InterestType } from '#server/posts/post-rules.schema.ts';
import type { InterestView, PostView } from '#server/posts/posts.schema.ts';
import { type ReminderMinutes, usualReminder } from '#server/reminders/reminder-rules.schema.ts';
import { api } from '#src/app/api.ts';
import { now } from '#src/lib/server-clock.ts';
import { defineCollection, defineMutation } from '../engine/collection.ts';
import { localDatabase } from '../engine/current-database.ts';
import { currentRevision } from '../engine/database.ts';
import { applyPendingTo } from '../engine/optimistic.ts';
import { pendingMutations } from '../engine/outbox.ts';
import { writeFetched } from '../engine/rows.ts';
import { defineStore } from '../engine/store.ts';
import type { Dated, LocalDatabase, RowChange, StoredMutation } from '../engine/types.ts';
import { applyToRelation, relationRows } from './relations.ts';
import { texts } from './texts.ts';

/** A post as the signed-in user sees it; `view` is null once it is known to be gone. */
interface PostRow extends Dated {
  _id: string;
  view: PostView | null;
}

/** What mutations change on the screen: a post, by its id. */
interface Views {
  post: PostView;
}

export const postRows = defineStore<PostRow>('posts', '_id');

export const postLane = (postId: string) => `post ${postId}`;

const mutations = {
  /** Reacts to a post. Outboxes know it by its first name. */
  say: defineMutation<{ postId: string; interest: InterestType; on: boolean }, Views>({
    lane: ({ postId }) => postLane(postId),
    setter: ({ interest, on }) => ({ target: interest, value: on, toggles: true }),
    optimistic: {
      post: (post, { postId, interest, on }, { userId }) =>
        postId === post._id ? withReaction(post, userId, interest, on) : post,
    },
    send: ({ postId, interest, on }, sending) => {
      const { like, cancelLike, interested, cancelInterested, going, cancelGoing } = api.posts;
      const calls = {
        liked: [cancelLike, like],
        interested: [cancelInterested, interested],
        going: [cancelGoing, going],
      } as const;
      return calls[interest][on ? 1 : 0].mutate({ id: postId }, sending);
    },
    words: ({ interest, on }, about) => texts.posts.react(interest, on, about),
  }),

  schedule: defineMutation<{ postId: string; isAdded: boolean }, Views>({
    lane: ({ postId }) => postLane(postId),
    setter: ({ isAdded }) => ({ target: 'calendar', value: isAdded, toggles: true }),
    optimistic: {
      post: (post, { postId, isAdded }) => (postId === post._id ? { ...post, isAdded } : post),
    },
    send: ({ postId, isAdded }, sending, id) =>
      api.schedulers[isAdded ? 'add' : 'remove'].mutate({ id, postId }, sending),
    words: ({ isAdded }, about) => texts.posts.schedule(isAdded, about),
  }),

  remind: defineMutation<{ postId: string; minutes: ReminderMinutes | null }, Views>({
    lane: ({ postId }) => postLane(postId),
    setter: ({ minutes }) => ({ target: 'reminder', value: minutes }),
    optimistic: {
      post: (post, { postId, minutes }) => (postId === post._id ? { ...post, reminder: minutes } : post),
    },
    send: ({ postId: id, minutes }, sending) => api.reminders.set.mutate({ id, minutes }, sending),
    words: ({ minutes }, about) => texts.posts.remind(minutes !== null, about),
  }),

  share: defineMutation<{ postId: string; shareId: string }>({
    lane: ({ postId }) => postLane(postId),
    send: ({ postId, shareId: _id }, sending, userId) =>
      api.shares.create.mutate({ _id, userId, postId }, sending),
    words: (_, about) => texts.posts.share(about),
  }),
};

/** The mutations of posts, for collections that show their effects, too. */
export type PostMutations = typeof mutations;

/** Returns a post with pending mutations applied. */
const applyTo = applyPendingTo<Views, 'post'>(mutations, 'post');
export const applyToPost = (post: PostView, pending: Parameters<typeof applyTo>[1], userId: string) =>
  applyTo(post, pending, { id: post._id, userId });

/** Posts as the signed-in user sees them, each once, wherever it is listed. Those of the feed are trimmed with it. */
export const posts = defineCollection({
  stores: [postRows],
  events: {
    'post-upserted': ({ payload: { post } }) => changesOfPost(post),
    'post-removed': ({ payload: { postId } }) => [postRows.merge(postId, { view: null })],
    'post-interest': ({ payload: { postId, interests, counts } }) => [
      amendPost(postId, { interests, counts }),
    ],
    'scheduler-changed': ({ payload: { postId, isAdded } }) => [amendPost(postId, { isAdded })],
    'reminder-changed': ({ payload: { postId, reminder } }) => [amendPost(postId, { reminder })],
  },
  mutations,
});

/** Returns what to store of a post that the server sent. */
export const changesOfPost = (post: PostView): RowChange[] => [
  postRows.merge(post._id, { view: post }),
  relationRows.merge(post.creatorId, { follows: post.follows }),
];

const amendPost = (postId: string, fields: Partial<PostView>): RowChange =>
  postRows.update(postId, (row) => row?.view && { ...row, view: { ...row.view, ...fields } });

function withReaction(post: PostView, userId: string, interest: InterestType, on: boolean): PostView {
  const own = reactionsOf(post, userId);
  if (own[interest] === on) return post;
  return {
    ...post,
    interests: [{ ...own, [interest]: on }],
    counts: { ...post.counts, [interest]: Math.max(0, post.counts[interest] + (on ? 1 : -1)) },
    // Who goes there is reminded, and who does not after all is not.
    ...(interest === 'going' &&
      post.creatorId !== userId && {
        reminder: on ? (post.reminder ?? usualReminder(post.startDateTime, now())) : null,
      }),
  };
}

/** Returns the reactions of a user to a post. */
const reactionsOf = ({ interests }: PostView, userId: string): InterestView =>
  interests.find((one) => one.userId === userId) ?? { userId, liked: false, interested: false, going: false };

/**
 * Returns a post from this device, with pending mutations; null where it is known to be gone, undefined where it was
 * never seen.
 */
export async function readPost(
  db: LocalDatabase,
  userId: string,
  postId: string,
): Promise<PostView | null | undefined> {
  return (await readPosts(db, userId, [postId])).get(postId);
}

/** Does the same for many posts at once. */
export function readPosts(
  db: LocalDatabase,
  userId: string,
  postIds: readonly string[],
): Promise<Map<string, PostView | null | undefined>> {
  return db.transaction('r', [postRows.in(db), relationRows.in(db), db.outbox], async () => {
    const rows = await postRows.in(db).bulkGet([...postIds]);
    const pending = await pendingMutations(db);
    const follows = await followsCreators(db, userId, rows, pending);
    return new Map(
      postIds.map((postId, index) => {
        const view = rows[index]?.view;
        if (!view) return [postId, view] as const;
        const post = { ...view, follows: follows(view) };
        return [postId, applyToPost(post, pending, userId)] as const;
      }),
    );
  });
}

/**
 * Reads whether the user follows those who made some posts, with pending mutations; within a transaction over
 * `profiles`. Returns a function from one of the posts: many are by the same few.
 */
export async function followsCreators(
  db: LocalDatabase,
  userId: string,
  rows: readonly (PostRow | undefined)[],
  pending: readonly StoredMutation[],
): Promise<(post: PostView) => boolean> {
  const ids = [...new Set(rows.flatMap((row) => (row?.view ? [row.view.creatorId] : [])))];
  const found = await relationRows.in(db).bulkGet(ids);
  const kept = new Map(ids.map((id, index) => [id, found[index]?.follows]));
  return ({ creatorId: id, follows }) =>
    applyToRelation.follows(kept.get(id) ?? follows, pending, { id, userId });
}

/** Fetches a post into the database. Rejects where the server rejects it or cannot be reached. */
export async function pullPost(db: LocalDatabase, postId: string): Promise<void> {
  const revision = await currentRevision(db);
  const post = await api.posts.byId.query({ id: postId });
  await writeFetched(db, changesOfPost(post), revision);
}

/** Fetches a post into the signed-in user's database, and resolves to whether there is one. */
export async function keepPost(postId: string): Promise<boolean> {
  const db = localDatabase();
  if (db) await pullPost(db, postId);
  return db !== undefined;
}

/** Fetches a page of posts, stores them for the signed-in user, and resolves to the page. */
export async function keepPosts<Page extends { items: PostView[] }>(
  fetchPage: () => Promise<Page>,
): Promise<Page> {
  const db = localDatabase();
  if (!db) return fetchPage();
  const revision = await currentRevision(db);
  const page = await fetchPage();
  await writeFetched(db, page.items.flatMap(changesOfPost), revision);
  return page;
}
