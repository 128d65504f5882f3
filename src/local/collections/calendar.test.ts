import { describe, expect, it, vi } from 'vitest';
import type { CalendarEntry } from '#server/calendar/calendar.schema.ts';
import type { UserEvent } from '#server/events/events.schema.ts';
import { applyEvents } from '../engine/apply.ts';
import { writeFacts } from '../engine/database.ts';
import { writeFetched } from '../engine/rows.ts';
import { openTestDatabase, outboxRow, type TestDatabase } from '../testing/databases.ts';
import { alice, carol, dan } from '../testing/people.ts';
import { idOf, postView } from '../testing/views.ts';
import { isKept, keptRange, trimCalendars } from './calendar.ts';
import { changesOfPost } from './posts.ts';
import { pullCalendar, readCalendar, readReasons } from './read-calendar.ts';

/** The response of the server, and what happens before it arrives. */
const server = vi.hoisted(() => ({
  entries: [] as unknown[],
  whileAsked: undefined as (() => Promise<unknown>) | undefined,
}));
vi.mock('#src/app/api.ts', () => ({
  api: {
    calendar: {
      ofUser: {
        query: async () => {
          const items = server.entries;
          await server.whileAsked?.();
          return { items, cursor: null };
        },
      },
    },
  },
}));

const december = (day: number, hour = 10) => new Date(Date.UTC(2026, 11, day, hour)).toISOString();

/** What stands in a calendar on a day of December. */
function entryView(number: number, day: number, because: CalendarEntry['because']): CalendarEntry {
  const { _id, postType, title, address, creatorId, organizationName } = postView(number);
  return {
    _id,
    postType,
    title,
    startDateTime: december(day),
    endDateTime: null,
    timeZone: 'UTC',
    address,
    creatorId,
    organizationName,
    isActive: true,
    topNeed: false,
    scheduledPublish: false,
    scheduledPublishDateTime: null,
    impactAreas: [],
    skills: [],
    starts: december(day),
    ends: december(day, 11),
    because,
  };
}

const keep = (
  db: TestDatabase,
  owner: string,
  entries: readonly CalendarEntry[],
  fetchedAt = new Date(december(1)),
) =>
  db.calendarEntries.bulkPut(
    entries.map((entry) => ({ owner, _id: entry._id, ends: entry.ends, fetchedAt, revision: 0, entry })),
  );

const read = async (db: TestDatabase, from = december(1, 0), to = december(31, 0), owner = alice._id) => {
  const { entries } = await readCalendar(db, owner, { from, to });
  return entries.map(({ _id, because }) => [Number(_id.slice(-12)), because]);
};

