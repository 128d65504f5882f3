/** How long before a post begins one can be reminded of it, in minutes. */
export const reminderMinutes = [60, 3 * 60, 24 * 60, 2 * 24 * 60, 7 * 24 * 60] as const;
export type ReminderMinutes = (typeof reminderMinutes)[number];

/** What is set for who goes there: the day before, or else the hour before. */
export const usualReminders = { first: 24 * 60, second: 60 } as const;

/** Returns what is set for who goes to a post that begins then; null where it begins too soon. */
export function usualReminder(startDateTime: string | null, now: Date): number | null {
  if (startDateTime === null) return null;
  const left = Date.parse(startDateTime) - now.getTime();
  return Object.values(usualReminders).find((minutes) => left > minutes * 60_000) ?? null;
}
