import type { PostView } from '#server/posts/posts.schema.ts';
import { api } from '#src/app/api.ts';
import { rowsOfPost, writeFetched } from '../engine/apply-events.ts';
import { localDatabase } from '../engine/current-database.ts';
import { currentRevision, type LocalDatabase } from '../engine/database.ts';
import { overlay } from '../engine/optimistic.ts';
import { shownActs } from '../engine/outbox.ts';

/**
 * A post as it is kept on this device, with what the user did a moment ago; null where it is known to be gone,
 * undefined where it was never seen.
 */
export function readPost(
  db: LocalDatabase,
  userId: string,
  postId: string,
): Promise<PostView | null | undefined> {
  return db.transaction('r', [db.posts, db.profiles, db.outbox], async () => {
    const row = await db.posts.get(postId);
    if (!row?.view) return row?.view;
    const { creatorId } = row.view;
    const creator = await db.profiles.get(creatorId);
    const acts = await shownActs(db);
    const follows = overlay.follows(creator?.follows ?? row.view.follows, acts, creatorId);
    return overlay.post({ ...row.view, follows }, acts, userId);
  });
}

/** Fetches a post into the copy. Rejects where the server refuses or cannot be reached. */
export async function pullPost(db: LocalDatabase, postId: string): Promise<void> {
  const revision = await currentRevision(db);
  const post = await api.posts.byId.query({ id: postId });
  await writeFetched(db, rowsOfPost(post), revision);
}

/**
 * Fetches a page of posts, keeps them in the signed-in user's copy, and answers the page. A visitor's are not kept.
 */
export async function keepPosts<Page extends { items: PostView[] }>(
  fetchPage: () => Promise<Page>,
): Promise<Page> {
  const db = localDatabase();
  if (!db) return fetchPage();
  const revision = await currentRevision(db);
  const page = await fetchPage();
  await writeFetched(db, page.items.flatMap(rowsOfPost), revision);
  return page;
}
