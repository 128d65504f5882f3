import { v7 as uuid } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import { doDueWork } from '../due-work.ts';
import { readEvents } from '../events/events.queries.ts';
import { setUpCast } from '../testing/cast.ts';
import type { Person, World } from '../testing/world.ts';
import { write } from '../write.ts';
import { sendersPerLine } from './notifications.schema.ts';
import { notifyMany } from './notify.ts';

const { world, alice, bob, carol } = setUpCast();

const follow = (follower: Person, following: Person) =>
  world.as(follower).follows.follow({ followerId: follower._id, followingId: following._id });
const unfollow = (follower: Person, following: Person) =>
  world.as(follower).follows.unfollow({ followerId: follower._id, followingId: following._id });
const listOf = async (person: Person) => (await world.as(person).notifications.list({})).items;
const unreadOf = async (person: Person) =>
  (await world.as(person).notifications.count({ onlyNew: true })).count;
const eventsOf = (person: Person) => readEvents(world.db, person._id, 0);

describe('what becomes one line', () => {
  test('several who do the same are one notification, the latest first', async () => {
    await follow(alice, carol);
    await follow(bob, carol);
    const [line, ...others] = await listOf(carol);
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      type: 'follow',
      isRead: false,
      totalSenders: 2,
      senderId: bob._id,
      userType: 'individual',
      postId: null,
    });
    expect(line?.senders.map(({ userId }) => userId)).toEqual([
      {
        _id: bob._id,
        userType: 'individual',
        basicInfo: { name: 'Bob Example', firstName: 'Bob', lastName: 'Example', profilePicture: null },
      },
      {
        _id: alice._id,
        userType: 'individual',
        basicInfo: { name: 'Alice Example', firstName: 'Alice', lastName: 'Example', profilePicture: null },
      },
    ]);
    expect(await unreadOf(carol)).toBe(1);
  });

  test('who takes it back and does it again notifies once', async () => {
    for (let round = 0; round < 3; round++) {
      await follow(alice, carol);
      await unfollow(alice, carol);
    }
    const lines = await listOf(carol);
    expect(lines.map(({ totalSenders }) => totalSenders)).toEqual([1]);
  });

  test('who did it before the line was read does not begin another one', async () => {
    await follow(alice, carol);
    await world.as(carol).notifications.markAll({ isRead: true });
    await unfollow(alice, carol);
    await follow(alice, carol);
    expect(await listOf(carol)).toHaveLength(1);
    expect(await unreadOf(carol)).toBe(0);
  });

  test('after it was read a further sender begins a new line, also when it was marked unread again', async () => {
    await follow(alice, carol);
    const [first] = await listOf(carol);
    if (!first) throw new Error('alice is not in the list');
    await world.as(carol).notifications.mark({ id: first._id, isRead: true });
    await world.as(carol).notifications.mark({ id: first._id, isRead: false });
    await follow(bob, carol);
    const lines = await listOf(carol);
    expect(lines.map(({ senderId, totalSenders }) => [senderId, totalSenders])).toEqual([
      [bob._id, 1],
      [alice._id, 1],
    ]);
    expect(await unreadOf(carol)).toBe(2);
  });

  test('another type is another line', async () => {
    const now = world.ports.clock.now();
    await write(world.deps, async (trx, effects) => {
      const notice = { userIds: [carol._id], senderId: alice._id, postId: null, now };
      await notifyMany(trx, effects, { ...notice, type: 'follow' });
      await notifyMany(trx, effects, { ...notice, type: 'endorsement' });
    });
    expect((await listOf(carol)).map(({ type }) => type).sort()).toEqual(['endorsement', 'follow']);
  });

  test('nobody is notified of what they did themselves', async () => {
    await write(world.deps, (trx, effects) =>
      notifyMany(trx, effects, {
        userIds: [alice._id, bob._id],
        senderId: alice._id,
        type: 'follow',
        postId: null,
        now: world.ports.clock.now(),
      }),
    );
    expect(await listOf(alice)).toEqual([]);
    expect(await listOf(bob)).toHaveLength(1);
  });

  test('20 senders at once are one line with 20 senders', async () => {
    const crowd = await Promise.all(
      Array.from({ length: 20 }, (_, index) => world.individual(`sender${index}`)),
    );
    await Promise.all(crowd.map((person) => follow(person, carol)));
    const lines = await listOf(carol);
    expect(lines.map(({ totalSenders }) => totalSenders)).toEqual([20]);
    const [line] = lines;
    expect(line?.senders).toHaveLength(3);
    const events = await eventsOf(carol);
    const counts = events.flatMap((event) =>
      event.type === 'notification-upserted' ? [event.payload.notification.totalSenders] : [],
    );
    expect(counts).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  test('each count in the log is true at its place, also where lines begin at once', async () => {
    const posts: string[] = [];
    for (let index = 0; index < 10; index++) {
      const post = { postType: 'general', title: `Post ${index}`, isActive: true } as const;
      posts.push((await world.as(carol).posts.create(post))._id);
    }
    await Promise.all(posts.map((id) => world.as(alice).posts.like({ id })));
    const counts = (await eventsOf(carol)).flatMap((event) =>
      event.type === 'notification-count' ? [event.payload.onlyNew] : [],
    );
    expect(counts).toEqual(Array.from({ length: 10 }, (_, index) => index + 1));
  });

  test('two who follow each other at once both get to know', async () => {
    await Promise.all([follow(alice, bob), follow(bob, alice)]);
    expect((await listOf(alice)).map(({ senderId }) => senderId)).toEqual([bob._id]);
    expect((await listOf(bob)).map(({ senderId }) => senderId)).toEqual([alice._id]);
  });
});

