import { beforeEach, describe, expect, it } from 'vitest';
import { doDueWork } from '../due-work.ts';
import { readEvents } from '../events/events.queries.ts';
import { setUpCast } from '../testing/cast.ts';
import type { Person } from '../testing/world.ts';

const { world, alice, bob, carol } = setUpCast();

const [hour, day] = [3_600_000, 86_400_000];
/** When a test begins, by the clock that stands still. */
let begun: number;
beforeEach(() => {
  begun = Date.now();
  world.ports.clock.set(new Date(begun));
  world.ports.mailbox.length = 0;
});

const soup = (startsIn: number) =>
  ({
    postType: 'event',
    title: 'Soup night',
    isActive: true,
    startDateTime: new Date(begun + startsIn).toISOString(),
    timeZone: 'America/New_York',
    address: { fullAddress: '12 Elm Street' },
  }) as const;
const publish = async (startsIn: number) => (await world.as(carol).posts.create(soup(startsIn)))._id;
async function move(id: string, startsIn: number): Promise<void> {
  await world.as(carol).posts.update({ id, ...soup(startsIn) });
  await world.ports.runJobs();
}
const reminderOf = async (person: Person, id: string) => (await world.as(person).posts.byId({ id })).reminder;
const remind = (as: Person, id: string, minutes: unknown) =>
  world.request(`/api/posts/${id}/reminder`, { method: 'PUT', as, body: { minutes } });

/** Lets the work be done that is due so long after the test began. */
async function workAt(elapsed: number): Promise<void> {
  world.ports.clock.set(new Date(begun + elapsed));
  await world.ports.runJobs();
  await doDueWork(world.deps);
  await world.ports.runJobs();
}
const remindersOf = async (person: Person) =>
  (await world.as(person).notifications.list({})).items.filter(({ type }) => type === 'reminder');
const mailsTo = ({ email }: Person) => world.ports.mailbox.filter(({ to }) => to === email);

describe('setting a reminder', () => {
  it('is what is usual for who goes there: a day before, or an hour, or none; and goes with the going', async () => {
    for (const [startsIn, usual] of [
      [2 * day, 1440],
      [2 * hour, 60],
      [hour / 2, null],
    ] as const) {
      const id = await publish(startsIn);
      await world.as(alice).posts.going({ id });
      expect(await reminderOf(alice, id)).toBe(usual);
      expect(await reminderOf(bob, id)).toBeNull();
      await world.as(alice).posts.cancelGoing({ id });
      expect(await reminderOf(alice, id)).toBeNull();
    }
    const own = await publish(2 * day);
    await world.as(carol).posts.going({ id: own });
    expect(await reminderOf(carol, own)).toBeNull();
  });

  it('keeps what was chosen before, and emits each change to the user once', async () => {
    const id = await publish(10 * day);
    await world.as(alice).follows.follow({ followerId: alice._id, followingId: carol._id });
    expect(await remind(alice, id, 180)).toMatchObject({ status: 200, data: { postId: id, reminder: 180 } });
    await remind(alice, id, 180);
    await world.as(alice).posts.going({ id });
    expect(await reminderOf(alice, id)).toBe(180);
    await remind(alice, id, null);
    await remind(alice, id, null);
    expect(await reminderOf(alice, id)).toBeNull();
    const changes = (await readEvents(world.db, alice._id, 0)).filter(
      ({ type }) => type === 'reminder-changed',
    );
    expect(changes.map(({ payload }) => payload)).toEqual([
      { postId: id, reminder: 180 },
      { postId: id, reminder: null },
    ]);
  });

  it('needs a post in the calendar that begins later than that, and an offered time', async () => {
    const id = await publish(2 * hour);
    expect(await remind(bob, id, 60)).toMatchObject({ status: 409 });
    expect(await remind(carol, id, 60)).toMatchObject({ status: 409 });
    await world.as(bob).schedulers.add({ id: bob._id, postId: id });
    expect(await remind(bob, id, 60)).toMatchObject({ status: 200 });
    expect(await remind(bob, id, 180)).toMatchObject({ status: 409 });
    for (const minutes of [0, -60, 61, '60', undefined])
      expect(await remind(bob, id, minutes)).toMatchObject({ status: 400 });
    const undated = await world
      .as(carol)
      .posts.create({ postType: 'event', title: 'Some day', isActive: true });
    expect(await remind(bob, undated._id, 60)).toMatchObject({ status: 400 });
    const draft = await world.as(carol).posts.create({ ...soup(2 * day), isActive: false });
    expect(await remind(bob, draft._id, 60)).toMatchObject({ status: 404 });
  });
});

