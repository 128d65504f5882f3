import { describe, expect, it } from 'vitest';
import { minutesBehind, postDates } from './post-dates.ts';

describe('the dates of a post', () => {
  it('are a day and two times where it ends on the same day', () => {
    expect(
      postDates('2026-05-30T13:00:00Z', '2026-05-30T15:30:00Z', 'America/Toronto', 'America/Toronto'),
    ).toEqual({
      text: '05/30/2026 09:00:AM – 11:30:AM',
      zone: undefined,
    });
  });

  it('are two days where it ends on another one at the place', () => {
    expect(
      postDates('2026-05-30T23:00:00Z', '2026-05-31T05:00:00Z', 'Europe/London', 'Europe/London').text,
    ).toBe('05/31/2026 12:00:AM – 06:00:AM');
    expect(
      postDates('2026-05-30T20:00:00Z', '2026-05-31T05:00:00Z', 'Europe/London', 'Europe/London').text,
    ).toBe('05/30/2026 09:00:PM – 05/31/2026 06:00:AM');
  });

  it('are one time where the end is open', () => {
    expect(postDates('2026-05-30T13:00:00Z', null, 'America/Toronto', 'America/Toronto').text).toBe(
      '05/30/2026 09:00:AM',
    );
  });

  it('name the zone where clocks differ, and only there', () => {
    // These tests run as the server does, which does not know the viewer's.
    expect(postDates('2026-05-30T13:00:00Z', null, 'America/Toronto').zone).toBe('EDT, Toronto');
    const at = (zone: string, viewerZone: string) =>
      postDates('2026-05-30T13:00:00Z', null, zone, viewerZone).zone;
    expect(at('Asia/Tokyo', 'America/Toronto')).toBe('GMT+9, Tokyo');
    expect(at('America/New_York', 'Asia/Tokyo')).toBe('EDT, New York');
    expect(at('America/New_York', 'America/Toronto')).toBeUndefined();
  });
});

it.each([
  ['America/Toronto', '2026-07-01T12:00:00Z', 240],
  ['America/Toronto', '2026-01-01T12:00:00Z', 300],
  ['Asia/Kathmandu', '2026-01-01T12:00:00Z', -345],
  ['UTC', '2026-01-01T12:00:00Z', 0],
])('clocks in %s at %s are so many minutes behind UTC', (timeZone, instant, minutes) => {
  expect(minutesBehind(instant, timeZone)).toBe(minutes);
});
