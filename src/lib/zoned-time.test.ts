import { describe, expect, it } from 'vitest';
import { hoursLater, proposedTime, timeZoneLabel, toInstant, toWallClock } from './zoned-time.ts';

describe('wall-clock times', () => {
  it('goes to an instant and back, in winter and in summer', () => {
    expect(toInstant('2026-01-15T18:30', 'America/Toronto')).toBe('2026-01-15T23:30:00.000Z');
    expect(toInstant('2026-07-15T18:30', 'America/Toronto')).toBe('2026-07-15T22:30:00.000Z');
    expect(toWallClock('2026-07-15T22:30:00.000Z', 'America/Toronto')).toBe('2026-07-15T18:30');
  });

  it('moves a time that the clocks skip forward, and takes the first of two', () => {
    expect(toInstant('2026-03-08T02:30', 'America/Toronto')).toBe('2026-03-08T07:30:00.000Z');
    expect(toInstant('2026-11-01T01:30', 'America/Toronto')).toBe('2026-11-01T05:30:00.000Z');
  });

  it('crosses midnight', () => {
    expect(hoursLater('2026-12-31T23:30', 1)).toBe('2027-01-01T00:30');
  });
});

describe('a picked day', () => {
  it('proposes the next full hour of today, and nine in the morning of any other day', () => {
    expect(proposedTime('2026-12-01', '2026-12-01T13:20')).toBe('2026-12-01T14:00');
    expect(proposedTime('2026-12-01', '2026-12-01T08:00')).toBe('2026-12-01T09:00');
    expect(proposedTime('2026-12-01', '2026-12-01T23:20')).toBe('2026-12-01T23:59');
    expect(proposedTime('2026-12-02', '2026-12-01T13:20')).toBe('2026-12-02T09:00');
  });
});

describe('a time zone', () => {
  it('is called as people call it', () => {
    expect(timeZoneLabel('America/Toronto')).toBe('Eastern Time (Toronto)');
    expect(timeZoneLabel('America/St_Johns')).toBe('Newfoundland Time (St Johns)');
    expect(timeZoneLabel('UTC')).toBe('UTC');
    expect(timeZoneLabel('Etc/GMT+2')).toBe('GMT+2');
  });
});
