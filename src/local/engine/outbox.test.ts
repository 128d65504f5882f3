import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readFeed } from '../collections/feed.ts';
import type { Mutation } from '../collections/index.ts';
import { readUnread } from '../collections/notifications.ts';
import { readNotifications } from '../collections/read-notifications.ts';
import { openAgain, openTestDatabase } from '../testing/databases.ts';
import { alice, carol } from '../testing/people.ts';
import { switchesOf, TinyServer } from '../testing/server.ts';
import { idOf } from '../testing/views.ts';
import { applyEvents } from './apply.ts';
import { commit, recoverWrittenAhead } from './commit.ts';
import { removeConfirmed } from './flush.ts';
import { discard, enqueue, heads, markDone, markFailed, markSent, retry, unsentMutations } from './outbox.ts';
import { takeSnapshot } from './snapshot.ts';
import type { LocalDatabase } from './types.ts';
import { writeAhead } from './write-ahead.ts';

const reach = vi.hoisted(() => ({ api: {} as object }));
vi.mock('#src/app/api.ts', () => ({
  api: new Proxy({}, { get: (_, name) => Reflect.get(reach.api, name) }),
}));

const like = (on: boolean): Mutation => ({ name: 'say', input: { postId: idOf(1), interest: 'liked', on } });
const going = (on: boolean): Mutation => ({ name: 'say', input: { postId: idOf(1), interest: 'going', on } });
const follow = (follows: boolean): Mutation => ({ name: 'follow', input: { userId: carol._id, follows } });
const mark = (isRead: boolean): Mutation => ({ name: 'mark', input: { notificationId: idOf(1), isRead } });
const markAll = (isRead: boolean): Mutation => ({ name: 'mark-all', input: { isRead } });

/** What is in the outbox, briefly. */
const contents = async (db: LocalDatabase) =>
  (await db.outbox.orderBy('order').toArray()).map(({ name, input, state }) => [name, input, state]);

let db: LocalDatabase;
beforeEach(() => {
  db = openTestDatabase();
});

/** The opId of what can be sent first. */
async function first(): Promise<string> {
  const [head] = (await heads(db)).values();
  if (!head) throw new Error('The outbox is empty.');
  return head.opId;
}

describe('mutations that were never sent', () => {
  it('cancel out where one sets back what the other set', async () => {
    for (const act of [like(true), like(false), follow(false), follow(true), mark(true), mark(false)])
      await enqueue(db, act);
    expect(await contents(db)).toEqual([]);
  });

  it('coalesce where they set the same', async () => {
    await enqueue(db, like(true));
    await enqueue(db, like(true));
    expect(await contents(db)).toHaveLength(1);
  });

  it('coalesce past others that set something else', async () => {
    for (const act of [like(true), going(true), like(false)]) await enqueue(db, act);
    expect(await contents(db)).toEqual([['say', going(true).input, 'waiting']]);
  });

  it('keep their order around one that sets everything', async () => {
    for (const act of [mark(true), markAll(true), mark(false), mark(true), markAll(true), markAll(false)])
      await enqueue(db, act);
    expect((await contents(db)).map(([name]) => name)).toEqual(['mark', 'mark-all']);
    expect((await contents(db)).at(-1)?.[1]).toEqual({ isRead: false });
  });

  it('can be discarded, and no others', async () => {
    await enqueue(db, like(true));
    const opId = await first();
    await markSent(db, opId);
    await discard(db, opId);
    expect(await contents(db)).toHaveLength(1);
    await enqueue(db, follow(true));
    const [, unsent] = await unsentMutations(db);
    await discard(db, unsent?.opId ?? '');
    expect(await contents(db)).toEqual([['say', like(true).input, 'sent']]);
  });
});

describe('mutations that may have reached the server', () => {
  it('stay, and what sets them back follows them', async () => {
    await enqueue(db, like(true));
    await markSent(db, await first());
    await enqueue(db, like(false));
    expect((await contents(db)).map(([, , state]) => state)).toEqual(['sent', 'waiting']);
  });

  it('are the first of their lane until their outcome is known', async () => {
    await enqueue(db, like(true));
    const opId = await first();
    await markSent(db, opId);
    await enqueue(db, going(true));
    expect(await first()).toBe(opId);
    await markDone(db, opId);
    expect(await first()).not.toBe(opId);
  });
});

