import 'fake-indexeddb/auto';
import { v7 as uuid } from 'uuid';
import { describe, expect, test, vi } from 'vitest';
import { doDueWork } from '#server/due-work.ts';
import { readEvents } from '#server/events/events.queries.ts';
import type { UserEvent } from '#server/events/events.schema.ts';
import { setUpWorld } from '#server/testing/cast.ts';
import type { Person } from '#server/testing/world.ts';
import { applyEvents } from '../engine/apply.ts';
import { readFact, readMeta } from '../engine/database.ts';
import { takeSnapshot } from '../engine/snapshot.ts';
import { openTestDatabase, type TestDatabase } from '../testing/databases.ts';
import { reach } from '../testing/server-api.ts';
import { readBulkMessages } from './bulk-messages.ts';
import { readConversations, unreadMessages } from './conversations.ts';
import { cultivationsAt } from './cultivations.ts';
import { dashboardAt } from './dashboard.ts';
import { pullFeed, readFeed } from './feed.ts';
import { pullMessages } from './messages.ts';
import { readUnread } from './notifications.ts';
import { readNotifications } from './read-notifications.ts';
import { blocksAt, endorsersAt, followersAt, viewersAt } from './relations.ts';
import { readMessages } from './shown-messages.ts';
import { walletCoins } from './wallet.ts';

vi.mock('#src/app/api.ts', () => import('../testing/server-api.ts'));

// Nobody is signed in where there is no browser.
vi.mock('#src/app/session.ts', () => ({ session: { userId: () => undefined } }));

const world = setUpWorld();

interface Cast {
  /** Whose copy it is in most of what happens: follows carol, who has published a post. */
  alice: Person;
  bob: Person;
  carol: Person;
  postId: string;
}

interface Happening {
  /** Whose copy it is; `alice` unless given. */
  whose?: 'alice' | 'carol';
  /** Comes before the copy is made. */
  before?: (cast: Cast) => Promise<unknown>;
  happens: (cast: Cast) => Promise<unknown>;
  /** What the copy knows beside what a snapshot brings, and what the server returns of it. */
  also?: (cast: Cast, db: TestDatabase) => Promise<[known: unknown, said: unknown]>;
}

const publish = (carol: Person, title = 'Soup night') =>
  world.as(carol).posts.create({ postType: 'event', title, description: '', isActive: true });
const pair = ({ alice, carol }: Cast) => ({ followerId: alice._id, followingId: carol._id });
const relationOf = async (one: Person, other: Person) =>
  (await world.as(one).profiles.publicInfo({ id: other._id })).relation;
const someNotification = async ({ alice }: Cast) =>
  (await world.as(alice).notifications.list({})).items[0]?._id ?? '';
const toldOf = ({ alice, bob }: Cast) =>
  world.as(bob).follows.follow({ followerId: bob._id, followingId: alice._id });

const written = ({ alice, bob }: Cast) =>
  world.as(bob).conversations.send({ receiverId: alice._id, text: 'Hello' });
const conversationOf = async (person: Person) =>
  (await world.as(person).conversations.list({})).items[0]?._id ?? '';

/** The number of the last event that a copy contains. */
const lastSeq = async (db: TestDatabase) => (await readMeta(db, 'cursor'))?.seq;

