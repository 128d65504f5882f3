/** A day on the calendar and a time on the clock, as people who live in a zone write it. */
export interface WallTime {
  /** `YYYY-MM-DD`. */
  date: string;
  /** `HH:MM`, 24 hours. */
  time: string;
}

/** Returns the calendar day on which an instant falls in a zone, moved by whole days, as `YYYY-MM-DD`. */
export function localDate(at: Date, zone: string, plusDays = 0): string {
  const day = new Date(at.getTime() + offsetAt(at.getTime(), zone));
  day.setUTCDate(day.getUTCDate() + plusDays);
  return day.toISOString().slice(0, 10);
}

/**
 * The instant at which a clock in the zone shows this. Where a change of clocks shows it twice it is one of the two,
 * and where it skips it, an hour off.
 */
export function instantOf({ date, time }: WallTime, zone: string): Date {
  const asUtc = Date.parse(`${date}T${time}:00Z`);
  const guess = asUtc - offsetAt(asUtc, zone);
  return new Date(asUtc - offsetAt(guess, zone));
}

/** How far the zone's clocks are ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const field = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value ?? Number.NaN);
  const shown = Date.UTC(
    field('year'),
    field('month') - 1,
    field('day'),
    field('hour'),
    field('minute'),
    field('second'),
  );
  return shown - Math.floor(instant / 1000) * 1000;
}
