import { TRPCClientError } from '@trpc/client';
import { liveQuery } from 'dexie';
import pLimit from 'p-limit';
import { keptDays } from '#server/operations/operations.schema.ts';
import { api } from '#src/app/api.ts';
import { answerOf, failureOf } from '#src/app/failure.ts';
import { reachability } from '#src/lib/reachability.ts';
import { Backoff } from './backoff.ts';
import { readMeta } from './database.ts';
import { Deadline } from './deadline.ts';
import { dropUnusedFiles } from './files.ts';
import { heads, markDone, markFailed, markSent } from './outbox.ts';
import { sendingProgress } from './sending-progress.ts';
import { unknownOutcome } from './texts.ts';
import type { LocalDatabase, OutboxRow } from './types.ts';

/** How many lanes are sent from at the same time, and how many beside them with what takes long. */
const lanesAtOnce = { usual: 4, long: 2 };

/** Milliseconds that a response may take before the same mutation is sent again. */
const timeoutMs = 15_000;

/** Milliseconds that what takes long may be without progress: a slow line may be busy with one request. */
const stallMs = 60_000;

/** Milliseconds that the event of a mutation may take before `removeConfirmed` looks whether it was missed. */
const eventTimeoutMs = 5_000;

/** For how many days after it was first sent a mutation may be sent again: while the server surely knows its key. */
const daysToRepeat = keptDays - 5;

/** What became of one sending: it has an outcome, it has none, or it may not be tried for so many milliseconds. */
type Delivery = 'settled' | 'again' | { wait: number };

/**
 * Sends what is in a user's outbox, and what comes into it, until `signal` aborts or the database is closed: each
 * lane in its order, several lanes at a time. Each mutation has its own idempotency key, so that several tabs may do
 * this at once, and one that is sent again after a lost response is done once.
 */
