import fc from 'fast-check';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { executeAlone } from '#db/batch.ts';
import { setUpWorld } from '../testing/cast.ts';
import { runsOf } from '../testing/database.ts';
import type { Person } from '../testing/world.ts';
import { write } from '../write.ts';
import { appendEvents, batchLimits, readEvents, retention } from './events.queries.ts';
import type { EventHead, StreamMessage } from './events.schema.ts';

const world = setUpWorld();

/** Appends events to people's logs as any write does; the badge's count distinguishes them. */
const tell = (people: readonly Person[], count: number) =>
  write(world.deps, async (_, effects) => {
    for (const { _id } of people)
      effects.event(_id, { type: 'notification-count', payload: { onlyNew: count } });
  });

const countsOf = (events: { type: string; payload: unknown }[]) =>
  events.map((event) => (event.payload as { onlyNew: number }).onlyNew);

const upTo = (n: number, from = 1) => Array.from({ length: n - from + 1 }, (_, index) => from + index);

describe('the log', () => {
  test('numbers the events of each user from 1 without gaps, in the order of the write', async () => {
    const [alice, bob] = [await world.individual('alice'), await world.individual('bob')];
    await tell([alice, bob], 1);
    await write(world.deps, async (_, effects) => {
      for (const count of [2, 3])
        effects.event(alice._id, { type: 'notification-count', payload: { onlyNew: count } });
      effects.event(bob._id, { type: 'follow-changed', payload: { userId: alice._id, follows: true } });
    });
    const ofAlice = await readEvents(world.db, alice._id, 0);
    expect(ofAlice.map((event) => event.seq)).toEqual([1, 2, 3]);
    expect(countsOf(ofAlice)).toEqual([1, 2, 3]);
    const ofBob = await readEvents(world.db, bob._id, 1);
    expect(ofBob).toMatchObject([
      { seq: 2, type: 'follow-changed', payload: { userId: alice._id, follows: true }, opId: null },
    ]);
    expect(await world.as(alice).events.head()).toMatchObject({ seq: 3 });
  });

  test('takes back its numbers with the write', async () => {
    const alice = await world.individual('alice');
    const failed = write(world.deps, async (trx) => {
      const event = { type: 'notification-count' as const, payload: { onlyNew: 1 } };
      await executeAlone(trx, appendEvents([{ userId: alice._id, event }], new Date()));
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    await tell([alice], 2);
    expect(await readEvents(world.db, alice._id, 0)).toMatchObject([{ seq: 1, payload: { onlyNew: 2 } }]);
  });

  test('carries the name of the write that the client gave it', async () => {
    const alice = await world.individual('alice');
    const opId = uuid();
    await write(world.deps, async (_, effects) =>
      effects.event(alice._id, { type: 'notification-count', payload: { onlyNew: 1 }, opId }),
    );
    expect(await readEvents(world.db, alice._id, 0)).toMatchObject([{ opId }]);
  });

  test('is read in batches of at most so many events and bytes, and a larger event alone', async () => {
    const alice = await world.individual('alice');
    const large = (letters: number) => ({
      userId: alice._id,
      event: {
        type: 'follow-changed' as const,
        payload: { userId: 'x'.repeat(letters), follows: true },
      },
    });
    const sizes = [30_000, 30_000, 30_000, 100_000, 10];
    await world.db
      .transaction()
      .execute((trx) => executeAlone(trx, appendEvents(sizes.map(large), new Date())));
    const batches: number[][] = [];
    for (let since = 0; since < sizes.length; since += batches.at(-1)?.length ?? sizes.length)
      batches.push((await readEvents(world.db, alice._id, since)).map((event) => event.seq));
    expect(batches).toEqual([[1, 2], [3], [4], [5]]);

    await world.db.transaction().execute((trx) =>
      executeAlone(
        trx,
        appendEvents(
          upTo(batchLimits.events + 1).map(() => large(1)),
          new Date(),
        ),
      ),
    );
    expect(await readEvents(world.db, alice._id, sizes.length)).toHaveLength(batchLimits.events);
  });

  test('reaches a reader that asks for what is newer, all of it and each once, however many write at once', async () => {
    const runs = fc.asyncProperty(
      fc.array(fc.array(fc.constantFrom('alice', 'bob', 'carol'), { minLength: 1, maxLength: 4 }), {
        minLength: 5,
        maxLength: 30,
      }),
      async (writes) => {
        const people = {
          alice: await world.individual('alice'),
          bob: await world.individual('bob'),
          carol: await world.individual('carol'),
        };
        let isWriting = true;
        const writing = Promise.all(
          writes.map((names, index) =>
            tell(
              names.map((name) => people[name]),
              index,
            ),
          ),
        ).finally(() => {
          isWriting = false;
        });
        const read = async ({ _id }: Person) => {
          const seen: { seq: number; count: number }[] = [];
          for (let last = false; ; last = !isWriting) {
            const events = await readEvents(world.db, _id, seen.at(-1)?.seq ?? 0, {
              events: 3,
              bytes: 65_536,
            });
            const counts = countsOf(events);
            seen.push(...events.map(({ seq }, index) => ({ seq, count: counts[index] ?? Number.NaN })));
            if (last && events.length === 0) return seen;
          }
        };
        const [ofAlice, ofBob, ofCarol] = await Promise.all([
          read(people.alice),
          read(people.bob),
          read(people.carol),
          writing,
        ]);
        for (const [name, seen] of Object.entries({ alice: ofAlice, bob: ofBob, carol: ofCarol })) {
          const sent = writes.flatMap((names, index) => names.filter((to) => to === name).map(() => index));
          expect(seen.map(({ seq }) => seq)).toEqual(upTo(sent.length));
          expect(seen.map(({ count }) => count).sort((a, b) => a - b)).toEqual(sent);
        }
      },
    );
    await fc.assert(runs, { numRuns: runsOf(10) });
    // On a machine that does much else.
  }, 120_000);

  test('forgets what is older than 14 days or more than 5,000 events back, and nothing else', async () => {
    const [alice, bob] = [await world.individual('alice'), await world.individual('bob')];
    const now = new Date('2026-06-15T12:00:00Z');
    const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);
    const draft = (userId: string) => ({
      userId,
      event: { type: 'notification-count' as const, payload: { onlyNew: 1 } },
    });
    await world.db.transaction().execute(async (trx) => {
      await executeAlone(trx, appendEvents([draft(alice._id)], daysAgo(15)));
      await executeAlone(trx, appendEvents([draft(alice._id)], daysAgo(13)));
      await executeAlone(
        trx,
        appendEvents(
          upTo(retention.events + 2).map(() => draft(bob._id)),
          now,
        ),
      );
    });
    world.ports.clock.set(now);
    await write(world.deps, async (_, effects) => effects.job({ name: 'sweep-events', payload: {} }));
    await world.ports.runJobs();
    expect((await readEvents(world.db, alice._id, 0)).map((event) => event.seq)).toEqual([2]);
    const [oldest] = await readEvents(world.db, bob._id, 0);
    expect(oldest?.seq).toBe(3);
    expect(await world.as(bob).events.head()).toMatchObject({ seq: retention.events + 2 });
  });

  test('loses a week as a whole when all of it is older than 14 days', async () => {
    const alice = await world.individual('alice');
    const after = (days: number) => new Date(Date.parse('2031-05-01T00:00:00Z') + days * 24 * 60 * 60 * 1000);
    const sweepAt = async (days: number) => {
      world.ports.clock.set(after(days));
      await write(world.deps, async (_, effects) => effects.job({ name: 'sweep-events', payload: {} }));
      await world.ports.runJobs();
    };
    const partitionsOf = async () => {
      const { rows } = await sql<{ name: string }>`
        select distinct tableoid::regclass::text as name from user_events where user_id = ${alice._id} order by 1`.execute(
        world.db,
      );
      return rows.map(({ name }) => name);
    };
    await sweepAt(0);
    for (const days of [8, 13, 16, 30]) await appendAt(alice, [after(days)]);
    const all = ['20310508', '20310515', 'default'].map((name) => `partitions.user_events_${name}`);
    await sweepAt(27);
    expect(await partitionsOf()).toEqual(all);
    await sweepAt(28);
    expect(await partitionsOf()).toEqual(all.slice(1));
    expect((await readEvents(world.db, alice._id, 0)).map(({ seq }) => seq)).toEqual([3, 4]);
    await using tooOld = await open(alice, { seq: 1 });
    expect(await tooOld.next()).toBe('reset');
    await using recent = await open(alice, { seq: 2 });
    expect(await recent.next()).toMatchObject({ id: '4' });
    world.ports.clock.set(new Date());
  });
});

/** Appends an event for each of these moments, as clocks may have it. */
async function appendAt({ _id: userId }: Person, moments: readonly Date[]): Promise<void> {
  const event = { type: 'notification-count' as const, payload: { onlyNew: 1 } };
  await world.db.transaction().execute(async (trx) => {
    for (const moment of moments) await executeAlone(trx, appendEvents([{ userId, event }], moment));
  });
  world.ports.events.notify([userId]);
}

describe('the stream', () => {
  test('sends what is newer than the cursor, then what happens', async () => {
    const alice = await world.individual('alice');
    for (const count of [1, 2, 3]) await tell([alice], count);
    await using stream = await open(alice, { seq: 1 });
    expect(await stream.next()).toEqual({ id: '3', counts: [2, 3] });
    await tell([alice], 4);
    expect(await stream.next()).toEqual({ id: '4', counts: [4] });
  });

  test('goes on behind what the transport handed over last', async () => {
    const alice = await world.individual('alice');
    for (const count of [1, 2, 3]) await tell([alice], count);
    await using stream = await open(alice, { seq: 0 }, '2');
    expect(await stream.next()).toEqual({ id: '3', counts: [3] });
  });

  test.each([
    ['first', [-9, 0]],
    ['in the middle', [0, -9, 0]],
    ['last', [0, -9]],
    ['alone', [-13]],
  ])('sends all where an event bears a time of days before, and comes %s', async (_, days) => {
    const alice = await world.individual('alice');
    const daysFromNow = (count: number) =>
      new Date(world.ports.clock.now().getTime() + count * 24 * 60 * 60 * 1000);
    await tell([alice], 1);
    await using stream = await open(alice, { seq: 0 });
    expect(await stream.next()).toMatchObject({ id: '1' });
    await appendAt(alice, days.map(daysFromNow));
    const received: number[] = [];
    while (received.length < days.length) {
      const message = await stream.next();
      if (typeof message !== 'object') throw new Error('The stream was reset.');
      received.push(...message.counts);
      expect(message.id).toBe(String(1 + received.length));
    }
  });

  test("carries nobody else's events", async () => {
    const [alice, bob] = [await world.individual('alice'), await world.individual('bob')];
    await using stream = await open(bob, { seq: 0 });
    const first = stream.next();
    await tell([alice], 1);
    await tell([bob], 2);
    expect(await first).toEqual({ id: '1', counts: [2] });
  });

  test('is rejected without a session', async () => {
    const { epoch } = await world.as(await world.individual('alice')).events.head();
    await expect(world.visitor.events.stream({ since: 0, epoch })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    await expect(world.visitor.events.head()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('is rejected for another user than the one signed in', async () => {
    const [alice, bob] = [await world.individual('alice'), await world.individual('bob')];
    const { epoch } = await world.as(bob).events.head();
    await expect(world.as(bob).events.stream({ since: 0, epoch, userId: alice._id })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await expect(world.as(bob).events.stream({ since: 0, epoch, userId: bob._id })).resolves.toBeDefined();
  });

  test('ends when its session does, and not when another one does', async () => {
    const alice = await world.individual('alice');
    await using stream = await open(alice, { seq: 0 });
    await using elsewhere = await open(await world.elsewhere(alice), { seq: 0 });
    const [here, there] = [stream.next(), elsewhere.next()];
    await world.as(alice).accounts.signOut();
    await expect(here).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await tell([alice], 1);
    expect(await there).toEqual({ id: '1', counts: [1] });
  });

  test('is open 100 times at most for one user, and again when one has ended', async () => {
    const [alice, bob] = [await world.individual('alice'), await world.individual('bob')];
    await using streams = new AsyncDisposableStack();
    const begin = async (person: Person) => streams.use(await open(person, { seq: 0 }));
    const first = await begin(alice);
    const others = await Promise.all(upTo(99).map(() => begin(alice)));
    const awaited = [first, ...others].map((stream) => stream.next());
    await expect((await begin(alice)).next()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });

    const ofBob = (await begin(bob)).next();
    await tell([alice, bob], 1);
    for (const message of [...awaited, ofBob]) expect(await message).toEqual({ id: '1', counts: [1] });
    await first[Symbol.asyncDispose]();
    expect(await (await begin(alice)).next()).toEqual({ id: '1', counts: [1] });
  });

  describe('asks for a snapshot and ends', () => {
    test('where the cursor is of another epoch', async () => {
      const alice = await world.individual('alice');
      await tell([alice], 1);
      await using stream = await open(alice, { seq: 0, epoch: uuid() });
      expect(await stream.next()).toBe('reset');
      expect(await stream.next()).toBeUndefined();
    });

    test('where the cursor lies ahead, as behind a backup that was restored', async () => {
      await using stream = await open(await world.individual('alice'), { seq: 5 });
      expect(await stream.next()).toBe('reset');
    });

    test.each(['reset', '', 'x', '-1', '1.5', '1e1', '9'.repeat(20)])(
      'where the transport goes on behind %j',
      async (id) => {
        const alice = await world.individual('alice');
        for (const count of upTo(12)) await tell([alice], count);
        await using stream = await open(alice, { seq: 0 }, id);
        expect(await stream.next()).toBe('reset');
      },
    );

    test('where events behind the cursor are gone, and not where only older ones are', async () => {
      const alice = await world.individual('alice');
      for (const count of [1, 2, 3]) await tell([alice], count);
      await world.db
        .deleteFrom('user_events')
        .where('user_id', '=', alice._id)
        .where('seq', '<=', 2)
        .execute();
      await using tooOld = await open(alice, { seq: 1 });
      expect(await tooOld.next()).toBe('reset');
      await using recent = await open(alice, { seq: 2 });
      expect(await recent.next()).toEqual({ id: '3', counts: [3] });
    });

    test('where it is more than 2,000 events behind, and not where it is exactly so many', async () => {
      const alice = await world.individual('alice');
      const event = { type: 'notification-count' as const, payload: { onlyNew: 1 } };
      await world.db.transaction().execute((trx) =>
        executeAlone(
          trx,
          appendEvents(
            upTo(2_001).map(() => ({ userId: alice._id, event })),
            new Date(),
          ),
        ),
      );
      await using far = await open(alice, { seq: 0 });
      expect(await far.next()).toBe('reset');
      await using near = await open(alice, { seq: 1 });
      expect(await near.next()).toMatchObject({ id: '201' });
    });
  });
});

/** Opens the stream of a person, in this epoch by default. `next` returns undefined at the end. */
async function open(person: Person, cursor: Partial<EventHead>, lastEventId?: string) {
  const caller = world.as(person);
  const { epoch } = await caller.events.head();
  const messages = await caller.events.stream({
    since: cursor.seq ?? 0,
    epoch: cursor.epoch ?? epoch,
    lastEventId,
  });
  const iterator = messages[Symbol.asyncIterator]();
  return {
    async next() {
      const { done, value } = await iterator.next();
      if (done) return undefined;
      // A caller gets the envelope; the type is what the transports make of it.
      const [id, message] = value as unknown as readonly [string, StreamMessage, unknown];
      return message.kind === 'reset' ? message.kind : { id, counts: countsOf(message.events) };
    },
    [Symbol.asyncDispose]: async () => void (await iterator.return?.(undefined)),
  };
}
