import type { ReminderMinutes } from '#server/reminders/reminder-rules.schema.ts';

const before: Record<ReminderMinutes, string> = {
  60: '1 hour before',
  180: '3 hours before',
  1440: '1 day before',
  2880: '2 days before',
  10080: '1 week before',
};

export const texts = {
  remindMe: (minutes: ReminderMinutes) => `Remind me ${before[minutes]}`,
};
