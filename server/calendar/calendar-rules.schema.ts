/** The range of a calendar by default, and at most, in days. */
export const calendarDays = { before: 30, after: 180, most: 400 } as const;

/**
 * How long something stands in a calendar, in minutes: a post without an end (`posts.takes_place_until` stores the same)
 * and a scheduled one.
 */
export const calendarMinutes = { withoutEnd: 60, scheduled: 100 } as const;

/** Why a post stands in a calendar. */
export const calendarReasons = ['own', 'scheduled', 'followed', 'added', 'going'] as const;
export type CalendarReason = (typeof calendarReasons)[number];