describe('notifying many', () => {
  test('500 receivers cost as many statements as one, and all get their own line and count', async () => {
    const posts = world.as(carol).posts;
    const post = await posts.create({ postType: 'general', title: 'We have moved', isActive: true });
    const crowd = Array.from({ length: 500 }, () => uuid());
    const users = crowd.map((id) => ({
      id,
      user_type: 'individual' as const,
      email: `${id}@example.org`,
      password_hash: '',
      created_at: world.ports.clock.now(),
    }));
    await world.db.insertInto('users').values(users).execute();
    await world.db
      .insertInto('individuals')
      .values(crowd.map((user_id) => ({ user_id, address: '{}' })))
      .execute();
    const tell = (userIds: string[]) => () =>
      write(world.deps, (trx, effects) =>
        notifyMany(trx, effects, {
          userIds,
          senderId: carol._id,
          type: 'new-post',
          postId: post._id,
          now: world.ports.clock.now(),
        }),
      );
    const forOne = await world.countQueries(tell([alice._id]));
    expect(await world.countQueries(tell(crowd))).toBe(forOne);
    expect(forOne).toBeLessThanOrEqual(8);
    const [line] = await listOf(alice);
    expect(line?.postId).toMatchObject({ _id: post._id, postType: 'general', title: 'We have moved' });
    const { lines } = await world.db
      .selectFrom('notifications')
      .select((eb) => eb.fn.countAll<number>().as('lines'))
      .where('post_id', '=', post._id)
      .executeTakeFirstOrThrow();
    expect(lines).toBe(501);
    await tell(crowd)();
    const last = crowd.at(-1) ?? '';
    expect((await readEvents(world.db, last, 0)).map(({ type }) => type)).toEqual([
      'notification-upserted',
      'notification-count',
    ]);
  });
});

