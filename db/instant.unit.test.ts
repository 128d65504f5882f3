import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseInstant } from './instant.ts';

it('returns what Postgres wrote, to the millisecond', () => {
  const written = fc.record({
    instant: fc.date({
      min: new Date('0000-01-01T00:00:00.000Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    }),
    /** Digits of the fraction that Postgres writes: none at its end that is 0. */
    more: fc.integer({ min: 0, max: 999 }),
  });
  fc.assert(
    fc.property(written, ({ instant, more }) => {
      const fraction = `${String(instant.getUTCMilliseconds()).padStart(3, '0')}${String(more).padStart(3, '0')}`;
      const digits = fraction.replace(/0+$/, '');
      const text = `${instant.toISOString().slice(0, 19).replace('T', ' ')}${digits && `.${digits}`}+00`;
      expect(parseInstant(text)).toEqual(instant);
    }),
  );
});

it.each(['infinity', '2026-11-23 12:00:00+01', '12026-11-23 12:00:00+00', '2026-11-23 12:00:00+00 BC'])(
  'leaves other forms to others: %s',
  (text) => {
    expect(parseInstant(text)).toBeUndefined();
  },
);
