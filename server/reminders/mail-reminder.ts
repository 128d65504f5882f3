import type { Deps } from '../context.ts';
import { isolate } from '../isolate.schema.ts';
import type { JobPayloads } from '../jobs.ts';
import { findReminderToMail } from './reminders.queries.ts';

/** Mails a user that a post in the calendar begins soon. */
export async function mailReminder(
  { db, ports, settings }: Pick<Deps, 'db' | 'ports' | 'settings'>,
  { postId, userId }: JobPayloads['mail-reminder'],
): Promise<void> {
  const now = await ports.clock.shared(db);
  const reminder = await findReminderToMail(db, { postId, userId, now });
  // It was taken back or has begun meanwhile.
  if (!reminder) return;
  const { title, post_type, start_at, time_zone, full_address, name, email } = reminder;
  const where = full_address === null ? '' : `\n${full_address}`;
  await ports.mailer.send({
    to: email,
    subject: `Reminder: ${isolate(title)}`,
    text: [
      `${isolate(title)}${name && ` (${isolate(name)})`}\n${timeText(start_at, time_zone ?? 'UTC')}${where}`,
      `${settings.publicUrl}/post/${post_type}/details/${postId}`,
      'It is in your calendar. You can change the reminder on the page of the post.',
    ].join('\n\n'),
  });
}

/** Writes an instant as people at the place read it: `Tuesday, December 1, 2026 at 6:00 PM (America/New_York)`. */
const timeText = (at: Date, timeZone: string): string =>
  `${new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'full', timeStyle: 'short' }).format(at)} (${timeZone})`;
