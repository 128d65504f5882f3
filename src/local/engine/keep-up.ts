import { newerVersion } from '#src/app/newer-version.ts';
import { Backoff } from './backoff.ts';
import { announceUnknownChanges } from './database.ts';
import { flushOutbox } from './flush.ts';
import { leadByLease } from './leader.ts';
import { readAhead } from './read-ahead.ts';
import { followEvents } from './stream.ts';
import { trim } from './trim.ts';
import type { LocalDatabase } from './types.ts';

/**
 * Syncs a user's database with the server, and sends what is in the outbox, for all tabs of the browser, until
 * `signal` aborts.
 * @param openCurrent returns the current database; undefined ends it
 */
export async function keepUp(
  userId: string,
  openCurrent: () => LocalDatabase | undefined,
  signal: AbortSignal,
): Promise<void> {
  await leadByLease(
    `gatherwell-${userId}`,
    async (lease, isSuccessor) => {
      if (isSuccessor) announceUnknownChanges();
      await Promise.all([
        followEvents(userId, openCurrent, lease),
        keepSending(userId, openCurrent, lease),
        whenIdle(async () => {
          const db = openCurrent();
          if (db) await trim(db);
          await readAhead(openCurrent, lease);
        }),
      ]);
    },
    // A newer version leads, once it is there: what it keeps, this one might misunderstand.
    AbortSignal.any([signal, newerVersion.signal]),
  );
}

/** Sends from the outbox, and from that of the next handle where the browser has closed the database. */
async function keepSending(
  userId: string,
  openCurrent: () => LocalDatabase | undefined,
  signal: AbortSignal,
): Promise<void> {
  const backoff = new Backoff();
  for (;;) {
    await backoff.due(signal);
    const db = openCurrent();
    if (signal.aborted || !db) return;
    await flushOutbox(db, userId, signal);
  }
}

/** Runs something that can wait, at a time that the browser chooses; Safari does not support it. */
async function whenIdle(work: () => Promise<void>): Promise<void> {
  await new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve);
    else setTimeout(resolve, 2_000);
  });
  await work().catch(() => undefined);
}
