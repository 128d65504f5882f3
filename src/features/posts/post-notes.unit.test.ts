import { describe, expect, it } from 'vitest';
import { deviceTimeZone } from '#src/lib/device-time-zone.ts';
import { toWallClock } from '#src/lib/zoned-time.ts';
import { missingNotes, scheduleNotes } from './post-notes.ts';

const nowhere = { fullAddress: '', latitude: null, longitude: null };
const elm = { fullAddress: '12 Elm Street', latitude: 39.95, longitude: -75.16 };

describe('missingNotes', () => {
  it('explains what it means that a dated post has no date and no place', () => {
    expect(missingNotes('event', { startDateTime: null, address: nowhere })).toEqual([
      'It has no date, so it won’t appear in calendars.',
      'It has no address, so it won’t appear on the map.',
    ]);
  });

  it('states that an address without coordinates is not on the map', () => {
    const address = { ...elm, latitude: null, longitude: null };
    expect(missingNotes('project', { startDateTime: '2026-12-01T18:00', address })).toEqual([
      'Its address wasn’t chosen from the list, so it won’t appear on the map.',
    ]);
  });

  it('returns nothing for a complete post, nor for a type without dates', () => {
    expect(missingNotes('event', { startDateTime: '2026-12-01T18:00', address: elm })).toEqual([]);
    expect(missingNotes('general', { startDateTime: null, address: nowhere })).toEqual([]);
  });
});

describe('scheduleNotes', () => {
  const dates = {
    startDateTime: '2026-12-01T18:00',
    endDateTime: '2026-12-01T20:00',
    timeZone: 'Asia/Tokyo',
  };
  // 18:00 in Tokyo is 09:00 UTC.
  const at = (instant: string) =>
    scheduleNotes({ ...dates, scheduledPublishDateTime: toWallClock(instant, deviceTimeZone()) });

  it('points out a schedule after the start and after the end, in the zone of each', () => {
    expect(at('2026-12-01T08:59:00.000Z')).toEqual([]);
    expect(at('2026-12-01T09:00:00.000Z')[0]).toContain('after it starts');
    expect(at('2026-12-01T11:00:00.000Z')[0]).toContain('after it ends');
  });

  it('returns nothing where there is no schedule, no date, or only a part of one', () => {
    expect(scheduleNotes({ ...dates, scheduledPublishDateTime: null })).toEqual([]);
    expect(scheduleNotes({ ...dates, scheduledPublishDateTime: 'half-typed' })).toEqual([]);
    const undated = { ...dates, startDateTime: null, endDateTime: null };
    expect(scheduleNotes({ ...undated, scheduledPublishDateTime: '2030-01-01T09:00' })).toEqual([]);
  });
});
