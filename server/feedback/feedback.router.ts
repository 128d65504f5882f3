import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { limit } from '../limit.ts';
import { publicProcedure, router } from '../trpc.ts';
import { insertFeedback } from './feedback.queries.ts';
import { feedbackInput } from './feedback.schema.ts';

export const feedbackRouter = router({
  send: publicProcedure
    .meta({
      rest: { method: 'POST', path: '/feedbacks/', operationId: 'sendFeedback' },
      limits: ['feedback'],
      summary: 'Send a concern or a question to the people who run this installation',
      message: 'Feedback saved.',
      example: {
        fullName: 'Alice Example',
        contactEmail: 'alice@example.org',
        description: 'How do I join?',
      },
    })
    .input(feedbackInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await limit(ctx, 'feedback', ctx.clientAddress);
      const { address = null, ...rest } = input;
      await insertFeedback(ctx.db, { id: uuid(), createdAt: ctx.ports.clock.now(), address, ...rest });
      return null;
    }),
});