describe('the calendar', () => {
  it('returns the entries of a range in the order of time', async () => {
    const db = openTestDatabase(alice._id);
    await keep(db, alice._id, [
      entryView(3, 9, ['added']),
      entryView(2, 7, ['followed']),
      entryView(1, 9, ['going']),
      entryView(4, 12, ['going']),
    ]);
    await keep(db, carol._id, [entryView(5, 8, [])]);
    expect(await read(db, december(7, 11), december(12))).toEqual([
      [2, ['followed']],
      [1, ['going']],
      [3, ['added']],
    ]);
    expect(await read(db, undefined, undefined, carol._id)).toEqual([[5, []]]);
  });

  it('shows posts at once that were added, removed and reacted to offline', async () => {
    const db = openTestDatabase(alice._id);
    await keep(db, alice._id, [
      entryView(1, 5, ['added']),
      entryView(2, 6, ['added', 'going']),
      entryView(3, 7, ['followed']),
    ]);
    const dated = { startDateTime: december(8), endDateTime: december(8, 12), timeZone: 'UTC' };
    for (const post of [postView(4, dated), postView(5, dated), postView(6)])
      await writeFetched(db, changesOfPost(post), 0);
    const schedule = (number: number, isAdded: boolean) =>
      outboxRow({ name: 'schedule', input: { postId: idOf(number), isAdded } });
    await db.outbox.bulkAdd([
      schedule(1, false),
      schedule(2, false),
      schedule(3, false),
      schedule(4, true),
      outboxRow({ name: 'say', input: { postId: idOf(5), interest: 'going', on: true } }),
      outboxRow({ name: 'say', input: { postId: idOf(5), interest: 'liked', on: true } }),
      schedule(6, true),
      { ...schedule(1, true), state: 'failed' },
    ]);
    expect(await read(db)).toEqual([
      [2, ['going']],
      [3, ['followed']],
      [4, ['added']],
      [5, ['going']],
    ]);
    expect((await read(db, undefined, undefined, dan._id)).length).toBe(0);
  });

  it('follows events after a fetch, and ignores an older response', async () => {
    const db = openTestDatabase(alice._id);
    const epoch = idOf(99);
    await writeFacts(db, { cursor: { epoch, seq: 0 } });
    const dated = { startDateTime: december(8), endDateTime: december(8, 12), timeZone: 'UTC' };
    await writeFetched(db, changesOfPost(postView(4, dated)), 0);
    await keep(db, alice._id, [entryView(1, 5, ['added']), entryView(2, 6, ['added', 'going'])]);
    const changed = (number: number, isAdded: boolean): UserEvent => ({
      type: 'scheduler-changed',
      payload: { postId: idOf(number), isAdded },
    });
    const said = (number: number, going: boolean): UserEvent => ({
      type: 'post-interest',
      payload: {
        postId: idOf(number),
        interests: [{ userId: alice._id, liked: false, interested: false, going }],
        counts: { liked: 0, interested: 0, going: 0 },
      },
    });
    const happened = [changed(1, false), said(2, false), changed(4, true), said(4, true), changed(5, true)];
    await applyEvents(
      db,
      epoch,
      happened.map((event, index) => ({ seq: index + 1, opId: null, createdAt: december(1), ...event })),
    );
    const after = [
      [2, ['added']],
      [4, ['added', 'going']],
    ];
    expect(await read(db)).toEqual(after);
    expect(await readReasons(db, idOf(1))).toEqual([]);
    expect(await readReasons(db, idOf(4))).toEqual(['added', 'going']);

    const range = { from: december(1, 0), to: december(31, 0) };
    server.entries = [entryView(2, 6, ['added']), entryView(3, 7, ['going']), entryView(4, 8, ['going'])];
    server.whileAsked = () =>
      applyEvents(db, epoch, [
        { seq: 6, opId: null, createdAt: december(1), ...changed(2, false) },
        { seq: 7, opId: null, createdAt: december(1), ...said(4, false) },
      ]);
    await pullCalendar(db, alice._id, range, true);
    expect(await read(db)).toEqual([
      [3, ['going']],
      [4, ['added']],
    ]);
    server.whileAsked = undefined;
    server.entries = [entryView(3, 7, ['going'])];
    await pullCalendar(db, alice._id, range, true);
    expect(await read(db)).toEqual([[3, ['going']]]);
    expect(await db.calendarEntries.count()).toBe(1);
  });

  it('keeps the days around today, of the calendars that were fetched last', async () => {
    const db = openTestDatabase(alice._id);
    const now = Date.now();
    const at = (days: number) => new Date(now + days * 24 * 60 * 60 * 1000).toISOString();
    const near = (number: number, days: number) => ({
      ...entryView(number, 1, []),
      starts: at(days),
      ends: at(days),
    });
    for (const [index, owner] of [alice._id, carol._id].entries()) {
      await keep(db, owner, [near(1, -60), near(2, 1), near(3, 300)], new Date(at(-2)));
      // What a user may be looking at.
      await keep(db, owner, [near(4, 300)], new Date(now));
      await db.calendars.put({ owner, savedAt: new Date(now + index) });
    }
    await trimCalendars(db, { calendars: 1, hours: 24 });
    expect((await db.calendarEntries.toArray()).map(({ owner, _id }) => [owner, _id])).toEqual([
      [carol._id, idOf(2)],
      [carol._id, idOf(4)],
    ]);
    expect(await db.calendars.toCollection().primaryKeys()).toEqual([carol._id]);
    const kept = keptRange();
    expect(isKept({ from: at(-20), to: at(100) }, kept)).toBe(true);
    expect(isKept({ from: at(-20), to: at(200) }, kept)).toBe(false);
  });
});
