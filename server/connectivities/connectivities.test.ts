import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setUpCast } from '../testing/cast.ts';
import type { Person } from '../testing/world.ts';

const { world, alice, bob, carol } = setUpCast();

const open = new Set<AbortController>();
beforeEach(async () => {
  world.deps.settings.presence = { lingerMs: 0, batchMs: 1 };
  await world.befriend(alice, bob);
});
afterEach(() => {
  for (const controller of open) controller.abort();
  open.clear();
});

/** Waits for what happens by itself. */
const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 10_000 });

/** Reads a subscription until it ends or is closed; resolves to the error that ended it. */
async function read<Message>(
  subscription: Promise<AsyncIterable<Message>>,
  onMessage: (message: Message) => void,
): Promise<unknown> {
  try {
    for await (const message of await subscription) onMessage(message);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Calls as a person whose subscriptions end with `close`. */
function callAs(person: Person) {
  const controller = new AbortController();
  open.add(controller);
  return { caller: world.as(person, { signal: controller.signal }), close: () => controller.abort() };
}

/** Opens the stream of events, as an app does. */
async function goOnline(person: Person) {
  const { caller, close } = callAs(person);
  const head = await caller.events.head();
  void read(caller.events.stream({ since: head.seq, epoch: head.epoch }), () => {});
  return { close };
}

/** Watches people; `states` holds the last state of each, `typing` who typed. */
function watch(person: Person, people: readonly Person[]) {
  const { caller, close } = callAs(person);
  const states = new Map<string, boolean>();
  const typing: string[] = [];
  const ended = read(caller.connectivities.watch({ userIds: people.map(({ _id }) => _id) }), (message) => {
    if (message.kind === 'typing') typing.push(message.userId);
    else for (const { userId, isConnected } of message.connectivities) states.set(userId, isConnected);
  });
  return { states, typing, ended, close };
}

const isConnected = async (viewer: Person, user: { _id: string }) => {
  const response = await world.request(`/api/connectivities/userId/${user._id}`, { as: viewer });
  expect(response).toMatchObject({ status: 200, data: { connectivity: { userId: user._id } } });
  return response.data.connectivity.isConnected as boolean;
};
const untilConnected = (viewer: Person, user: Person, expected: boolean) =>
  until(async () => expect(await isConnected(viewer, user)).toBe(expected));

describe('the connectivity of a user', () => {
  it('is connected for friends while a stream is open, however many there are', async () => {
    expect(await isConnected(alice, bob)).toBe(false);
    const [one, other] = [await goOnline(bob), await goOnline(bob)];
    await untilConnected(alice, bob, true);
    expect(await isConnected(bob, bob)).toBe(true);
    one.close();
    const dan = await world.individual('dan');
    await world.befriend(alice, dan);
    await goOnline(dan);
    // Stored after the stream that was closed.
    await untilConnected(alice, dan, true);
    expect(await isConnected(alice, bob)).toBe(true);
    other.close();
    await untilConnected(alice, bob, false);
  });

  it('is never connected for strangers, followers, those with a request and nobody', async () => {
    await goOnline(bob);
    await untilConnected(alice, bob, true);
    const dan = await world.individual('dan');
    await world.as(dan).follows.follow({ followerId: dan._id, followingId: bob._id });
    await world.as(dan).friendships.ask({ senderId: dan._id, receiverId: bob._id });
    expect(await isConnected(dan, bob)).toBe(false);
    expect(await isConnected(carol, bob)).toBe(false);
    expect(await isConnected(carol, { _id: uuid() })).toBe(false);
  });

  it('is known to who was answered, and not to who only wrote', async () => {
    const dan = await world.individual('dan');
    const { states } = watch(dan, [alice]);
    await goOnline(alice);
    await untilConnected(bob, alice, true);
    await world.as(dan).conversations.send({ receiverId: alice._id, text: 'Are you there?' });
    expect([await isConnected(dan, alice), await isConnected(alice, dan)]).toEqual([false, false]);
    await until(() => expect(states.get(alice._id)).toBe(false));
    await world.as(alice).conversations.send({ receiverId: dan._id, text: 'Yes' });
    await until(() => expect(states.get(alice._id)).toBe(true));
    expect(await isConnected(alice, dan)).toBe(true);
  });

  it.each([
    ['alice', 'bob'],
    ['bob', 'alice'],
  ] as const)('is hidden from both while %s blocks %s', async (blocker, _) => {
    await goOnline(bob);
    await goOnline(alice);
    await untilConnected(alice, bob, true);
    await untilConnected(bob, alice, true);
    const [one, other] = blocker === 'alice' ? [alice, bob] : [bob, alice];
    const pair = { userId: one._id, blockedUserId: other._id };
    await world.as(one).blocks.block(pair);
    expect([await isConnected(alice, bob), await isConnected(bob, alice)]).toEqual([false, false]);
    await world.as(one).blocks.unblock(pair);
    expect([await isConnected(alice, bob), await isConnected(bob, alice)]).toEqual([true, true]);
  });
});

describe('watching', () => {
  it('yields everybody first and then what changes, and nothing of a stranger', async () => {
    await goOnline(carol);
    const { states } = watch(alice, [bob, carol]);
    await until(() => expect([...states.values()]).toEqual([false, false]));
    const { close } = await goOnline(bob);
    await until(() => expect(states.get(bob._id)).toBe(true));
    expect(states.get(carol._id)).toBe(false);
    close();
    await until(() => expect(states.get(bob._id)).toBe(false));
  });

  it('yields disconnected to both at once when one blocks the other', async () => {
    const [ofAlice, ofBob] = [watch(alice, [bob]), watch(bob, [alice])];
    await until(() =>
      expect([ofAlice.states.get(bob._id), ofBob.states.get(alice._id)]).toEqual([true, true]),
    );
    await world.as(bob).blocks.block({ userId: bob._id, blockedUserId: alice._id });
    await until(() =>
      expect([ofAlice.states.get(bob._id), ofBob.states.get(alice._id)]).toEqual([false, false]),
    );
  });

  it('ends when the session does', async () => {
    const other = await world.elsewhere(alice);
    const { states, ended } = watch(other, [bob]);
    await until(() => expect(states.size).toBe(1));
    await world.as(other).accounts.signOut();
    expect(await ended).toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('is limited to 200 users, and to 100 subscriptions of a user', async () => {
    const crowd = Array.from({ length: 201 }, () => uuid());
    await expect(world.as(alice).connectivities.watch({ userIds: crowd })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    const watches = Array.from({ length: 101 }, () => watch(alice, [bob]));
    expect(await Promise.race(watches.map(({ ended }) => ended))).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
  });
});

describe('typing', () => {
  const type = (from: Person, to: { _id: string }) =>
    world.as(from).connectivities.typing({ receiverId: to._id });

  it('reaches a friend who watches, and nobody else', async () => {
    const [ofBob, ofCarol] = [watch(bob, [alice]), watch(carol, [alice])];
    await until(() => expect([ofBob.states.size, ofCarol.states.size]).toEqual([1, 1]));
    await type(alice, carol);
    await type(alice, { _id: uuid() });
    await type(carol, bob);
    await type(alice, bob);
    await until(() => expect(ofBob.typing).toEqual([alice._id]));
    expect(ofCarol.typing).toEqual([]);
  });

  it('reaches nobody between whom and the sender is a block', async () => {
    const { states, typing } = watch(bob, [alice]);
    await until(() => expect(states.size).toBe(1));
    const pair = { userId: bob._id, blockedUserId: alice._id };
    await world.as(bob).blocks.block(pair);
    await type(alice, bob);
    await world.as(bob).blocks.unblock(pair);
    await type(alice, bob);
    await until(() => expect(typing).toEqual([alice._id]));
  });

  it('is limited to 60 hints a minute', async () => {
    world.ports.enforceLimits();
    const hints = await Promise.allSettled(Array.from({ length: 61 }, () => type(alice, bob)));
    expect(hints.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'TOO_MANY_REQUESTS' } },
    ]);
  });
});