describe('mutations that the server rejected', () => {
  it('are listed with the reason, and the lane goes on', async () => {
    await enqueue(db, like(true));
    await enqueue(db, going(true));
    const rejected = await first();
    await markSent(db, rejected);
    await markFailed(db, rejected, 'Post is not available');
    expect(await unsentMutations(db)).toMatchObject([
      { state: 'failed', problem: 'Post is not available' },
      { state: 'waiting' },
    ]);
    expect(await first()).not.toBe(rejected);
  });

  it('are sent again behind what was done since, or discarded', async () => {
    await enqueue(db, like(true));
    const rejected = await first();
    await markFailed(db, rejected, 'No.');
    await enqueue(db, going(true));
    await retry(db, rejected);
    expect(await contents(db)).toEqual([
      ['say', going(true).input, 'waiting'],
      ['say', like(true).input, 'waiting'],
    ]);
    await markFailed(db, rejected, 'No.');
    await discard(db, rejected);
    expect(await contents(db)).toEqual([['say', going(true).input, 'waiting']]);
  });

  it('make way for another try at the same', async () => {
    await enqueue(db, like(true));
    await markFailed(db, await first(), 'No.');
    await enqueue(db, like(true));
    expect(await contents(db)).toEqual([['say', like(true).input, 'waiting']]);
  });
});

describe('the order', () => {
  it('is that in which things were done, whatever the clock showed, in all tabs', async () => {
    const otherTab = openAgain(db);
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      for (const [tab, day, act] of [
        [db, '2026-05-02', like(true)],
        [otherTab, '2026-05-01', going(true)],
        [db, '2026-05-03', follow(true)],
      ] as const) {
        vi.setSystemTime(day);
        await enqueue(tab, act);
      }
    } finally {
      vi.useRealTimers();
    }
    expect((await contents(db)).map(([, input]) => input)).toEqual([
      like(true).input,
      going(true).input,
      follow(true).input,
    ]);
  });
});

describe('a mutation is removed', () => {
  /** Sends a like to a server that has applied it, where the response has not arrived. */
  async function likeWithoutResponse() {
    const server = new TinyServer(1);
    reach.api = server.api;
    await enqueue(db, like(true));
    const opId = await first();
    await markSent(db, opId);
    server.receive(opId, like(true));
    return opId;
  }

  it('by the event that confirms it, and not by an earlier one or of another mutation', async () => {
    const server = new TinyServer(1);
    reach.api = server.api;
    await takeSnapshot(db);
    await enqueue(db, like(true));
    const opId = await first();
    const other = crypto.randomUUID();
    server.receive(other, going(true));
    server.receive(opId, like(true));
    const last = server.log.length;
    await applyEvents(db, server.epoch, server.log.slice(0, last - 1));
    expect(await contents(db)).toHaveLength(1);
    await applyEvents(db, server.epoch, server.log);
    expect(await contents(db)).toEqual([]);
    // The answer that comes later finds nothing to note.
    await markDone(db, opId);
    expect(await contents(db)).toEqual([]);
  });

  it('by a snapshot that was begun after its response, and not by an earlier one', async () => {
    const opId = await likeWithoutResponse();
    await takeSnapshot(db);
    expect(await contents(db)).toHaveLength(1);
    await markDone(db, opId);
    await takeSnapshot(db);
    expect(await contents(db)).toEqual([]);
  });

  it('once the cursor has reached where the log ended after its response', async () => {
    // The event is contained in a snapshot; sent again, only the response comes.
    const opId = await likeWithoutResponse();
    await takeSnapshot(db);
    await removeConfirmed(db);
    expect(await contents(db)).toHaveLength(1);
    await markDone(db, opId);
    await removeConfirmed(db);
    expect(await contents(db)).toEqual([]);
  });

  it('not before that', async () => {
    const server = new TinyServer(1);
    reach.api = server.api;
    await takeSnapshot(db);
    await enqueue(db, like(true));
    const opId = await first();
    server.receive(opId, like(true));
    await markDone(db, opId);
    await removeConfirmed(db);
    expect(await contents(db)).toHaveLength(1);
  });
});

/** One thing that happens: to the user, on the way, or at the server. */
type Step =
  | { kind: 'switch'; which: number; tab: 'lives' | 'dies before the commit' | 'dies after the commit' }
  | { kind: 'mark-all'; isRead: boolean }
  | { kind: 'send'; outcome: 'lost before' | 'lost after' | 'answered' }
  | { kind: 'hear'; events: number }
  | { kind: 'snapshot' }
  | { kind: 'settle' }
  | { kind: 'take over' }
  | { kind: 'reopen' };

