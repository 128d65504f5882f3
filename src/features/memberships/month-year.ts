import type { Month } from '#server/memberships/memberships.schema.ts';

/** The months by their zero-based number. */
export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** A month as people read it: `March-2024`. */
const monthYear = ({ month, year }: Month): string => `${monthNames[month]}-${year}`;

/** From when to when a membership lasts: `March-2024 – Present`. */
export const periodOf = ({ startTime, endTime }: { startTime: Month; endTime: Month | null }): string =>
  `${monthYear(startTime)} – ${endTime ? monthYear(endTime) : 'Present'}`;

/** The month of a moment where the reader is. */
export const monthAt = (date: Date): Month => ({ month: date.getMonth(), year: date.getFullYear() });
