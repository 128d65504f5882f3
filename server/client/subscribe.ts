import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { GatherwellError } from './errors.ts';
import { errorOf, errorOfProcedure, errorOfResponse } from './http.ts';
import type { SubscribeOptions } from './procedures.ts';
import { isRetriable, sleep, waitAfter } from './retry.ts';

/** Milliseconds without a sign of life after which a connection counts as lost, unless the server says otherwise. */
const usualSilenceMs = 35_000;

/** Requests a stream of server-sent events with an input. */
export type OpenStream = (input: unknown, signal: AbortSignal) => Promise<Response>;

/**
 * Yields what a subscription sends. Where the connection is lost, it is made again, from the last message on that had an
 * id, until the server ends the subscription or rejects it.
 */
export async function* subscribe(
  open: OpenStream,
  input: unknown,
  { signal, onLost }: SubscribeOptions = {},
): AsyncGenerator<unknown, void, undefined> {
  let lastEventId: string | undefined;
  let failures = 0;
  while (true) {
    signal?.throwIfAborted();
    const from = lastEventId === undefined ? input : { ...(input as object), lastEventId };
    const messages = readMessages(open, from, signal);
    // Asked for one by one: an error of the loop that takes the messages is not one of the connection.
    while (true) {
      let next: IteratorResult<EventSourceMessage, unknown>;
      try {
        next = await messages.next();
        if (next.done) throw lost();
      } catch (error) {
        signal?.throwIfAborted();
        if (!isRetriable(error)) throw error;
        onLost?.(error);
        await sleep(waitAfter(failures++, error), signal);
        break;
      }
      const { event, data, id } = next.value;
      failures = 0;
      if (event === 'return') {
        await messages.return(undefined);
        return;
      }
      if (event !== undefined) continue;
      let isTaken = false;
      try {
        lastEventId = id ?? lastEventId;
        yield JSON.parse(data);
        isTaken = true;
      } finally {
        if (!isTaken) await messages.return(undefined);
      }
    }
  }
}

/** Reads one stream until it ends, breaks off or falls silent. */
async function* readMessages(
  open: OpenStream,
  input: unknown,
  signal: AbortSignal | undefined,
): AsyncGenerator<EventSourceMessage, void, undefined> {
  const connection = new AbortController();
  const ends = signal ? AbortSignal.any([signal, connection.signal]) : connection.signal;
  let silenceMs = usualSilenceMs;
  /** Waits for something to arrive, though not for ever. The time in which nobody asks does not count. */
  const inTime = async <Value>(arrival: Promise<Value>): Promise<Value> => {
    const timer = setTimeout(() => connection.abort(lost()), silenceMs);
    try {
      return await arrival;
    } catch (error) {
      throw connection.signal.aborted ? connection.signal.reason : errorOf(error);
    } finally {
      clearTimeout(timer);
    }
  };
  try {
    const response = await inTime(open(input, ends));
    if (!response.ok || !response.body) throw errorOfResponse(response, await inTime(response.json()));
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let arrived: EventSourceMessage[] = [];
    const parser = createParser({ onEvent: (message) => arrived.push(message) });
    while (true) {
      const { done, value } = await inTime(reader.read());
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      for (const message of arrived) {
        if (message.event === 'connected') silenceMs = silenceOf(message.data);
        if (message.event === 'serialized-error') throw errorOfProcedure(JSON.parse(message.data), response);
        yield message;
      }
      arrived = [];
    }
  } finally {
    connection.abort();
  }
}

/** What the server says that a connection may be silent for. */
function silenceOf(data: string): number {
  const { reconnectAfterInactivityMs } = JSON.parse(data) as { reconnectAfterInactivityMs?: number };
  return reconnectAfterInactivityMs ?? usualSilenceMs;
}

const lost = () => new GatherwellError({ reason: 'network', message: 'The connection was lost.', status: 0 });
