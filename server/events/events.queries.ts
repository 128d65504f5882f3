import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import type { LoggedEvent, UserEvent } from './events.schema.ts';

/** An event to be appended. `opId` is the client's name for the write that causes it. */
export type EventDraft = UserEvent & { opId?: string };

/** How much one read takes at most. An event that is larger than `bytes` comes alone. */
export interface BatchLimits {
  events: number;
  /** Of the payloads, as JSON text in UTF-8. */
  bytes: number;
}
export const batchLimits: BatchLimits = { events: 200, bytes: 64 * 1024 };

/** How much of a user's log is kept: what is older, or further back, is swept. */
export const retention = { days: 14, events: 5_000 };

/**
 * Appends events to the logs of their users, in the order given. The heads are raised, and thereby locked until
 * the transaction ends, in the order of user ids: two transactions that tell the same users wait for each other
 * and never deadlock, and the numbers of one user are in the order of commits.
 */
export async function appendEvents(
  trx: Trx,
  drafts: readonly { userId: string; event: EventDraft }[],
  now: Date,
): Promise<void> {
  const byUser = Map.groupBy(drafts, (draft) => draft.userId);
  const heads = await trx
    .insertInto('user_heads')
    .values(
      [...byUser]
        .map(([userId, own]) => ({ user_id: userId, seq: own.length }))
        .sort((a, b) => (a.user_id < b.user_id ? -1 : 1)),
    )
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({
        seq: eb('user_heads.seq', '+', eb.ref('excluded.seq')),
      })),
    )
    .returning(['user_id', 'seq'])
    .execute();
  const rows = heads.flatMap((head) => {
    const own = byUser.get(head.user_id) ?? [];
    return own.map(({ event }, index) => {
      const payload = JSON.stringify(event.payload);
      return {
        user_id: head.user_id,
        seq: head.seq - own.length + 1 + index,
        type: event.type,
        payload,
        bytes: new TextEncoder().encode(payload).length,
        op_id: event.opId ?? null,
        created_at: now,
      };
    });
  });
  await trx.insertInto('user_events').values(rows).execute();
}

/** The events of a user after number `since`, oldest first, as many as one batch may hold. */
export async function readEvents(
  db: Db,
  userId: string,
  since: number,
  limits: BatchLimits = batchLimits,
): Promise<LoggedEvent[]> {
  const rows = await db
    .with('next', (cte) =>
      cte
        .selectFrom('user_events')
        .select(['seq', 'type', 'payload', 'bytes', 'op_id', 'created_at'])
        .where('user_id', '=', userId)
        .where('seq', '>', since)
        .orderBy('seq')
        .limit(limits.events),
    )
    .with('measured', (cte) =>
      cte.selectFrom('next').selectAll().select(sql<number>`sum(bytes) over (order by seq)`.as('total')),
    )
    .selectFrom('measured')
    .select(['seq', 'type', 'payload', 'op_id', 'created_at'])
    // The first event always goes: its total is its own size.
    .where((eb) => eb.or([eb('total', '<=', limits.bytes), eb('total', '=', eb.ref('bytes'))]))
    .orderBy('seq')
    .execute();
  return rows.map(
    (row) =>
      ({
        seq: row.seq,
        opId: row.op_id,
        createdAt: row.created_at.toISOString(),
        type: row.type,
        payload: row.payload,
      }) as LoggedEvent,
  );
}

/** Where the log of a user ends, and the log's epoch. */
export function findHead(db: Db, userId: string) {
  return db
    .selectFrom('event_epoch')
    .leftJoin('user_heads', (join) => join.on('user_id', '=', userId))
    .select(['epoch', (eb) => eb.fn.coalesce('seq', sql<number>`0`).as('seq')])
    .executeTakeFirstOrThrow();
}

/** The same, and whether a session of that user is still in force: what a stream asks whenever it is woken. */
export function findStreamState(db: Db, userId: string, sessionId: string, now: Date) {
  return db
    .selectFrom('event_epoch')
    .leftJoin('user_heads', (join) => join.on('user_id', '=', userId))
    .select(['epoch', (eb) => eb.fn.coalesce('seq', sql<number>`0`).as('seq')])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('sessions')
            .select('id')
            .where('id', '=', sessionId)
            .where('sessions.user_id', '=', userId)
            .where('expires_at', '>', now),
        )
        .as('signed_in'),
    )
    .executeTakeFirstOrThrow();
}

/** Which of these sessions are still in force. */
export async function findSessionsInForce(
  db: Db,
  sessionIds: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sql<string>`any(${sessionIds}::text[])`)
    .where('expires_at', '>', now)
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Deletes what is older, or further back, than the log keeps. */
export async function sweepEvents(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - retention.days * 24 * 60 * 60 * 1000);
  await db.deleteFrom('user_events').where('created_at', '<', oldest).execute();
  await db
    .deleteFrom('user_events')
    .using('user_heads')
    .whereRef('user_events.user_id', '=', 'user_heads.user_id')
    .where('user_heads.seq', '>', retention.events)
    .whereRef('user_events.seq', '<=', (eb) => eb('user_heads.seq', '-', retention.events))
    .execute();
}
