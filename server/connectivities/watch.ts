import { notSignedIn, tooOften } from '../errors.ts';
import { presenceKey, typingKey } from '../events/doorbell-keys.ts';
import { nextPollMs } from '../events/polling.ts';
import { streamQueries } from '../events/stream-queries.ts';
import type { SignedInContext } from '../trpc.ts';
import type { WatchMessage } from './connectivities.schema.ts';
import { presenceOf } from './presence.ts';

/** Subscriptions of one user at a time, in one process. As with event streams, a broken line leaves some behind. */
const mostWatches = 100;

/** Seconds after which a subscription that was one too many may be asked for again. */
const retryAfter = 60;

/** Milliseconds over which changes are collected into one look. */
const gatherMs = 50;

/** Bounds of the milliseconds after which everybody is looked at, notified or not. */
const lookAfterMs = { least: 20_000, most: 40_000 };

/**
 * Yields whether the users are connected, first of all of them and then of those with whom it changed, and who of them
 * is typing to the viewer. Of whom the viewer may not know, they are never connected. Ends with UNAUTHORIZED once the
 * session is over.
 */
export async function* watchConnectivities(
  ctx: SignedInContext,
  userIds: readonly string[],
  signal: AbortSignal | undefined,
): AsyncGenerator<WatchMessage> {
  const { viewer } = ctx;
  const presence = presenceOf(ctx);
  if (presence.watchers(viewer.userId) >= mostWatches) throw tooOften(retryAfter);
  const inbox = openInbox(ctx, userIds, signal);
  const leave = presence.enter(viewer.userId);
  const shown = new Map<string, boolean>();
  try {
    while (!signal?.aborted) {
      await ctx.drained?.();
      const { userId, id: sessionId } = viewer;
      if (!(await streamQueries(ctx.db).state({ userId, sessionId })).signed_in) throw notSignedIn();
      const { due, typing } = inbox.take();
      const connected = due.length > 0 ? await presence.connectedAmong(ctx.db, userId, due) : new Set();
      const connectivities = due
        .map((one) => ({ userId: one, isConnected: connected.has(one) }))
        .filter(({ userId: one, isConnected }) => shown.get(one) !== isConnected);
      for (const { userId: one, isConnected } of connectivities) shown.set(one, isConnected);
      if (connectivities.length > 0) yield { kind: 'connectivities', connectivities };
      for (const one of typing) yield { kind: 'typing', userId: one };
      await inbox.wait();
    }
  } finally {
    inbox.close();
    leave();
  }
}

/** Collects of whom something changed and who is typing. Everybody is due at first, and from time to time. */
function openInbox(ctx: SignedInContext, userIds: readonly string[], signal: AbortSignal | undefined) {
  const { events } = ctx.ports;
  const { userId: viewerId } = ctx.viewer;
  const due = new Set(userIds);
  const typing = new Set<string>();
  let wake = () => {};
  const onEvery = () => {
    for (const one of userIds) due.add(one);
    wake();
  };
  const noting = (into: Set<string>, one: string) => () => {
    into.add(one);
    wake();
  };
  const onAbort = () => wake();
  signal?.addEventListener('abort', onAbort);
  const stops = [
    // Friendships, blocks and conversations change by events of one's own.
    presenceOf(ctx).listen(viewerId, onEvery),
    ...userIds.map((one) => events.listen(presenceKey(one), noting(due, one))),
    ...userIds.map((one) => events.listen(typingKey(viewerId, one), noting(typing, one))),
  ];

  /** Resolves after some milliseconds, when something is noted, or when the signal aborts. */
  async function sleep(milliseconds: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      wake = resolve;
      timer = setTimeout(resolve, milliseconds);
    });
    wake = () => {};
    clearTimeout(timer);
  }

  return {
    /** Returns what was noted, and forgets it. */
    take() {
      const taken = { due: [...due], typing: [...typing] };
      due.clear();
      typing.clear();
      return taken;
    },
    /** Waits until there is something to take, and a moment longer for more. */
    async wait(): Promise<void> {
      if (due.size + typing.size === 0 && !signal?.aborted) await sleep(nextPollMs(lookAfterMs));
      if (due.size + typing.size === 0) for (const one of userIds) due.add(one);
      await new Promise((resolve) => setTimeout(resolve, gatherMs));
    },
    close() {
      for (const stop of stops) stop();
      signal?.removeEventListener('abort', onAbort);
    },
  };
}
