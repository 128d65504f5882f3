import { tracked } from '@trpc/server';
import { presenceOf } from '../connectivities/presence.ts';
import { checkActor } from '../context.ts';
import { notSignedIn, tooOften } from '../errors.ts';
import { router, type SignedInContext, signedInProcedure } from '../trpc.ts';
import { beginOfLog, earliestAfter, findHead, type LogPlace } from './events.queries.ts';
import {
  type EventHead,
  eventHead,
  type LoggedEvent,
  type StreamMessage,
  streamInput,
  streamMessage,
} from './events.schema.ts';
import { nextPollMs } from './polling.ts';
import { type StreamQueries, streamQueries } from './stream-queries.ts';
import { createWakeUp } from './wake-up.ts';

/** Bounds of the polling interval, in milliseconds: a stream polls because notifications may be lost. */
const lookAfterMs = { least: 10_000, most: 15_000 };

/**
 * Open streams of one user in one process. A browser has one for all its tabs. A connection that breaks silently every
 * 20 s leaves up to 50 behind before the system closes the first.
 */
const mostStreams = 100;

/** Seconds after which a stream that was one too many may be asked for again. */
const retryAfter = 60;

/** Further behind than this many events, a snapshot is less work than catching up. */
const mostBehind = 2_000;

export const eventsRouter = router({
  head: signedInProcedure
    .meta({
      reads: 'primary',
      summary: 'Where the event log of the signed-in user ends: read before a snapshot',
    })
    .output(eventHead)
    .query(({ ctx }) => findHead(ctx.db, ctx.viewer.userId)),

  stream: signedInProcedure
    .meta({
      summary: 'What happens to the signed-in user, from a cursor on',
      // Events of all kinds are in it.
      accessTokens: ['messages', 'administration'],
      description:
        'Batches of events in order, each tracked by the number of its last one, so that a transport that reconnects goes on where it was. Ends after a `reset` where the log cannot be continued from the cursor, and with UNAUTHORIZED once the session is over.',
      yields: streamMessage,
    })
    .input(streamInput)
    .subscription(({ ctx, input, signal }) => {
      const { since, epoch, lastEventId, userId } = input;
      if (userId !== undefined) checkActor(ctx.viewer, userId);
      return streamEvents(ctx, { epoch, seq: lastEventId == null ? since : numberOf(lastEventId) }, signal);
    }),
});

/** The number of the event that an id stands for; the id of a `reset` stands for none. */
const numberOf = (id: string) => (/^\d{1,15}$/.test(id) ? Number(id) : Number.NaN);

/** Every message is tracked: a single one that is not would make the transport forget where it was. */
async function* streamEvents(ctx: SignedInContext, cursor: EventHead, signal: AbortSignal | undefined) {
  const { ports, viewer } = ctx;
  const queries = streamQueries(ctx.db);
  if (ports.events.listeners(viewer.userId) >= mostStreams) throw tooOften(retryAfter);
  // Before the first query, so that no event between a query and the wait is missed.
  const doorbell = createWakeUp(ports.events, viewer.userId, signal);
  const leave = presenceOf(ctx).enter(viewer.userId);
  try {
    let { seq } = cursor;
    let notBefore = beginOfLog(ports.clock.now());
    while (!signal?.aborted) {
      await ctx.drained?.();
      const lookedAt = ports.clock.now();
      const state = await queries.state({ userId: viewer.userId, sessionId: viewer.id });
      if (!state.signed_in) throw notSignedIn();
      const behind = state.seq - seq;
      if (behind === 0 && state.epoch === cursor.epoch) {
        notBefore = earliestAfter(lookedAt);
        await doorbell.wait(nextPollMs(lookAfterMs));
        continue;
      }
      const canContinue = state.epoch === cursor.epoch && behind > 0 && behind <= mostBehind;
      const place = { userId: viewer.userId, seq, notBefore };
      const events = canContinue ? await readOn(queries, place, beginOfLog(lookedAt)) : [];
      const last = events.at(-1);
      // A log that does not go on with the very next number was swept meanwhile.
      if (!last || !isGapless(events, seq)) {
        yield tracked('reset', { kind: 'reset' } satisfies StreamMessage);
        return;
      }
      yield tracked(String(last.seq), { kind: 'events', events } satisfies StreamMessage);
      seq = last.seq;
      notBefore = earliestAfter(new Date(last.createdAt));
    }
  } finally {
    doorbell.stop();
    leave();
  }
}

/**
 * Reads what follows a place. Numbers show where something is missing: then the whole log is read, from its beginning. So it
 * goes where a clock is wrong, or a process was stopped between taking the time of an event and writing it.
 */
async function readOn(queries: StreamQueries, place: LogPlace, begin: Date): Promise<LoggedEvent[]> {
  const events = await queries.events(place);
  if (isGapless(events, place.seq) || place.notBefore <= begin) return events;
  return queries.events({ ...place, notBefore: begin });
}

/** Whether there are events, with the numbers that follow this one. */
const isGapless = (events: readonly LoggedEvent[], seq: number) =>
  events.length > 0 && events.every((event, index) => event.seq === seq + 1 + index);