describe('a reminder that is due', () => {
  it('is sent once, as a notification and a mail, whichever processes look at the same time', async () => {
    const id = await publish(2 * day);
    for (const person of [alice, bob]) await world.as(person).posts.going({ id });
    await workAt(day - 1);
    expect(await remindersOf(alice)).toEqual([]);
    world.ports.clock.set(new Date(begun + day));
    await Promise.all(Array.from({ length: 3 }, () => doDueWork(world.deps)));
    await workAt(day + hour);
    for (const person of [alice, bob]) {
      expect(await remindersOf(person)).toMatchObject([
        { senderId: carol._id, isRead: false, postId: { _id: id, title: 'Soup night' } },
      ]);
      const [mail, ...others] = mailsTo(person);
      expect(others).toEqual([]);
      expect(mail?.subject).toBe('Reminder: Soup night');
      expect(mail?.text).toContain('12 Elm Street');
      expect(mail?.text).toContain('(America/New_York)');
      expect(mail?.text).toContain(`https://gatherwell.test/post/event/details/${id}`);
    }
    expect(await reminderOf(alice, id)).toBe(1440);
  });

  it('keeps the order of the mail’s words around a title and a name that are written from right to left', async () => {
    const kitchen = await world.organization('kitchen', { name: 'مطبخ الحي' });
    const post = { ...soup(2 * day), title: 'حساء الجمعة' };
    const { _id: id } = await world.as(kitchen).posts.create(post);
    await world.as(alice).posts.going({ id });
    await workAt(day);
    const [mail] = mailsTo(alice);
    expect(mail?.subject).toBe('Reminder: \u2068حساء الجمعة\u2069');
    expect(mail?.text).toMatch(/^\u2068حساء الجمعة\u2069 \(\u2068مطبخ الحي\u2069\)\n/);
  });

  it('is late rather than never, but not after the beginning', async () => {
    const [late, begunBy] = [await publish(3 * day), await publish(2 * day)];
    for (const id of [late, begunBy]) await world.as(alice).posts.going({ id });
    await workAt(2 * day + hour);
    expect((await remindersOf(alice)).map(({ postId }) => postId?._id)).toEqual([late]);
    expect(mailsTo(alice)).toHaveLength(1);
  });

  it('is not sent of what was taken back or deleted, nor to who has it in the calendar no longer or is blocked', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => publish(2 * day)));
    const [withdrawn = '', deleted = '', removed = '', unfollowed = '', blocked = '', kept = ''] = ids;
    const [dan, eve] = [await world.individual('dan'), await world.individual('eve')];
    for (const id of [withdrawn, deleted]) await world.as(alice).posts.going({ id });
    await world.as(alice).schedulers.add({ id: alice._id, postId: removed });
    await remind(alice, removed, 1440);
    const following = { followerId: dan._id, followingId: carol._id };
    await world.as(dan).follows.follow(following);
    await remind(dan, unfollowed, 1440);
    await world.as(eve).posts.going({ id: blocked });
    await world.as(bob).posts.going({ id: kept });

    await world.as(carol).posts.update({ id: withdrawn, ...soup(2 * day), isActive: false });
    await world.as(carol).posts.remove({ id: deleted });
    await world.as(alice).schedulers.remove({ id: alice._id, postId: removed });
    await world.as(dan).follows.unfollow(following);
    await world.as(carol).blocks.block({ userId: carol._id, blockedUserId: eve._id });
    await workAt(day);
    for (const person of [alice, dan, eve]) {
      expect(await remindersOf(person)).toEqual([]);
      expect(mailsTo(person)).toEqual([]);
    }
    expect(await remindersOf(bob)).toHaveLength(1);
    expect(mailsTo(bob)).toHaveLength(1);
  });

  it('follows a post that is moved: later, and earlier', async () => {
    const [later, earlier] = [await publish(2 * day), await publish(6 * day)];
    for (const id of [later, earlier]) await world.as(alice).posts.going({ id });
    await move(later, 4 * day);
    await move(earlier, 3 * day);
    await workAt(day);
    expect(await remindersOf(alice)).toEqual([]);
    await workAt(2 * day);
    expect((await remindersOf(alice)).map(({ postId }) => postId?._id)).toEqual([earlier]);
    await workAt(3 * day);
    expect(mailsTo(alice)).toHaveLength(2);
  });

  it('comes again for another day, but not for each small move', async () => {
    const id = await publish(2 * day);
    await world.as(alice).posts.going({ id });
    await workAt(day);
    await move(id, 2 * day + hour);
    await workAt(day + 2 * hour);
    expect(mailsTo(alice)).toHaveLength(1);
    await move(id, 7 * day);
    await workAt(6 * day);
    expect(mailsTo(alice)).toHaveLength(2);
  });
});
