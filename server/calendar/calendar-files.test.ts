import ICAL from 'ical.js';
import { v7 as uuid } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import { createApi } from '../api.ts';
import type { PostInput } from '../posts/posts.schema.ts';
import { setUpWorld } from '../testing/cast.ts';
import type { Person } from '../testing/world.ts';

const world = setUpWorld();

let alice: Person;
let bob: Person;
/** Followed by alice. */
let carol: Person;
let dan: Person;
/** The time of the machine, too, which decides when something was cancelled. */
const now = new Date();
const inDays = (days: number, hours = 0) =>
  new Date(Math.floor(now.getTime() / 1000) * 1000 + (days * 24 + hours) * 3_600_000);
beforeEach(async () => {
  world.ports.clock.set(inDays(0));
  alice = await world.individual('alice');
  bob = await world.individual('bob');
  carol = await world.organization('carol');
  dan = await world.organization('dan');
  await world.as(alice).follows.follow({ followerId: alice._id, followingId: carol._id });
});

type EventInput = Extract<PostInput, { postType: 'event' }>;
const eventOn = (days: number, more: Partial<EventInput> = {}): EventInput => ({
  postType: 'event',
  title: 'Soup night',
  isActive: true,
  startDateTime: inDays(days).toISOString(),
  timeZone: 'America/New_York',
  ...more,
});
const publish = async (by: Person, days: number, more?: Partial<EventInput>) =>
  (await world.as(by).posts.create(eventOn(days, more)))._id;

async function fetchFile(address: string, headers: Record<string, string> = {}) {
  const request = new Request(new URL(address, 'https://gatherwell.test'), { headers });
  const response = await createApi(world.deps)(request, { requestId: uuid(), clientAddress: '192.0.2.1' });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
const fetchPost = (id: string, as?: Person) =>
  fetchFile(`/api/posts/${id}/calendar.ics`, as ? { authorization: `Bearer ${as.token}` } : {});

/** What another program reads in the file. */
function read(text: string) {
  const calendar = new ICAL.Component(
    ICAL.parse(text) as unknown[] as ConstructorParameters<typeof ICAL.Component>[0],
  );
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    return {
      id: event.uid.replace(/@gatherwell$/, ''),
      title: event.summary,
      description: event.description,
      location: event.location,
      starts: event.startDate.toJSDate().toISOString(),
      ends: event.endDate.toJSDate().toISOString(),
      zone: event.startDate.zone.tzid,
      sequence: event.sequence,
      status: component.getFirstPropertyValue('status'),
    };
  });
}
const idsIn = (text: string) => read(text).map(({ id }) => id);

