import { failureOf } from '#src/app/failure.ts';
import { toast } from '#src/components/toast.ts';
import { newestNotification } from '#src/local/collections/read-notifications.ts';
import { localDatabase } from '#src/local/engine/current-database.ts';
import { mutate, toastOutcome } from '#src/local/mutate.ts';
import { texts } from './texts.ts';

/**
 * Marks every notification read that was there to be seen, at once on the screen. Without a network that is not what
 * came until it is sent.
 */
export async function markAllRead(): Promise<void> {
  try {
    const db = localDatabase();
    const until = db && (await newestNotification(db));
    const outcome = await mutate({ name: 'mark-all', input: { isRead: true, until } });
    toastOutcome(await outcome(), {
      done: texts.markAll.done,
      later: texts.markAll.later,
    });
  } catch (error) {
    toast.failed(failureOf(error).message);
  }
}