/** For every type of event something that causes it. A new type fails to compile until it stands here. */
const happenings: Record<UserEvent['type'], Happening> = {
  'post-upserted': {
    whose: 'carol',
    happens: ({ carol, postId }) =>
      world.as(carol).posts.update({
        id: postId,
        postType: 'event',
        title: 'Stew night',
        description: 'Warm',
        isActive: true,
      }),
  },
  'post-removed': {
    whose: 'carol',
    happens: ({ carol, postId }) => world.as(carol).posts.remove({ id: postId }),
  },
  'post-interest': {
    before: ({ bob, postId }) => world.as(bob).posts.like({ id: postId }),
    happens: ({ alice, postId }) => world.as(alice).posts.like({ id: postId }),
  },
  'scheduler-changed': {
    // Posts of organizations that one follows are in the calendar already.
    before: (cast) => world.as(cast.alice).follows.unfollow(pair(cast)),
    happens: ({ alice, postId }) => world.as(alice).schedulers.add({ id: alice._id, postId }),
  },
  'reminder-changed': {
    before: ({ carol, postId: id }) => {
      const startDateTime = new Date(world.ports.clock.now().getTime() + 3 * 86_400_000).toISOString();
      const dated = { postType: 'event', title: 'Soup night', isActive: true, startDateTime } as const;
      return world.as(carol).posts.update({ id, ...dated });
    },
    happens: ({ alice, postId: id }) => world.as(alice).reminders.set({ id, minutes: 60 }),
  },
  'follow-changed': {
    before: async (cast) => {
      await world.as(cast.alice).follows.unfollow(pair(cast));
    },
    happens: (cast) => world.as(cast.alice).follows.follow(pair(cast)),
    also: async ({ alice, carol }, db) => [
      (await db.profiles.get(carol._id))?.follows,
      (await relationOf(alice, carol))?.follows,
    ],
  },
  'followers-changed': {
    happens: ({ alice, bob }) =>
      world.as(bob).follows.follow({ followerId: bob._id, followingId: alice._id }),
    also: async ({ alice }, db) => [
      ((await followersAt.read(db)) ?? 0) > 0,
      (await world.visitor.follows.followers({ id: alice._id })).items.length > 0,
    ],
  },
  'endorsers-changed': {
    whose: 'carol',
    happens: ({ alice, carol }) =>
      world.as(alice).endorsements.endorse({ endorserId: alice._id, endorseeId: carol._id }),
    also: async ({ carol }, db) => [
      ((await endorsersAt.read(db)) ?? 0) > 0,
      (await world.visitor.endorsements.endorsers({ id: carol._id })).items.length > 0,
    ],
  },
  'viewers-changed': {
    whose: 'carol',
    // Of a post that goes afterwards: how many have viewed a post is not live.
    happens: async ({ alice, carol }) => {
      const { _id: id } = await publish(carol);
      await world.as(alice).posts.view({ id });
      await world.as(carol).posts.remove({ id });
    },
    also: async ({ carol }, db) => [
      ((await viewersAt.read(db)) ?? 0) > 0,
      (await world.as(carol).posts.viewersOfAll({ id: carol._id })).items.length > 0,
    ],
  },
  'reactions-changed': {
    whose: 'carol',
    before: ({ alice, postId }) => world.as(alice).posts.like({ id: postId }),
    // As many as before: how many react is not live on the card of a post.
    happens: async ({ alice, postId }) => {
      await world.as(alice).posts.cancelLike({ id: postId });
      await world.as(alice).posts.like({ id: postId });
    },
    also: async (_, db) => [await dashboardAt.read(db), await lastSeq(db)],
  },
  'cultivations-changed': {
    whose: 'carol',
    happens: ({ carol }) => world.as(carol).cultivations.create({ title: 'Regulars' }),
    also: async (_, db) => [await cultivationsAt.read(db), await lastSeq(db)],
  },
  'endorsement-changed': {
    happens: ({ alice, carol }) =>
      world.as(alice).endorsements.endorse({ endorserId: alice._id, endorseeId: carol._id }),
    also: async ({ alice, carol }, db) => [
      (await db.profiles.get(carol._id))?.endorses,
      (await relationOf(alice, carol))?.endorses,
    ],
  },
  'friendship-changed': {
    happens: ({ alice, bob }) =>
      world.as(alice).friendships.ask({ _id: uuid(), senderId: alice._id, receiverId: bob._id }),
    also: async ({ alice, bob }, db) => [
      (await db.profiles.get(bob._id))?.friendship,
      (await relationOf(alice, bob))?.friendship,
    ],
  },
  'block-changed': {
    happens: ({ alice, bob }) => world.as(bob).blocks.block({ userId: bob._id, blockedUserId: alice._id }),
    also: async ({ alice, bob }, db) => [
      ((await blocksAt.read(db)) ?? 0) > 0,
      (await world.as(alice).blocks.between({ userId: alice._id, blockedUserId: bob._id }))
        .oppositeConversationBlock.isBlocked,
    ],
  },
  'membership-changed': {
    happens: ({ alice, carol }) =>
      world.as(alice).memberships.create({
        _id: uuid(),
        individualId: alice._id,
        organizationId: carol._id,
        membershipType: 'volunteer',
        startTime: { month: 0, year: 2025 },
        isCurrent: true,
      }),
    also: async ({ alice }, db) => [
      (await db.memberships.toArray()).map(({ view }) => view),
      (await world.as(alice).memberships.list({ filters: { individualId: alice._id } })).items,
    ],
  },
  'notification-upserted': { happens: toldOf },
  'notification-removed': {
    before: async (cast) => {
      await toldOf(cast);
      await world.as(cast.alice).notifications.remove({ id: await someNotification(cast) });
    },
    happens: async () => {
      world.ports.clock.set(new Date(world.ports.clock.now().getTime() + 60 * 60 * 1000));
      await doDueWork(world.deps);
    },
  },
  'notifications-marked': {
    before: toldOf,
    happens: ({ alice }) => world.as(alice).notifications.markAll({ isRead: true, all: true }),
  },
  'notification-count': {
    before: toldOf,
    happens: async (cast) =>
      world.as(cast.alice).notifications.mark({ id: await someNotification(cast), isRead: true }),
  },
  'feed-newer': {
    happens: async ({ carol }) => {
      await publish(carol, 'Something new');
      await world.ports.runJobs();
    },
  },
  'conversation-upserted': {
    happens: ({ alice, bob }) => world.as(alice).conversations.create({ receiverId: bob._id }),
  },
  'message-added': { happens: written },
  'message-count': { before: written, happens: written },
  'conversation-read': {
    before: async (cast) => {
      await written(cast);
      await written(cast);
    },
    happens: async ({ alice, bob }) => {
      const id = await conversationOf(alice);
      await world.as(alice).conversations.markRead({ id, upTo: 1 });
      await world.as(alice).conversations.send({ receiverId: bob._id, text: 'Thanks' });
      await world.as(alice).conversations.markRead({ id, upTo: 2 });
    },
  },
  'conversation-seen': {
    before: ({ alice, bob }) =>
      world.as(alice).conversations.send({ receiverId: bob._id, text: 'Hello there' }),
    happens: async ({ bob }) =>
      world.as(bob).conversations.markRead({ id: await conversationOf(bob), upTo: 1 }),
  },
  'conversation-removed': {
    before: written,
    happens: async ({ alice }) => world.as(alice).conversations.remove({ id: await conversationOf(alice) }),
  },
  'bulk-message-changed': {
    happens: async ({ alice, bob }) => {
      const more = { receiverIds: [bob._id], messageText: 'Hello all' };
      await world.as(alice).conversations.sendToMany({ id: alice._id, ...more });
      await world.ports.runJobs();
    },
  },
  'wallet-changed': {
    happens: ({ alice, bob }) =>
      world.as(alice).conversations.send({ receiverId: bob._id, text: 'Hello there' }),
  },
  'operation-done': {
    happens: ({ alice, postId }) =>
      world.request(`/api/posts/${postId}/going`, {
        method: 'POST',
        as: alice,
        headers: { 'idempotency-key': uuid() },
      }),
  },
};

