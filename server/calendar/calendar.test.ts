import { beforeEach, describe, expect, test } from 'vitest';
import type { PostInput } from '../posts/posts.schema.ts';
import { setUpWorld } from '../testing/cast.ts';
import { addLookups } from '../testing/posts.ts';
import type { Person } from '../testing/world.ts';
import { calendarMinutes } from './calendar-rules.schema.ts';

const world = setUpWorld(addLookups);

let alice: Person;
let bob: Person;
/** Followed by alice. */
let carol: Person;
/** Not followed by anybody. */
let dan: Person;
beforeEach(async () => {
  world.ports.clock.set(new Date('2026-11-21T12:00:00.000Z'));
  alice = await world.individual('alice');
  bob = await world.individual('bob');
  carol = await world.organization('carol');
  dan = await world.organization('dan');
  await world.as(alice).follows.follow({ followerId: alice._id, followingId: carol._id });
});

type EventInput = Extract<PostInput, { postType: 'event' }>;

async function publish(by: Person, startDateTime: string | null, more: Partial<EventInput> = {}) {
  const dates = startDateTime === null ? {} : { startDateTime, timeZone: 'America/New_York' };
  const event = { postType: 'event' as const, title: 'Soup night', isActive: true, ...dates, ...more };
  return (await world.as(by).posts.create(event))._id;
}
const add = (as: Person, postId: string) => world.as(as).schedulers.add({ id: as._id, postId });

const calendarOf = async (person: Person, as?: Person, filters: object = {}) =>
  world.request(
    `/api/posts/calendar/user/${person._id}?filters=${encodeURIComponent(JSON.stringify(filters))}`,
    as ? { as } : {},
  );
const idsOf = async (...query: Parameters<typeof calendarOf>) =>
  (await calendarOf(...query)).data.items.map((item: { _id: string }) => item._id);

describe('a personal calendar', () => {
  test('returns a post without an end while its hour lasts, as devices keep it', async () => {
    const startDate = '2026-12-01T10:00:00.000Z';
    const at = (minutes: number) => new Date(Date.parse(startDate) - minutes * 60_000).toISOString();
    const [straddling, justEnding] = [
      await publish(carol, at(30)),
      await publish(dan, at(calendarMinutes.withoutEnd)),
    ];
    const [over, endedEarlier] = [
      await publish(carol, at(calendarMinutes.withoutEnd + 1)),
      await publish(carol, at(30), { endDateTime: at(10) }),
    ];
    await add(alice, justEnding);
    expect(await idsOf(alice, alice, { startDate })).toEqual([justEnding, straddling]);
    expect(await idsOf(carol, bob, { startDate })).toEqual([straddling]);
    const before = await idsOf(carol, bob, { startDate: at(90) });
    expect(before).toEqual([over, straddling, endedEarlier]);
  });

  test('holds what followed organizations plan, what was added and where one goes, each once, in order', async () => {
    const going = await publish(dan, '2026-12-03T10:00:00Z');
    const followed = await publish(carol, '2026-12-01T10:00:00Z', { endDateTime: '2026-12-01T11:30:00Z' });
    const added = await publish(dan, '2026-12-02T10:00:00Z');
    const undated = await publish(carol, null);
    await publish(carol, '2026-12-04T10:00:00Z', { isActive: false });
    await publish(dan, '2026-12-05T10:00:00Z');
    await add(alice, added);
    for (const id of [going, followed, added, undated]) await world.as(alice).posts.going({ id });

    const { status, data } = await calendarOf(alice, alice);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      cursor: null,
      items: [
        {
          _id: followed,
          title: 'Soup night',
          organizationName: 'Carol',
          timeZone: 'America/New_York',
          starts: '2026-12-01T10:00:00.000Z',
          ends: '2026-12-01T11:30:00.000Z',
          because: ['followed', 'going'],
        },
        { _id: added, ends: '2026-12-02T11:00:00.000Z', endDateTime: null, because: ['added', 'going'] },
        { _id: going, because: ['going'] },
      ],
    });
    expect(await idsOf(bob, bob)).toEqual([]);
  });

  test('is nobody else’s to see, unless it is public', async () => {
    const open = await world.individual('eve', { is_calendar_public: true });
    const added = await publish(dan, '2026-12-02T10:00:00Z');
    await add(open, added);
    expect((await calendarOf(alice, bob)).status).toBe(404);
    expect((await calendarOf(alice)).status).toBe(404);
    expect((await calendarOf(alice, carol)).status).toBe(404);
    expect((await calendarOf(open, bob)).data.items).toMatchObject([{ _id: added, because: [] }]);
    expect(await idsOf(open)).toEqual([added]);
    const isVisible = async (person: Person, as = world.visitor) =>
      (await as.profiles.publicInfo({ id: person._id })).isCalendarVisible;
    expect(await isVisible(alice)).toBe(false);
    expect(await isVisible(alice, world.as(bob))).toBe(false);
    expect(await isVisible(alice, world.as(alice))).toBe(true);
    expect(await isVisible(open)).toBe(true);
    expect(await isVisible(carol, world.as(bob))).toBe(true);
  });

  test('shows others where a user goes only as the privacy settings allow', async () => {
    const secretive = await world.individual('eve', { is_calendar_public: true, show_activity: 'friends' });
    const going = await publish(dan, '2026-12-02T10:00:00Z');
    await world.as(secretive).posts.going({ id: going });
    await world.befriend(secretive, bob);
    expect(await idsOf(secretive, secretive)).toEqual([going]);
    expect(await idsOf(secretive, bob)).toEqual([going]);
    expect(await idsOf(secretive, alice)).toEqual([]);
    expect(await idsOf(secretive)).toEqual([]);
  });
});

