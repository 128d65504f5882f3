import type { z } from 'zod';
import { conflict, Refusal } from '../errors.ts';
import { notAvailable } from '../posts/post-access.ts';
import type { SignedInContext } from '../trpc.ts';
import { write } from '../write.ts';
import { deleteReminder, keepOccasion, saveReminder } from './reminders.queries.ts';
import type { reminderInput, reminderState } from './reminders.schema.ts';

/** Sets when the viewer is reminded of a post that is in the viewer's calendar, or takes that back. */
export function setReminder(
  ctx: SignedInContext,
  { id: postId, minutes }: z.output<typeof reminderInput>,
): Promise<z.output<typeof reminderState>> {
  const { userId } = ctx.viewer;
  return write(ctx, async (trx, effects) => {
    const occasion = await keepOccasion(trx, { postId, userId });
    if (!occasion?.is_active) throw notAvailable();
    const state = { postId, reminder: minutes };
    const isChanged =
      minutes === null
        ? (await deleteReminder(trx, { postId, userId }).execute()).length > 0
        : await saveReminder(trx, {
            postId,
            userId,
            minutes,
            dueAt: dueAtOf(occasion, minutes, await ctx.ports.clock.shared(trx)),
          });
    if (isChanged) effects.event(userId, { type: 'reminder-changed', payload: state });
    return state;
  });
}

/** Returns so long before it begins. Throws where that cannot be. */
function dueAtOf(
  { start_at: start, is_in_calendar }: { start_at: Date | null; is_in_calendar: boolean },
  minutes: number,
  now: Date,
): Date {
  if (!start) throw new Refusal('BAD_REQUEST', 'no-date', 'This post has no date to be reminded of.');
  if (!is_in_calendar)
    throw conflict('not-in-calendar', 'Add it to your calendar first, or say that you are going.');
  const dueAt = new Date(start.getTime() - minutes * 60_000);
  if (dueAt <= now) throw conflict('too-late', 'It begins too soon for this reminder. Choose a later one.');
  return dueAt;
}