/** The messages of all conversations, as a screen shows them. */
async function messagesOn(db: TestDatabase) {
  const others = (await readConversations(db)).map(({ members }) => members[1]?._id ?? '');
  return Promise.all(others.map((otherId) => readMessages(db, { otherId }, 100)));
}

async function readMessagesAhead(db: TestDatabase): Promise<void> {
  for (const { _id } of await readConversations(db)) await pullMessages(db, _id, 'newest');
}

/** What screens show from a copy. */
async function shown(db: TestDatabase, userId: string) {
  const feed = await readFeed(db, userId, 100);
  const { items, total } = await readNotifications(db, 100);
  return {
    posts: feed.items,
    notifications: items.filter(({ isDeleted }) => !isDeleted),
    total,
    unread: await readUnread(db),
    conversations: await readConversations(db),
    unreadMessages: await unreadMessages.read(db),
    walletCoins: await walletCoins.read(db),
    bulkMessages: await readBulkMessages(db),
    messages: await messagesOn(db),
  };
}

describe('a snapshot and the events after it make what a new snapshot is', () => {
  test.each(Object.entries(happenings))('%s', async (type, { whose = 'alice', before, happens, also }) => {
    const [alice, bob, carol] = [
      await world.individual('alice'),
      await world.individual('bob'),
      await world.organization('carol'),
    ];
    const cast: Cast = { alice, bob, carol, postId: (await publish(carol))._id };
    await world.as(alice).follows.follow(pair(cast));
    await before?.(cast);
    await world.ports.runJobs();
    const owner = cast[whose];
    reach.caller = world.as(owner) as unknown as typeof reach.caller;
    const db = openTestDatabase();
    const { epoch, seq } = await takeSnapshot(db);
    await readMessagesAhead(db);

    await happens(cast);
    const events = await readEvents(world.db, owner._id, seq);
    expect(events.map((event) => event.type)).toContain(type);
    // As a bad connection has it: some of it twice.
    expect(await applyEvents(db, epoch, events.slice(0, 1))).toBe(true);
    expect(await applyEvents(db, epoch, events)).toBe(true);
    expect(await readFact(db, 'cursor')).toMatchObject({ seq: events.at(-1)?.seq });
    // What the feed's screen does by itself, or on request.
    const feed = await readFeed(db, owner._id, 100);
    if (feed.hasNewer || feed.isIncomplete) await pullFeed(db);

    const fresh = openTestDatabase();
    await takeSnapshot(fresh);
    for (const one of [db, fresh]) await readMessagesAhead(one);
    expect(await shown(db, owner._id)).toEqual(await shown(fresh, owner._id));
    if (also) {
      const [known, said] = await also(cast, db);
      expect(known).toEqual(said);
    }
  });
});
