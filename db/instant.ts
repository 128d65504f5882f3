/** An instant in UTC of a year of four digits, as Postgres writes it: other years and time zones have other forms. */
const utcInstant = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/;

/**
 * Returns the instant that Postgres wrote, without what is below a millisecond; undefined where it has another form. A page
 * has dozens, and this takes less than half of the time that `Date` needs for a text.
 */
export function parseInstant(text: string): Date | undefined {
  if (!utcInstant.test(text)) return undefined;
  const digit = (at: number) => text.charCodeAt(at) - 48;
  const two = (at: number) => 10 * digit(at) + digit(at + 1);
  // Of the fraction there are as many digits as it needs; then comes the time zone.
  const fraction = (at: number) => (at < text.length - 3 ? digit(at) : 0);
  const ms = 100 * fraction(20) + 10 * fraction(21) + fraction(22);
  const date = new Date(0);
  date.setUTCFullYear(100 * two(0) + two(2), two(5) - 1, two(8));
  date.setUTCHours(two(11), two(14), two(17), ms);
  return date;
}

/** An instant in UTC as text that Postgres made of it: alone, or as part of JSON. */
const utcText = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?\+00(?::00)?$/;

/**
 * Returns an instant that Postgres wrote, alone or as part of JSON, in the form of `Date.toISOString`: without what is below
 * a millisecond. For what is only passed on: a date in between takes seven times as long.
 */
export function isoInstant(text: string): string {
  if (!utcText.test(text)) return new Date(text).toISOString();
  // Postgres leaves out zeros at the end of the fraction, and the point where nothing is left.
  const fraction = text.slice(20, text.indexOf('+')).padEnd(3, '0').slice(0, 3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}
