import { queryClient } from '#src/app/query-client.ts';
import { session } from '#src/app/session.ts';
import { type Feed, feedPageSize, readFeed } from '#src/local/collections/feed.ts';
import { localDatabase } from '#src/local/engine/current-database.ts';

/** Where it is remembered how many posts of the feed are shown. */
export const feedShownKey = ['feed', 'shown'];

/** The signed-in user's feed from this device, for the first paint; undefined for a visitor. */
export async function loadFeed(): Promise<Feed | undefined> {
  const state = session.get();
  const db = localDatabase();
  if (!db || state.status === 'signed-out') return undefined;
  const shown = queryClient.getQueryData<number>(feedShownKey) ?? feedPageSize;
  return readFeed(db, state.user._id, shown);
}
