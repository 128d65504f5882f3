import type { Month } from '#server/memberships/memberships.schema.ts';
import { monthYear } from '#server/memberships/month-year.schema.ts';

/** From when to when a membership lasts: `March-2024 – Present`. */
export const periodOf = ({ startTime, endTime }: { startTime: Month; endTime: Month | null }): string =>
  `${monthYear(startTime)} – ${endTime ? monthYear(endTime) : 'Present'}`;

/** The month of a moment where the reader is. */
export const monthAt = (date: Date): Month => ({ month: date.getMonth(), year: date.getFullYear() });