export async function flushOutbox(db: LocalDatabase, userId: string, signal: AbortSignal): Promise<void> {
  const limits = { usual: pLimit(lanesAtOnce.usual), long: pLimit(lanesAtOnce.long) };
  const busy = new Set<string>();
  let pause: Promise<unknown> | undefined;

  /**
   * Sends a lane until nothing is left that can be sent.
   * @param first its first mutation, where that is noted as sent
   */
  async function drain(lane: string, first?: OutboxRow): Promise<void> {
    const backoff = new Backoff();
    while (!signal.aborted) {
      // Flush at once when the server is reachable again, or works again.
      const due = backoff.due(AbortSignal.any([signal, reachability.nextReturn()]));
      // While the server is unreachable nothing is tried, so that unsent mutations can be discarded.
      await Promise.all([due, pause, reachability.whenReachable(signal)]);
      const row = first ?? (await heads(db)).get(lane);
      if (!row || signal.aborted) return;
      const isLong = db.collections.kindOf(row)?.isLong?.(row.input) ?? false;
      const limit = limits[isLong ? 'long' : 'usual'];
      const delivery = await limit(() => deliver(db, row, { userId, isLong }, signal)).catch(
        () => 'again' as const,
      );
      first = undefined;
      if (delivery === 'settled') backoff.succeeded();
      // The rate limit is per user, so all lanes pause.
      else if (delivery !== 'again') {
        const rest = sleep(delivery.wait, signal);
        pause = rest;
        void rest.then(() => {
          if (pause === rest) pause = undefined;
        });
      }
    }
  }

  /** Sends a lane, which is busy meanwhile. */
  function start(lane: string, first?: OutboxRow): void {
    busy.add(lane);
    void drain(lane, first)
      .catch(() => undefined)
      .then(() => heads(db))
      .then(
        (left) => {
          busy.delete(lane);
          // Something may have come into the lane after it was found empty.
          look(left.keys());
        },
        // The database was closed, or cannot be read: the next read decides.
        () => busy.delete(lane),
      );
  }

  function look(lanes: Iterable<string>): void {
    for (const lane of lanes) if (!busy.has(lane) && !signal.aborted) start(lane);
  }

  db.reserveLane = (lane) => {
    const isFree = !busy.has(lane) && busy.size < lanesAtOnce.usual;
    if (!isFree || pause || !reachability.isReachable()) return undefined;
    busy.add(lane);
    return (first) => start(lane, first);
  };

  await new Promise<void>((resolve) => {
    const settling = setInterval(() => {
      // A closed database emits nothing.
      if (db.hasFailed()) return stop();
      void removeConfirmed(db).catch(() => undefined);
      // Nor does a tab that was closed after its commit, and before it notified the others.
      void heads(db).then(
        (found) => look(found.keys()),
        () => undefined,
      );
    }, eventTimeoutMs);
    const news = liveQuery(() => heads(db)).subscribe({
      next: (found) => {
        look(found.keys());
        void dropUnusedFiles(db).catch(() => undefined);
      },
      error: () => stop(),
    });
    const stop = () => {
      db.reserveLane = undefined;
      news.unsubscribe();
      clearInterval(settling);
      resolve();
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
  });
}

/** Notes that a mutation is sent, unless that is noted already, sends it once, and notes what became of it. */
async function deliver(
  db: LocalDatabase,
  row: OutboxRow,
  { userId, isLong }: { userId: string; isLong: boolean },
  signal: AbortSignal,
): Promise<Delivery> {
  const { opId } = row;
  const mutation = row.state === 'sent' ? row : await markSent(db, opId);
  if (!mutation) return 'settled';
  const kind = db.collections.kindOf(mutation);
  if (!kind || isTooOld(mutation)) {
    await markFailed(db, opId, unknownOutcome);
    return 'settled';
  }
  const deadline = isLong ? new Deadline(stallMs) : undefined;
  try {
    const timeout = deadline?.signal ?? AbortSignal.timeout(timeoutMs);
    const progress = (fraction: number) => {
      deadline?.move();
      sendingProgress.report(opId, fraction);
    };
    const sending = { context: { opId }, signal: AbortSignal.any([signal, timeout]), progress };
    await kind.send(mutation.input, sending, userId, db);
    await markDone(db, opId);
    return 'settled';
  } catch (error) {
    const verdict = judge(error);
    if (verdict === 'again') reachability.unserved();
    if (verdict !== 'rejected') return verdict;
    const { message, reason } = failureOf(error);
    await markFailed(db, opId, message, reason);
    return 'settled';
  } finally {
    deadline?.stop();
    sendingProgress.end(opId);
  }
}

/** For how many seconds all lanes wait at most where the server asks: the limit for requests is one of a minute. */
const longestPause = 60;

/**
 * Returns what an error means for the mutation that was sent. Only a response of the server itself rejects it: proxies
 * and portals respond as they like. A mutation of a user who is signed out is kept, since they may sign in again.
 */
function judge(error: unknown): 'rejected' | Delivery {
  const answer = answerOf(error);
  if (!answer) return isRejectedUnread(error) ? 'rejected' : 'again';
  // What may not be done again for long, such as writing to more strangers today, must not keep everything else waiting.
  if (answer.httpStatus === 429)
    return (answer.retryAfter ?? 1) > longestPause ? 'rejected' : { wait: (answer.retryAfter ?? 1) * 1000 };
  if (answer.httpStatus === 401 || answer.reason === 'another-user' || answer.httpStatus >= 500)
    return 'again';
  return 'rejected';
}

/** Returns whether the server rejected a request before it parsed it: that response has another shape. */
function isRejectedUnread(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return false;
  const { response, responseJSON } = (error.meta ?? {}) as { response?: Response; responseJSON?: unknown };
  const isOurs = typeof responseJSON === 'object' && responseJSON !== null && 'success' in responseJSON;
  return isOurs && response !== undefined && response.status >= 400 && response.status < 500;
}

const isTooOld = ({ state, sentAt }: OutboxRow) =>
  state === 'sent' &&
  sentAt !== undefined &&
  Date.now() - sentAt.getTime() > daysToRepeat * 24 * 60 * 60 * 1000;

/** The end of the event log after the server had applied a mutation, by opId. */
const endsAfter = new Map<string, { epoch: string; seq: number }>();

/**
 * Removes mutations whose event was missed because it came before a snapshot and their response after it. Once the
 * cursor has reached the end that the log had after the response, the database contains their changes.
 */
export async function removeConfirmed(db: LocalDatabase): Promise<void> {
  const done = await db.outbox.filter(({ state }) => state === 'done').primaryKeys();
  for (const opId of endsAfter.keys()) if (!done.includes(opId)) endsAfter.delete(opId);
  const unknown = done.filter((opId) => !endsAfter.has(opId));
  if (unknown.length > 0) {
    const head = await api.events.head.query();
    for (const opId of unknown) endsAfter.set(opId, head);
  }
  if (done.length === 0) return;
  await db.transaction('rw', [db.outbox, db.meta], async () => {
    const cursor = await readMeta(db, 'cursor');
    await db.outbox.bulkDelete(
      done.filter((opId) => {
        const end = endsAfter.get(opId);
        return end !== undefined && end.epoch === cursor?.epoch && end.seq <= cursor.seq;
      }),
    );
  });
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
