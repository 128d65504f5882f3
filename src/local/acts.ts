import { v7 as uuid } from 'uuid';
import type { InterestType } from '#server/posts/post-rules.schema.ts';
import { api } from '#src/app/api.ts';
import { session } from '#src/app/session.ts';
import { type RowChange, rowOfNotification, writeAnswer } from './apply-event.ts';
import { localDatabase } from './current-database.ts';
import type { LocalDatabase, OutboxRow } from './database.ts';
import { lanes } from './lanes.ts';
import { recentActs } from './recent-acts.ts';

/** What a user can do that shows at once. Each says how things are to be from now on. */
export type Act =
  | { name: 'say'; input: { postId: string; interest: InterestType; on: boolean } }
  | { name: 'follow'; input: { userId: string; follows: boolean } }
  | { name: 'mark'; input: { notificationId: string; isRead: boolean } }
  | { name: 'mark-all'; input: { isRead: boolean } };

/** How long, in milliseconds, an act that succeeded is laid over what screens read: until they have read again. */
const afterglow = 1_000;

/**
 * Does something: shows it in every tab at once, sends it, and shows what the server answered. Rejects, and shows
 * things as they were, where the server refuses or cannot be reached.
 */
export async function perform(act: Act): Promise<void> {
  const db = localDatabase();
  if (!db) throw new Error('Nobody is signed in.');
  const lane = laneOf(act);
  const forget = recentActs.add(lane, act);
  try {
    await sendAndKeep(db, { opId: uuid(), lane, ...act });
    setTimeout(forget, afterglow);
  } catch (error) {
    forget();
    throw error;
  }
}

async function sendAndKeep(db: LocalDatabase, row: OutboxRow): Promise<void> {
  await whileHeld(row.opId, async () => {
    await db.outbox.add(row);
    let outcome: RowChange[] = [];
    try {
      outcome = await inLane(row.lane, () => send(row));
    } finally {
      await db.transaction('rw', [db.posts, db.profiles, db.notifications, db.meta, db.outbox], async () => {
        await writeAnswer(db, outcome);
        await db.outbox.delete(row.opId);
      });
    }
  });
}

/** Takes back what is shown of acts whose tab was closed while it sent them: what became of them, the server tells. */
export async function forgetAbandonedActs(db: LocalDatabase): Promise<void> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const sending = new Set(held.map((lock) => lock.name));
  const rows = await db.outbox.toArray();
  await db.outbox.bulkDelete(rows.map(({ opId }) => opId).filter((opId) => !sending.has(opId)));
}

/** Runs a piece of work under a lock that other tabs can see, where the browser has locks. */
function whileHeld(name: string, work: () => Promise<void>): Promise<void> {
  return navigator.locks ? navigator.locks.request(name, work) : work();
}

const turns = new Map<string, Promise<unknown>>();

/** Sends one at a time what concerns the same thing, so that the last tap is the last to arrive. */
function inLane<T>(lane: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(lane) ?? Promise.resolve()).then(work, work);
  turns.set(lane, turn);
  const leave = () => {
    if (turns.get(lane) === turn) turns.delete(lane);
  };
  turn.then(leave, leave);
  return turn;
}

function laneOf({ name, input }: Act): string {
  if (name === 'say') return lanes.post(input.postId);
  return name === 'follow' ? lanes.profile(input.userId) : lanes.notifications;
}

const interestCalls = {
  liked: { on: api.posts.like, off: api.posts.cancelLike },
  interested: { on: api.posts.interested, off: api.posts.cancelInterested },
  going: { on: api.posts.going, off: api.posts.cancelGoing },
};

/** Calls the server, and answers what is known afterwards. */
async function send({ name, input }: Act): Promise<RowChange[]> {
  if (name === 'say') {
    const { postId, interest, on } = input;
    const { interests, counts } = await interestCalls[interest][on ? 'on' : 'off'].mutate({ id: postId });
    return [{ table: 'posts', id: postId, amend: { interests, counts } }];
  }
  if (name === 'follow') {
    const { userId, follows } = input;
    const pair = { followerId: currentUserId(), followingId: userId };
    const { isFollowing } = await api.follows[follows ? 'follow' : 'unfollow'].mutate(pair);
    return [{ table: 'profiles', id: userId, content: { follows: isFollowing } }];
  }
  const { isRead } = input;
  if (name === 'mark')
    return [rowOfNotification(await api.notifications.mark.mutate({ id: input.notificationId, isRead }))];
  await api.notifications.markAll.mutate({ isRead, all: true });
  return [{ table: 'notifications', every: { isRead } }];
}

function currentUserId(): string {
  const state = session.get();
  if (state.status === 'signed-out') throw new Error('Nobody is signed in.');
  return state.user._id;
}
