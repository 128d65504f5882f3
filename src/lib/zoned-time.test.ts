import { describe, expect, it } from 'vitest';
import { hoursLater, toInstant, toWallClock } from './zoned-time.ts';

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