describe('an organization’s calendar', () => {
  test('is what it plans itself, for everybody; for itself also the rest of it, and what is scheduled', async () => {
    const own = await publish(carol, '2026-12-01T10:00:00Z');
    const theirs = await publish(dan, '2026-12-02T10:00:00Z');
    await add(carol, theirs);
    const goesOut = '2026-11-25T09:30:00.000Z';
    const scheduled = await publish(carol, '2026-12-24T10:00:00Z', {
      isActive: false,
      scheduledPublish: true,
      scheduledPublishDateTime: goesOut,
    });
    expect(await idsOf(carol)).toEqual([own]);
    expect(await idsOf(carol, alice, { scheduledPublish: true })).toEqual([own]);
    expect(await idsOf(carol, carol)).toEqual([own, theirs]);
    expect((await calendarOf(carol, carol, { scheduledPublish: true })).data.items).toMatchObject([
      { _id: scheduled, starts: goesOut, ends: '2026-11-25T11:10:00.000Z', because: ['scheduled'] },
      { _id: own, because: ['own'] },
      { _id: theirs, because: ['added'] },
    ]);
  });
});

describe('the request', () => {
  test('by title, type, impact area, skill and need', async () => {
    const soup = await publish(carol, '2026-12-01T10:00:00Z', {
      title: 'Soup 100%',
      impactAreas: ['hunger'],
    });
    const dogs = (
      await world.as(carol).posts.create({
        postType: 'volunteering',
        title: 'Dog walk',
        isActive: true,
        startDateTime: '2026-12-02T10:00:00Z',
        timeZone: 'UTC',
        impactAreas: ['animals'],
        skills: ['driving'],
        topNeed: true,
      })
    )._id;
    const both = [soup, dogs];
    for (const [filters, found] of [
      [{}, both],
      [{ title: '100%' }, [soup]],
      [{ title: '%' }, [soup]],
      [{ postTypes: ['volunteering', 'project'] }, [dogs]],
      [{ postTypes: [] }, both],
      [{ impactAreas: ['hunger', 'education'] }, [soup]],
      [{ skills: ['driving', 'cooking'] }, [dogs]],
      [{ topNeed: true }, [dogs]],
      [{ topNeed: false }, both],
      [{ topNeed: true, impactAreas: ['hunger'] }, []],
    ] as const)
      expect(await idsOf(alice, alice, filters), JSON.stringify(filters)).toEqual(found);
  });

  test('selects a range: 30 days back and 180 ahead, or another of at most 400 days', async () => {
    const past = await publish(carol, '2026-10-21T10:00:00Z');
    const long = await publish(carol, '2026-01-01T00:00:00Z', { endDateTime: '2026-11-30T00:00:00Z' });
    const soon = await publish(carol, '2026-12-01T10:00:00Z');
    const late = await publish(carol, '2027-06-01T10:00:00Z');
    expect(await idsOf(alice, alice)).toEqual([long, soon]);
    expect(await idsOf(alice, alice, { startDate: '2026-10-01T00:00:00Z' })).toEqual([long, past, soon]);
    expect(await idsOf(alice, alice, { endDate: '2027-06-20T00:00:00Z' })).toEqual([long, soon, late]);
    const range = { startDate: '2026-12-01T00:00:00Z', endDate: '2026-12-02T00:00:00Z' };
    expect(await idsOf(alice, alice, range)).toEqual([soon]);
    for (const filters of [
      { startDate: '2026-01-01T00:00:00Z', endDate: '2027-02-06T00:00:00Z' },
      { startDate: '2026-12-02T00:00:00Z', endDate: '2026-12-01T00:00:00Z' },
      { startDate: 'yesterday' },
    ])
      expect((await calendarOf(alice, alice, filters)).status).toBe(400);
  });

  test('in pages that are whole over equal times, each with one statement beside that for its owner', async () => {
    const ids = [];
    for (const day of [1, 1, 2, 2, 3, 3]) ids.push(await publish(carol, `2026-12-0${day}T10:00:00Z`));
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await world.as(alice).calendar.ofUser({ id: alice._id, limit: 2, cursor });
      seen.push(...page.items.map(({ _id }) => _id));
      cursor = page.cursor;
    } while (cursor);
    expect(seen.toSorted()).toEqual(ids.toSorted());
    const calendar = () => world.as(alice).calendar.ofUser({ id: alice._id });
    const session = () => world.as(alice).events.head();
    const [whole, without] = [await world.countQueries(calendar), await world.countQueries(session)];
    expect(whole - without).toBe(1);
  });
});