describe('reading', () => {
  test('pages go through every line once, over equal times', async () => {
    world.ports.clock.set(new Date('2026-11-21T10:00:00Z'));
    const senders = await Promise.all(Array.from({ length: 7 }, () => world.individual('dan')));
    for (const sender of senders) {
      await follow(sender, carol);
      await world.as(carol).notifications.markAll({ isRead: true });
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<ReturnType<World['as']>['notifications']['list']>> = await world
        .as(carol)
        .notifications.list({ limit: 3, cursor });
      seen.push(...page.items.map(({ senderId }) => senderId));
      expect(page.total).toBe(7);
      cursor = page.cursor;
    } while (cursor);
    expect(seen.toSorted()).toEqual(senders.map(({ _id }) => _id).toSorted());
    const top = await world.as(carol).notifications.list({ topNotifications: true });
    expect(top.items).toHaveLength(7);
  });

  test('all senders of a line can be read in pages, by the receiver alone', async () => {
    const senders = await Promise.all(Array.from({ length: 5 }, () => world.individual('eve')));
    for (const sender of senders) await follow(sender, carol);
    const [line] = await listOf(carol);
    const id = line?._id ?? '';
    const first = await world.as(carol).notifications.senders({ id, limit: 3 });
    const rest = await world.as(carol).notifications.senders({ id, limit: 3, cursor: first.cursor });
    expect([...first.items, ...rest.items].map(({ userId }) => userId._id).toSorted()).toEqual(
      senders.map(({ _id }) => _id).toSorted(),
    );
    expect(rest.cursor).toBeNull();
    await expect(world.as(alice).notifications.senders({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('lists all senders over REST, at most 3,000 in a page, and the rest by cursor', async () => {
    const senders = await Promise.all(Array.from({ length: 5 }, () => world.individual('eve')));
    for (const sender of senders) await follow(sender, carol);
    const read = async (path: string) => (await world.request(path, { as: carol })).data;
    const ids = (list: { userId: { _id: string } }[]) => list.map(({ userId }) => userId._id);
    const [line] = (await read('/api/notifications/')).items;
    expect(ids(line.senders)).toEqual(
      ids((await world.as(carol).notifications.senders({ id: line._id })).items),
    );
    expect(ids(line.senders).toSorted()).toEqual(senders.map(({ _id }) => _id).toSorted());
    expect(line.senders[0].userId).toMatchObject({
      userType: 'individual',
      basicInfo: {
        firstName: 'Eve',
        lastName: 'Example',
        concatNameWithSpace: 'Eve Example',
        profilePicture: null,
      },
    });
    expect((await listOf(carol))[0]?.senders).toHaveLength(3);
    const first = await read(`/api/notifications/${line._id}/senders?limit=2`);
    const rest = await read(`/api/notifications/${line._id}/senders?cursor=${first.cursor}`);
    expect([...ids(first.items), ...ids(rest.items)]).toEqual(ids(line.senders));

    expect([10, 30, 100].map(sendersPerLine)).toEqual([100, 100, 30]);
  });

  test('a post that was taken back is notified to its creator alone, and only once', async () => {
    const post = { postType: 'general', title: 'We have moved' } as const;
    await follow(alice, carol);
    const { _id: id } = await world.as(carol).posts.create({ ...post, isActive: true });
    await world.ports.runJobs();
    await world.as(alice).posts.like({ id });
    const named = { postId: { _id: id, postType: 'general', title: 'We have moved' } };
    const [told] = await listOf(alice);
    expect(told).toMatchObject({ type: 'new-post', senderId: carol._id, ...named });
    expect((await listOf(carol))[0]).toMatchObject({ type: 'like', senderId: alice._id, ...named });
    await world.as(carol).posts.update({ ...post, id, title: 'Not yet', isActive: false });
    expect(await listOf(alice)).toEqual([]);
    expect((await listOf(carol))[0]).toMatchObject({ type: 'like', postId: { title: 'Not yet' } });
    await expect(world.as(alice).notifications.restore({ id: told?._id ?? '' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await doDueWork(world.deps);
    expect((await eventsOf(alice)).slice(-2)).toMatchObject([
      { type: 'notification-removed', payload: { notificationId: told?._id } },
      { type: 'notification-count', payload: { onlyNew: 0, total: 0 } },
    ]);
    await world.as(carol).posts.update({ ...post, id, isActive: true });
    await world.ports.runJobs();
    expect(await listOf(alice)).toEqual([]);
  });

  test('of a post that was deleted nothing is left, and screens are notified', async () => {
    await follow(alice, carol);
    await follow(bob, carol);
    const post = { postType: 'general', title: 'We have moved', isActive: true } as const;
    const { _id: id } = await world.as(carol).posts.create(post);
    await world.ports.runJobs();
    await world.as(alice).posts.like({ id });
    await world.as(carol).posts.remove({ id });
    for (const [person, total] of [
      [alice, 0],
      [bob, 0],
      [carol, 1],
    ] as const) {
      expect(await listOf(person)).toHaveLength(total);
      await doDueWork(world.deps);
      expect((await eventsOf(person)).slice(-2)).toMatchObject([
        { type: 'notification-removed' },
        { type: 'notification-count', payload: { onlyNew: total, total } },
      ]);
    }
    const left = await world.db
      .selectFrom('notification_senders')
      .select('sender_id')
      .where('object_id', '=', id)
      .execute();
    expect(left).toEqual([]);
  });
});

describe('deleting', () => {
  const lineOf = async (person: Person) => (await listOf(person))[0]?._id ?? '';
  beforeEach(async () => {
    world.ports.clock.set(new Date('2026-11-21T10:00:00Z'));
    await follow(alice, carol);
  });

  test('takes it out of list and counts at once, and for good after 10 seconds', async () => {
    const id = await lineOf(carol);
    const answer = await world.request(`/api/notifications/${id}`, { method: 'DELETE', as: carol });
    expect(answer).toMatchObject({ status: 200, data: { _id: id, isDeleted: true } });
    expect(await listOf(carol)).toEqual([]);
    expect(await unreadOf(carol)).toBe(0);
    world.ports.clock.advance(9_999);
    await doDueWork(world.deps);
    expect((await eventsOf(carol)).at(-1)).toMatchObject({
      type: 'notification-count',
      payload: { total: 0 },
    });
    world.ports.clock.advance(1);
    await doDueWork(world.deps);
    await doDueWork(world.deps);
    expect((await eventsOf(carol)).slice(-4).map(({ type }) => type)).toEqual([
      'notification-upserted',
      'notification-count',
      'notification-removed',
      'notification-count',
    ]);
    const gone = await world.request(`/api/notifications/${id}/restore`, { method: 'PUT', as: carol });
    expect(gone).toMatchObject({ status: 404, success: false });
  });

  test('can be undone before that, and is then as it was', async () => {
    const id = await lineOf(carol);
    const before = await listOf(carol);
    await world.as(carol).notifications.remove({ id });
    world.ports.clock.advance(9_000);
    const restored = await world.request(`/api/notifications/${id}/restore`, { method: 'PUT', as: carol });
    expect(restored).toMatchObject({ status: 200, data: { _id: id, isDeleted: false } });
    world.ports.clock.advance(9_000);
    await doDueWork(world.deps);
    expect(await listOf(carol)).toEqual(before);
    expect(await unreadOf(carol)).toBe(1);
  });

  test('again does not put off the end', async () => {
    const id = await lineOf(carol);
    await world.as(carol).notifications.remove({ id });
    world.ports.clock.advance(9_000);
    await world.as(carol).notifications.remove({ id });
    world.ports.clock.advance(1_000);
    await doDueWork(world.deps);
    await expect(world.as(carol).notifications.remove({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('what was deleted is not notified again, and others begin a new line', async () => {
    await world.as(carol).notifications.remove({ id: await lineOf(carol) });
    world.ports.clock.advance(10_000);
    await doDueWork(world.deps);
    await unfollow(alice, carol);
    await follow(alice, carol);
    expect(await listOf(carol)).toEqual([]);
    await follow(bob, carol);
    expect(await listOf(carol)).toMatchObject([{ senderId: bob._id, totalSenders: 1 }]);
  });

  test('marking passes over what is deleted', async () => {
    const id = await lineOf(carol);
    await world.as(carol).notifications.remove({ id });
    await expect(world.as(carol).notifications.mark({ id, isRead: true })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await world.as(carol).notifications.markAll({ isRead: true });
    await world.as(carol).notifications.restore({ id });
    expect(await unreadOf(carol)).toBe(1);
  });

  test('many that are due go in few transactions, each once, though several processes look', async () => {
    const senders = await Promise.all(Array.from({ length: 12 }, () => world.individual('dan')));
    for (const sender of senders) {
      await follow(sender, carol);
      await world.as(carol).notifications.mark({ id: await lineOf(carol), isRead: true });
    }
    for (const { _id: id } of await listOf(carol)) await world.as(carol).notifications.remove({ id });
    world.ports.clock.advance(10_000);
    await Promise.all(Array.from({ length: 4 }, () => doDueWork(world.deps)));
    const removed = (await eventsOf(carol)).filter(({ type }) => type === 'notification-removed');
    expect(removed).toHaveLength(12);
    expect((await world.as(carol).notifications.list({})).total).toBe(0);
  });
});

describe('marking', () => {
  test('one can be marked read and unread; the log contains it and counts', async () => {
    await follow(alice, carol);
    const [line] = await listOf(carol);
    const id = line?._id ?? '';
    const read = await world.as(carol).notifications.mark({ id, isRead: true });
    expect(read).toMatchObject({ _id: id, isRead: true });
    expect(await unreadOf(carol)).toBe(0);
    expect((await world.as(carol).notifications.count({})).count).toBe(1);
    await world.as(carol).notifications.mark({ id, isRead: false });
    expect(await unreadOf(carol)).toBe(1);
    const said = (await eventsOf(carol)).flatMap<number | boolean>((event) => {
      if (event.type === 'notification-upserted') return [event.payload.notification.isRead];
      return event.type === 'notification-count' ? [event.payload.onlyNew] : [];
    });
    expect(said).toEqual([false, 1, true, 0, false, 1]);
  });

  test('all can be marked at once, over REST too, and others’ stay as they are', async () => {
    await follow(alice, carol);
    await follow(carol, alice);
    const answer = await world.request('/api/notifications/', {
      method: 'PUT',
      as: carol,
      body: { isRead: true, all: true },
    });
    expect(answer).toMatchObject({ status: 200, message: 'SUCCESS', data: { count: 0 } });
    expect(await unreadOf(carol)).toBe(0);
    expect(await unreadOf(alice)).toBe(1);
    expect((await eventsOf(carol)).slice(-2)).toMatchObject([
      { type: 'notifications-marked', payload: { isRead: true } },
      { type: 'notification-count', payload: { onlyNew: 0 } },
    ]);
  });

  test('changes nothing with `all: false`', async () => {
    await follow(alice, carol);
    const before = (await eventsOf(carol)).length;
    const body = { isRead: true, all: false };
    expect(await world.request('/api/notifications/', { method: 'PUT', as: carol, body })).toMatchObject({
      status: 200,
      data: { count: 1 },
    });
    expect(await unreadOf(carol)).toBe(1);
    expect(await eventsOf(carol)).toHaveLength(before);
  });

  test('up to the newest that was seen, what came after it stays unread', async () => {
    await follow(alice, carol);
    const [seen] = await listOf(carol);
    world.ports.clock.advance(1000);
    await follow(await world.individual('eve'), carol);
    expect(await listOf(carol)).toMatchObject([{ totalSenders: 2, isRead: false }]);
    expect(await world.as(carol).notifications.markAll({ isRead: true, until: seen?.createdAt })).toEqual({
      count: 1,
    });
    const [newer] = await listOf(carol);
    expect(await world.as(carol).notifications.markAll({ isRead: true, until: newer?.createdAt })).toEqual({
      count: 0,
    });
    expect((await eventsOf(carol)).at(-2)).toMatchObject({
      type: 'notifications-marked',
      payload: { isRead: true, until: newer?.createdAt },
    });
  });

  test('nobody marks what is not theirs', async () => {
    await follow(alice, carol);
    const [line] = await listOf(carol);
    const path = `/api/notifications/${line?._id}`;
    const denied = await world.request(path, { method: 'PUT', as: alice, body: { isRead: true } });
    expect(denied).toMatchObject({ status: 404, success: false, data: null });
    expect(await unreadOf(carol)).toBe(1);
    const allowed = await world.request(path, { method: 'PUT', as: carol, body: { isRead: true } });
    expect(allowed).toMatchObject({ status: 200, data: { isRead: true } });
  });
});