describe('one post', () => {
  test('shows in another program what it shows here, whatever it is called', async () => {
    const title = 'Soup, “hot”; bread \\ & 🍲 — '.repeat(5).trim();
    const id = await publish(carol, 3, {
      title,
      description: `Bring:\n- a bowl; a spoon,\n- @[Dan, of Dan](${dan._id})`,
      endDateTime: inDays(3, 2).toISOString(),
      address: { fullAddress: '12 Elm Street,\nPhiladelphia', latitude: 39.9526, longitude: -75.1652 },
    });
    const { status, headers, text } = await fetchPost(id);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="calendar.ics"/);
    expect(read(text)).toEqual([
      {
        id,
        title,
        description: 'Bring:\n- a bowl; a spoon,\n- @Dan, of Dan',
        location: '12 Elm Street, Philadelphia',
        starts: inDays(3).toISOString(),
        ends: inDays(3, 2).toISOString(),
        zone: 'UTC',
        sequence: 0,
        status: 'CONFIRMED',
      },
    ]);
    const lines = text.split('\r\n');
    expect(lines.at(-1) === '' || lines.at(-1) === 'END:VCALENDAR').toBe(true);
    for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  test('keeps its name, and rises in sequence, when it is changed', async () => {
    const id = await publish(carol, 3);
    world.ports.clock.advance(60_000);
    await world.as(carol).posts.update({ ...eventOn(4), id });
    const [entry] = read((await fetchPost(id)).text);
    expect(entry).toMatchObject({
      id,
      sequence: 60,
      starts: inDays(4).toISOString(),
      ends: inDays(4, 1).toISOString(),
    });
  });

  test('that is a draft is its organization’s alone, and one without a date has no file', async () => {
    const draft = await publish(carol, 3, { isActive: false });
    expect((await fetchPost(draft)).status).toBe(404);
    expect((await fetchPost(draft, carol)).status).toBe(200);
    const undated = await world
      .as(carol)
      .posts.create({ postType: 'general', title: 'Hello', isActive: true });
    expect((await fetchPost(undated._id)).status).toBe(404);
    expect((await fetchPost('nothing')).status).toBe(404);
  });
});

describe('a secret address', () => {
  const make = async (person: Person) => (await world.as(person).calendar.makeAddress()).address;

  test('returns the calendar of who made it, from 30 days ago to a year ahead', async () => {
    const followed = await publish(carol, 5);
    const added = await publish(dan, 6);
    await world.as(alice).schedulers.add({ id: alice._id, postId: added });
    for (const days of [-40, 400]) await publish(carol, days);
    await publish(dan, 7);
    const address = await make(alice);
    expect(new URL(address).origin).toBe('https://gatherwell.test');
    const { status, text, headers } = await fetchFile(address);
    expect(status).toBe(200);
    expect(idsIn(text)).toEqual([followed, added]);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    const etag = headers.get('etag') ?? '';
    expect((await fetchFile(address, { 'if-none-match': etag })).status).toBe(304);
  });

  test('stops working when it is revoked, or another is made, and is kept nowhere', async () => {
    const first = await make(alice);
    expect((await world.as(alice).calendar.address()).createdAt).not.toBeNull();
    const second = await make(alice);
    expect((await fetchFile(first)).status).toBe(404);
    expect((await fetchFile(second)).status).toBe(200);
    const rows = await world.db.selectFrom('calendar_addresses').selectAll().execute();
    const secret = /private\/(.+)\.ics/.exec(second)?.[1] ?? '';
    expect(secret.length).toBeGreaterThanOrEqual(40);
    expect(JSON.stringify(rows)).not.toContain(secret);
    await world.as(alice).calendar.revokeAddress();
    expect(await world.as(alice).calendar.address()).toEqual({ createdAt: null });
    expect((await fetchFile(second)).status).toBe(404);
    expect((await fetchFile('/api/calendars/private/guess.ics')).status).toBe(404);
  });

  test('of one person is not changed by another', async () => {
    const hers = await make(alice);
    await make(bob);
    await world.as(bob).calendar.revokeAddress();
    expect((await fetchFile(hers)).status).toBe(200);
  });

  test('marks what was deleted or taken back as cancelled', async () => {
    const followed = await publish(carol, 5);
    const [added, going, others] = [await publish(dan, 6), await publish(dan, 7), await publish(dan, 8)];
    await world.as(alice).schedulers.add({ id: alice._id, postId: added });
    await world.as(alice).posts.going({ id: going });
    const address = await make(alice);
    const before = read((await fetchFile(address)).text);
    expect(before.map(({ status }) => status)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED']);

    await world.as(carol).posts.remove({ id: followed });
    await world.as(dan).posts.remove({ id: added });
    await world.as(dan).posts.update({ ...eventOn(7, { isActive: false }), id: going });
    await world.as(dan).posts.remove({ id: others });
    const after = read((await fetchFile(address)).text);
    expect(after.map(({ id }) => id).toSorted()).toEqual([followed, added, going].toSorted());
    for (const entry of after) {
      expect(entry.status).toBe('CANCELLED');
      const earlier = before.find(({ id }) => id === entry.id);
      expect(entry).toMatchObject({ title: 'Soup night', starts: earlier?.starts, ends: earlier?.ends });
      expect(entry.sequence).toBeGreaterThan(earlier?.sequence ?? 0);
    }

    world.ports.clock.advance(3_600_000);
    await world.as(dan).posts.update({ ...eventOn(7), id: going });
    const again = read((await fetchFile(address)).text).find(({ id }) => id === going);
    expect(again?.status).toBe('CONFIRMED');
    expect(again?.sequence).toBeGreaterThan(after.find(({ id }) => id === going)?.sequence ?? 0);
  });
});

describe('an organization’s address', () => {
  test('is public, and shows what it plans and what it cancelled, and nothing else', async () => {
    const [kept, gone] = [await publish(carol, 5), await publish(carol, 6)];
    await publish(carol, 7, { isActive: false });
    const theirs = await publish(dan, 8);
    await world.as(carol).schedulers.add({ id: carol._id, postId: theirs });
    await world.as(carol).posts.remove({ id: gone });
    const { status, text } = await fetchFile(`/api/calendars/organization/${carol._id}.ics`);
    expect(status).toBe(200);
    expect(text).toContain('X-WR-CALNAME:Carol');
    expect(read(text).map(({ id, status: state }) => [id, state])).toEqual([
      [kept, 'CONFIRMED'],
      [gone, 'CANCELLED'],
    ]);
    expect((await fetchFile(`/api/calendars/organization/${alice._id}.ics`)).status).toBe(404);
  });
});
