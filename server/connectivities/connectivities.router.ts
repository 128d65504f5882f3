import { z } from 'zod';
import { typingKey } from '../events/doorbell-keys.ts';
import { limit } from '../limit.ts';
import { messagesProcedure, router, signedInProcedure } from '../trpc.ts';
import { knowPresenceOfEachOther } from './connectivities.queries.ts';
import {
  connectivityInput,
  connectivityOutput,
  typingInput,
  watchInput,
  watchMessage,
} from './connectivities.schema.ts';
import { presenceOf } from './presence.ts';
import { watchConnectivities } from './watch.ts';

/** Who is online, for friends and conversation partners. */
export const connectivitiesRouter = router({
  byUser: signedInProcedure
    .meta({
      reads: 'primary',
      rest: { method: 'GET', path: '/connectivities/userId/{id}', operationId: 'getConnectivity' },
      summary: 'Whether somebody is online',
      description:
        'Of friends and conversation partners without a block between them. Others are never online.',
    })
    .input(connectivityInput)
    .output(connectivityOutput)
    .query(async ({ ctx, input: { id: userId } }) => {
      const connected = await presenceOf(ctx).connectedAmong(ctx.db, ctx.viewer.userId, [userId]);
      return { connectivity: { userId, isConnected: connected.has(userId) } };
    }),

  watch: messagesProcedure
    .meta({
      summary: 'Whether users are online and typing to the viewer, from now on',
      description:
        'Begins with the connectivity of everybody asked for and goes on with what changes. Nothing is tracked: subscribed again, it begins anew.',
      yields: watchMessage,
    })
    .input(watchInput)
    .subscription(({ ctx, input: { userIds }, signal }) => watchConnectivities(ctx, userIds, signal)),

  typing: messagesProcedure
    .meta({
      summary: 'Hint that the viewer is typing to somebody',
      description:
        'Reaches open `watch` subscriptions of friends and conversation partners, and is stored nowhere. Hints to others are dropped.',
      once: false,
    })
    .input(typingInput)
    .output(z.null())
    .mutation(async ({ ctx, input: { receiverId } }) => {
      const { userId } = ctx.viewer;
      await limit(ctx, 'typing', userId);
      if (await knowPresenceOfEachOther(ctx.db, userId, receiverId))
        ctx.ports.events.notify([typingKey(receiverId, userId)]);
      return null;
    }),
});
