import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isoInstant, parseInstant } from './instant.ts';

/** Instants, and what Postgres writes of them below a second: no zero at its end, and nothing of a whole second. */
const written = fc
  .record({
    instant: fc.date({
      min: new Date('0000-01-01T00:00:00.000Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    }),
    microseconds: fc.integer({ min: 0, max: 999 }),
  })
  .map(({ instant, microseconds }) => {
    const digits = [instant.getUTCMilliseconds(), microseconds].map((part) => String(part).padStart(3, '0'));
    const fraction = digits.join('').replace(/0+$/, '');
    const [day = '', time = ''] = instant.toISOString().slice(0, 19).split('T');
    return { instant, day, time: `${time}${fraction && `.${fraction}`}` };
  });

it('returns what Postgres wrote, to the millisecond', () => {
  fc.assert(
    fc.property(written, ({ instant, day, time }) => {
      expect(parseInstant(`${day} ${time}+00`)).toEqual(instant);
      expect(isoInstant(`${day} ${time}+00`)).toBe(instant.toISOString());
      expect(isoInstant(`${day}T${time}+00:00`)).toBe(instant.toISOString());
    }),
  );
});

it.each([
  ['2026-11-23 12:00:00.25+01', '2026-11-23T11:00:00.250Z'],
  ['2026-11-23T12:00:00.25-03:30', '2026-11-23T15:30:00.250Z'],
])('returns the same instant of another zone in UTC: %s', (text, instant) => {
  expect(isoInstant(text)).toBe(instant);
});

it.each(['infinity', '2026-11-23 12:00:00+01', '12026-11-23 12:00:00+00', '2026-11-23 12:00:00+00 BC'])(
  'leaves other forms to others: %s',
  (text) => {
    expect(parseInstant(text)).toBeUndefined();
  },
);
