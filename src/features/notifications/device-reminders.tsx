import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { phaseOf } from '#src/lib/event-phase.ts';
import { postDates } from '#src/lib/post-dates.ts';
import { now } from '#src/lib/server-clock.ts';
import { type NewReminder, readNewReminders } from '#src/local/collections/new-reminders.ts';
import { useLocal } from '#src/local/engine/use-local.ts';
import { texts } from './device-reminders.texts.ts';

/** Shows reminders as notifications of the device, each once. The user has allowed that. Renders nothing. */
export function DeviceReminders() {
  const navigate = useNavigate();
  const reminders = useLocal(readNewReminders, []);
  useEffect(() => {
    for (const reminder of reminders ?? [])
      if (claim(reminder.id))
        void show(reminder, () => {
          const { postType, _id: postId } = reminder.post;
          void navigate({ to: '/post/$postType/details/$postId', params: { postType, postId } });
        });
  }, [reminders, navigate]);
  return null;
}

const claimedKey = 'gatherwell.shown-reminders';

/** How many are remembered: reminders of an hour. */
const remembered = 50;

/** Returns whether no tab has shown a reminder yet, and notes that this one does. */
function claim(id: string): boolean {
  const claimed = (localStorage.getItem(claimedKey) ?? '').split(' ');
  if (claimed.includes(id)) return false;
  localStorage.setItem(claimedKey, [id, ...claimed.slice(0, remembered)].join(' '));
  return true;
}

async function show({ id, post, dates }: NewReminder, open: () => void): Promise<void> {
  const options = {
    body: dates ? textOf(dates) : texts.startsSoon,
    // Two tabs at the same moment show one.
    tag: id,
    icon: '/icon.svg',
    data: { path: `/post/${post.postType}/details/${post._id}` },
  };
  try {
    const shown = new Notification(post.title, options);
    shown.onclick = () => {
      window.focus();
      shown.close();
      open();
    };
  } catch {
    // Phones let only the service worker show any; it opens the path itself.
    const registration = await navigator.serviceWorker?.getRegistration();
    await registration?.showNotification(post.title, options);
  }
}

/** "Tomorrow 6:30 PM", or the date. */
function textOf(dates: NonNullable<NewReminder['dates']>): string {
  const timeZone = dates.timeZone ?? 'UTC';
  const { startDateTime: start, endDateTime: end } = dates;
  return phaseOf(dates, timeZone, now()) ?? (start === null ? '' : postDates(start, end, timeZone).text);
}
