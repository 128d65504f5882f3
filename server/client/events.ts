import type { Api, EventHead, LoggedEvent } from './api.ts';
import type { SubscribeOptions } from './procedures.ts';

/** Tells that events were missed: what was read before may be out of date. */
export interface EventsMissed {
  type: 'events-missed';
  /** Where the events that follow begin. Everything that is read from now on is at least as new. */
  head: EventHead;
}

export interface FollowOptions extends SubscribeOptions {
  /** Goes on after this event, as `events.head` or an earlier event gave it; from now on if left out. */
  from?: EventHead | undefined;
}

/**
 * Yields what happens to the signed-in user, one event at a time and in order, until the loop ends or the session is
 * over. A lost connection is made again, and goes on after the last event that was yielded. Where that is too long ago,
 * `events-missed` is yielded: read anew what you keep.
 */
export async function* followEvents(
  api: Pick<Api, 'events'>,
  { from, ...options }: FollowOptions = {},
): AsyncGenerator<LoggedEvent | EventsMissed, void, undefined> {
  const { signal } = options;
  let head = from ?? (await api.events.head.query(undefined, { signal }));
  while (!signal?.aborted) {
    const stream = api.events.stream.subscribe({ since: head.seq, epoch: head.epoch }, options);
    for await (const message of stream) {
      if (message.kind === 'events') {
        for (const event of message.events) {
          head = { seq: event.seq, epoch: head.epoch };
          yield event;
        }
      } else {
        head = await api.events.head.query(undefined, { signal });
        yield { type: 'events-missed', head };
      }
    }
  }
}
