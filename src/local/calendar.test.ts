import { describe, expect, it } from 'vitest';
import type { CalendarEntry } from '#server/calendar/calendar.schema.ts';
import { rowsOfPost, writeFetched } from './apply-event.ts';
import { isKept, keptStretch, readCalendar } from './calendar.ts';
import type { LocalDatabase } from './database.ts';
import { openCopy, outboxRow } from './testing/copies.ts';
import { alice, carol, dan } from './testing/people.ts';
import { idOf, postView } from './testing/views.ts';
import { trim } from './trim.ts';

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
  db: LocalDatabase,
  owner: string,
  entries: readonly CalendarEntry[],
  fetchedAt = new Date(december(1)),
) =>
  db.calendarEntries.bulkPut(
    entries.map((entry) => ({ owner, _id: entry._id, ends: entry.ends, fetchedAt, entry })),
  );

const read = async (db: LocalDatabase, from = december(1, 0), to = december(31, 0), owner = alice._id) => {
  const { entries } = await readCalendar(db, alice._id, owner, { from, to });
  return entries.map(({ _id, because }) => [Number(_id.slice(-12)), because]);
};

describe('a calendar on the device', () => {
  it('is what stands in the stretch that is asked for, in the order of time', async () => {
    const db = openCopy();
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

  it('shows at once what was added, taken out and promised without a network', async () => {
    const db = openCopy();
    await keep(db, alice._id, [
      entryView(1, 5, ['added']),
      entryView(2, 6, ['added', 'going']),
      entryView(3, 7, ['followed']),
    ]);
    const dated = { startDateTime: december(8), endDateTime: december(8, 12), timeZone: 'UTC' };
    for (const post of [postView(4, dated), postView(5, dated), postView(6)])
      await writeFetched(db, rowsOfPost(post), 0);
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

  it('keeps the days around today, of the calendars that were looked at last', async () => {
    const db = openCopy();
    const now = Date.now();
    const at = (days: number) => new Date(now + days * 24 * 60 * 60 * 1000).toISOString();
    const near = (number: number, days: number) => ({
      ...entryView(number, 1, []),
      starts: at(days),
      ends: at(days),
    });
    for (const [index, owner] of [alice._id, carol._id].entries()) {
      await keep(db, owner, [near(1, -60), near(2, 1), near(3, 300)], new Date(at(-2)));
      // What somebody may be looking at.
      await keep(db, owner, [near(4, 300)], new Date(now));
      await db.calendars.put({ owner, savedAt: new Date(now + index) });
    }
    await trim(db, { calendars: 1 });
    expect((await db.calendarEntries.toArray()).map(({ owner, _id }) => [owner, _id])).toEqual([
      [carol._id, idOf(2)],
      [carol._id, idOf(4)],
    ]);
    expect(await db.calendars.toCollection().primaryKeys()).toEqual([carol._id]);
    const kept = keptStretch();
    expect(isKept({ from: at(-20), to: at(100) }, kept)).toBe(true);
    expect(isKept({ from: at(-20), to: at(200) }, kept)).toBe(false);
  });
});
