import { router, signedInProcedure } from '../trpc.ts';
import { reminderInput, reminderState } from './reminders.schema.ts';
import { setReminder } from './set-reminder.ts';

export const remindersRouter = router({
  set: signedInProcedure
    .meta({
      rest: { method: 'PUT', path: '/posts/{id}/reminder', operationId: 'setReminder' },
      errors: ['no-date', 'not-in-calendar', 'too-late'],
      summary: 'Be reminded of a post before it begins, or no longer',
      description:
        'By a notification and a mail. Only of posts with dates in the caller’s calendar: gone to, added, or of an organization that the caller follows (409 otherwise, and where it begins sooner than that). Saying that one goes there sets the day before, or else the hour before; taking that back takes the reminder back.',
      example: { minutes: 60 },
    })
    .input(reminderInput)
    .output(reminderState)
    .mutation(({ ctx, input }) => setReminder(ctx, input)),
});
