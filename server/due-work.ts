import type { Deps } from './context.ts';
import { removeDeletedNotifications } from './notifications/remove-deleted.ts';
import { announceDuePosts } from './posts/announce-due.ts';
import { noteEnded } from './posts/note-ended.ts';
import { publishDuePosts } from './posts/publish-due.ts';
import { sendDueReminders } from './reminders/send-reminders.ts';

/**
 * Does what is due by now: work whose time is written in the rows themselves, so that changing one's mind is changing
 * a row. Hosts call it about every second, in every process; what one does is not done by another, and what was due
 * while no process ran is done by the next. Rejects where the database fails it; the next call retries.
 */
export async function doDueWork(deps: Pick<Deps, 'db' | 'ports'>): Promise<void> {
  await publishDuePosts(deps);
  await announceDuePosts(deps);
  await noteEnded(deps);
  await sendDueReminders(deps);
  await removeDeletedNotifications(deps);
}
