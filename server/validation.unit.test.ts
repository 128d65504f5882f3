import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instant, instantOrDay, rangeEnd, rangeStart } from './validation.schema.ts';

describe('instant', () => {
  it('returns every instant of four-digit years as the same instant in UTC, whatever its offset', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1001-01-01'), max: new Date('9998-01-01'), noInvalidDate: true }),
        fc.integer({ min: -14 * 60, max: 14 * 60 }),
        (date, minutes) => {
          const local = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, -1);
          const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
          const two = (part: number) => String(part).padStart(2, '0');
          const written = `${local}${minutes < 0 ? '-' : '+'}${two(hours)}:${two(rest)}`;
          expect(instant.parse(written)).toBe(date.toISOString());
        },
      ),
    );
  });

  it.each([
    ['2026-05-01T18:00Z', '2026-05-01T18:00:00.000Z'],
    ['2026-05-01T18:00:00Z', '2026-05-01T18:00:00.000Z'],
    ['2026-05-01T18:00:00.123456789+05:45', '2026-05-01T12:15:00.123Z'],
    ['2026-05-01T00:00:00+14:00', '2026-04-30T10:00:00.000Z'],
    ['2026-05-01T00:00:00-14:00', '2026-05-01T14:00:00.000Z'],
    ['1000-01-01T00:00:00+14:00', '0999-12-31T10:00:00.000Z'],
    ['9998-12-31T23:59:59.999-14:00', '9999-01-01T13:59:59.999Z'],
  ])('normalises %s', (written, utc) => {
    expect(instant.parse(written)).toBe(utc);
    expect(instantOrDay.parse(written)).toBe(utc);
  });

  it.each([
    '2026-05-01T00:00:00+14:01',
    '2026-05-01T00:00:00+16:00',
    '2026-05-01T00:00:00-23:59',
    '2026-05-01T00:00:00+99:99',
    `2026-05-01T00:00:00.${'1'.repeat(3000)}Z`,
    '2026-05-01T00:00:00.1234567890Z',
    '2026-05-01T24:00:00Z',
    '2026-02-30T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '0999-12-31T23:59:59Z',
    '9999-01-01T00:00:00Z',
    '+275760-09-13T00:00:00.000Z',
    '2026-05-01T00:00:00',
    '2026-05-01 00:00:00Z',
    '',
  ])('rejects %s', (written) => {
    expect(instant.safeParse(written).error?.issues.map(({ message }) => message)).toEqual(['Invalid date']);
  });
});

describe('a range of time', () => {
  it('begins with the first instant of its start day and ends with the last of its end day', () => {
    expect([rangeStart.parse('2026-05-01'), rangeEnd.parse('2026-05-01')]).toEqual([
      '2026-05-01T00:00:00.000Z',
      '2026-05-01T23:59:59.999Z',
    ]);
    expect(rangeEnd.parse('2026-05-01T08:00:00+02:00')).toBe('2026-05-01T06:00:00.000Z');
  });

  it.each(['2026-02-30', '2026-5-1', '0000-01-01', '9999-12-31', '2026-05-01T', 'today'])(
    'rejects %s',
    (written) => {
      expect(rangeStart.safeParse(written).success).toBe(false);
    },
  );
});
