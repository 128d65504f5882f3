import { dateFormat } from '#src/lib/date-format.ts';
import { texts } from './texts.ts';

/** The day of an instant on this device, as a key that sorts. */
export const dayOf = (time: Date): string =>
  `${time.getFullYear()}-${String(time.getMonth() + 1).padStart(2, '0')}-${String(time.getDate()).padStart(2, '0')}`;

/** "Today", "Yesterday", "Friday, November 20", with the year where it is not the current one. */
export function dayLabel(time: Date, now: Date): string {
  const day = dayOf(time);
  if (day === dayOf(now)) return texts.days.today;
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (day === dayOf(yesterday)) return texts.days.yesterday;
  const sameYear = time.getFullYear() === now.getFullYear();
  return dateFormat({
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(time);
}

/** "4:05 PM". */
export const timeOfDay = (time: Date): string =>
  dateFormat({ hour: 'numeric', minute: '2-digit' }).format(time);