const size = 2;
const switches = switchesOf(size);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({
        which: fc.nat(switches.length - 1),
        tab: fc.constantFrom(
          'lives' as const,
          'dies before the commit' as const,
          'dies after the commit' as const,
        ),
      })
      .map((change): Step => ({ kind: 'switch', ...change })),
  },
  fc.boolean().map((isRead): Step => ({ kind: 'mark-all', isRead })),
  {
    weight: 6,
    arbitrary: fc
      .constantFrom('lost before' as const, 'lost after' as const, 'answered' as const)
      .map((outcome): Step => ({ kind: 'send', outcome })),
  },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 5 }).map((events): Step => ({ kind: 'hear', events })) },
  fc.constantFrom<Step>({ kind: 'snapshot' }, { kind: 'settle' }, { kind: 'take over' }, { kind: 'reopen' }),
);

/** What the screens show of all switches. */
async function shown(copy: LocalDatabase): Promise<Record<string, boolean>> {
  const feed = await readFeed(copy, alice._id, 9);
  const { items } = await readNotifications(copy, 9);
  const last = (id: string) => Number(id.slice(-12));
  return Object.fromEntries([
    ...feed.items.flatMap(({ post }) =>
      (['liked', 'going'] as const).map((interest) => [
        `${interest} ${last(post._id)}`,
        post.interests[0]?.[interest] ?? false,
      ]),
    ),
    ...items.map((notification) => [`read ${last(notification._id)}`, notification.isRead]),
    ['follows', feed.items[0]?.follows],
  ]);
}

describe('whatever happens in between', () => {
  it('shows what the user wants, and the server ends with it, each mutation done once', async () => {
    const runs = fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const server = new TinyServer(size);
      reach.api = server.api;
      let copy = openTestDatabase();
      await takeSnapshot(copy);
      const wanted = await shown(copy);
      const cursor = async () => (await copy.meta.get('cursor'))?.value as { seq: number };

      const send = async (outcome: 'lost before' | 'lost after' | 'answered') => {
        const [head] = (await heads(copy)).values();
        const act = head && (await markSent(copy, head.opId));
        if (!act || outcome === 'lost before') return head !== undefined;
        server.receive(act.opId, act as unknown as Mutation);
        if (outcome === 'answered') await markDone(copy, act.opId);
        return true;
      };
      const hear = async (events: number) => {
        const { seq } = await cursor();
        await applyEvents(copy, server.epoch, server.log.slice(seq, seq + events));
      };

      for (const happens of steps) {
        if (happens.kind === 'switch') {
          const { name, act } = switches[happens.which] ?? { name: '', act: like };
          wanted[name] = !wanted[name];
          const opId = uuid();
          const removeEntry = writeAhead.add(copy.userId, opId, act(wanted[name]));
          if (happens.tab !== 'dies before the commit') await commit(copy, opId, act(wanted[name]));
          if (happens.tab === 'lives') removeEntry?.();
        } else if (happens.kind === 'mark-all') {
          for (const name of Object.keys(wanted)) if (name.startsWith('read')) wanted[name] = happens.isRead;
          await commit(copy, uuid(), markAll(happens.isRead));
        } else if (happens.kind === 'send') await send(happens.outcome);
        else if (happens.kind === 'hear') await hear(happens.events);
        else if (happens.kind === 'snapshot') await takeSnapshot(copy);
        else if (happens.kind === 'settle') await removeConfirmed(copy);
        else if (happens.kind === 'take over') await recoverWrittenAhead(copy);
        else copy = openAgain(copy);
        // Until then, the other tabs show from memory what a closed one had done.
        if (writeAhead.entries(copy.userId).length === 0) expect(await shown(copy)).toEqual(wanted);
      }

      await recoverWrittenAhead(copy);
      while (await send('answered'));
      await hear(server.log.length);
      await removeConfirmed(copy);
      expect(await contents(copy)).toEqual([]);
      expect(await shown(copy)).toEqual(wanted);
      expect(await readUnread(copy)).toBe(server.unread);
      expect(server.misused).toEqual([]);
      const fresh = openTestDatabase();
      await takeSnapshot(fresh);
      expect(await shown(fresh)).toEqual(wanted);
    });
    await fc.assert(runs, { numRuns: 100 });
  }, 120_000);
});
