import type { Month } from './memberships.schema.ts';

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
export const monthYear = ({ month, year }: Month): string => `${monthNames[month]}-${year}`;
