import { type OperationNodeSource, type RawBuilder, type Selectable, sql } from 'kysely';
import { compileOnce, type Template } from '#db/batch.ts';
import type { Db } from '#db/database.ts';
import { keepPartitions, weekOf } from '#db/partitions.ts';
import { plannedAnew } from '#db/planned-anew.ts';
import type { UserEventsTable } from '#db/tables/events.ts';
import type { Ports } from '../ports.ts';
import type { LoggedEvent, UserEvent } from './events.schema.ts';

/** An event to be appended. `opId` is the client's name for the write that causes it. */
export type EventDraft = UserEvent & { opId?: string };

/**
 * Events that the database makes itself: a select of rows, each with an event for a user. Those of one user are appended
 * in the order of `n`, which is a whole number.
 */
export type MadeEvents = RawBuilder<{ user_id: string; n: number; type: string; payload: unknown }>;

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
 * Milliseconds by which an event may bear an earlier time than one before it. Numbers are in the order of commits. Times
 * are taken before them, by the clocks of several processes, and the write may wait for the user's head after that.
 */
const mostDisorder = 60 * 60 * 1000;

/** The time from which on events are to be looked for, where all those of before this moment are known. */
export const earliestAfter = (moment: Date): Date => new Date(moment.getTime() - mostDisorder);

/** The time from which on events are to be looked for, where nothing is known. */
export const beginOfLog = (now: Date): Date => earliestAfter(oldestOf(now));

const oldestOf = (now: Date) => new Date(now.getTime() - retention.days * 24 * 60 * 60 * 1000);

/**
 * Returns the statement that appends events to the logs of their users, in the order given. The heads are raised, and
 * thereby locked until the transaction ends, in the order of user ids: two transactions with events for the same users
 * wait for each other and never deadlock, and the numbers of one user are in the order of commits.
 *
 * @param keep a statement to be executed in this one, before any head is locked. It must return a row.
 * @param made further events, behind those of the same users that are given
 */
export function appendEvents(
  drafts: readonly { userId: string; event: EventDraft }[],
  now: Date,
  { keep, made = [] }: { keep?: Template | undefined; made?: readonly MadeEvents[] } = {},
) {
  const given = JSON.stringify(
    drafts.map(({ userId, event: { type, payload, opId } }) => ({ userId, type, payload, opId })),
  );
  const name = keep ? `append events and ${keep.name}` : 'append events';
  const append = (hole: { given: string; now: Date }, kept?: OperationNodeSource) => sql<never>`
    with ${kept ? sql`kept as (${kept}),` : sql``} draft as materialized (
      select user_id, 0 as part, n, type, payload::jsonb as payload, octet_length(payload::text) as bytes, op_id
      from rows from (
        json_to_recordset(${hole.given}::json) as ("userId" uuid, type text, payload json, "opId" uuid)
      ) with ordinality as d (user_id, type, payload, op_id, n)
      ${kept ? sql`where exists (select from kept)` : sql``}
      ${made.length > 0 ? sql.join(made.map(selectMade), sql` `) : sql``}
    ),
    head as (
      insert into user_heads (user_id, seq)
      select user_id, count(*) from draft group by user_id order by user_id
      on conflict (user_id) do update set seq = user_heads.seq + excluded.seq
      returning user_id, seq
    )
    insert into user_events (user_id, seq, type, payload, bytes, op_id, created_at)
    select head.user_id,
      head.seq + 1 - row_number() over (partition by head.user_id order by draft.part desc, draft.n desc),
      draft.type, draft.payload, draft.bytes, draft.op_id, ${hole.now}::timestamptz
    from head join draft on draft.user_id = head.user_id`;
  if (made.length > 0) return append({ given, now }, keep?.build(keep.parameters));
  return compileOnce(name, { ...keep?.parameters, given, now }, (hole) => append(hole, keep?.build(hole)));
}

/** Planned anew: how many they are, and how large the tables that they come from, differs each time. */
const selectMade = (made: MadeEvents, index: number) => sql`
  union all ${plannedAnew}
  select user_id, ${sql.lit(index + 1)}, n, type, payload, octet_length(payload::text), null::uuid
  from (${made}) as made`;

/** A place in the log of a user. */
export interface LogPlace {
  userId: string;
  seq: number;
  /** No event behind this place is older. */
  notBefore: Date;
}

/** The events of a user after number `seq`, oldest first, as many as one batch may hold. */
export async function readEvents(
  db: Db,
  userId: string,
  seq: number,
  limits: BatchLimits = batchLimits,
): Promise<LoggedEvent[]> {
  const [events = []] = await readEventsAt(db, [{ userId, seq, notBefore: new Date(0) }], limits);
  return events;
}

/**
 * The same for several places at once, in their order.
 *
 * The time is that of the place that goes back furthest, and the beginning of its week, where a partition begins. It is a
 * part of the text, which changes once a week: the plan that is kept of it then knows which partitions it needs.
 */
export async function readEventsAt(
  db: Db,
  places: readonly LogPlace[],
  limits: BatchLimits = batchLimits,
): Promise<LoggedEvent[][]> {
  const userIds = places.map(({ userId }) => userId);
  const numbers = places.map(({ seq }) => seq);
  const notBefore = weekOf(new Date(Math.min(...places.map((place) => place.notBefore.getTime()))));
  const { rows } = await sql<Selectable<UserEventsTable> & { place: number }>`
    select w.n - 1 as place, e.seq, e.type, e.payload, e.op_id, e.created_at
    from unnest(${userIds}::uuid[], ${numbers}::bigint[]) with ordinality as w (user_id, seq, n)
    cross join lateral (
      select next.*, sum(bytes) over (order by seq) as total
      from (
        select seq, type, payload, bytes, op_id, created_at from user_events
        where user_id = w.user_id and seq > w.seq and created_at >= ${sql.lit(notBefore.toISOString())}
        order by seq limit ${limits.events}
      ) as next
    ) as e
    -- The first event always goes: its total is its own size.
    where e.total <= ${limits.bytes} or e.total = e.bytes
    order by w.n, e.seq`.execute(db);
  const events = places.map((): LoggedEvent[] => []);
  for (const { place, seq, op_id: opId, created_at: createdAt, type, payload } of rows)
    events[place]?.push({ seq, opId, createdAt: createdAt.toISOString(), type, payload } as LoggedEvent);
  return events;
}

/**
 * The epoch of the log: what numbers of events belong to. Each restore makes a new one. So does each promotion of a replica,
 * which begins a timeline of the database: where the primary had not waited for it, it may lack the last events, and give
 * their numbers to others. Only a primary knows its timeline.
 */
const currentEpoch = sql<string>`(
  select case timeline
    when '00000001' then epoch
    -- A UUID of version 8.
    else overlay(overlay(md5(epoch::text || timeline) placing '8' from 13) placing '8' from 17)::uuid
  end
  from event_epoch, left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline
)`;

/** Returns the epoch of the log. */
export async function findEpoch(db: Db): Promise<string> {
  const { rows } = await sql<{ epoch: string }>`select ${currentEpoch} as epoch`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The log has no epoch.');
  return row.epoch;
}

/** Where the log of a user ends, and the log's epoch. */
export function findHead(db: Db, userId: string) {
  return db
    .selectFrom('event_epoch')
    .leftJoin('user_heads', (join) => join.on('user_id', '=', userId))
    .select([currentEpoch.as('epoch'), (eb) => eb.fn.coalesce('seq', sql<number>`0`).as('seq')])
    .executeTakeFirstOrThrow();
}

/** A stream's user, and the session or access token that opened it: what their hashes are called is the same. */
export interface Watched {
  userId: string;
  sessionId: string;
}

/** Where the log of a stream's user ends, the log's epoch, and whether the session is still in force. */
export interface StreamState {
  epoch: string;
  seq: number;
  signed_in: boolean;
}

/** Resolves to the state of each of these streams, in their order: what streams ask whenever they are woken. */
export async function findStreamStates(
  db: Db,
  watched: readonly Watched[],
  now: Date,
): Promise<readonly StreamState[]> {
  const userIds = watched.map(({ userId }) => userId);
  const sessionIds = watched.map(({ sessionId }) => sessionId);
  const { rows } = await sql<StreamState>`
    select e.epoch, coalesce(h.seq, 0) as seq, coalesce(s.id, t.hash) is not null as signed_in
    from unnest(${userIds}::uuid[], ${sessionIds}::text[]) with ordinality as w (user_id, session_id, n)
    cross join (select ${currentEpoch} as epoch) e
    left join user_heads h on h.user_id = w.user_id
    left join sessions s on s.id = w.session_id and s.user_id = w.user_id and s.expires_at > ${now}
    left join access_tokens t on t.hash = w.session_id and t.user_id = w.user_id
      and t.revoked_at is null and t.expires_at > ${now}
    order by w.n`.execute(db);
  return rows;
}

/** Which of these sessions and access tokens are still in force. */
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
    .unionAll(
      db
        .selectFrom('access_tokens')
        .select('hash as id')
        .where('hash', '=', sql<string>`any(${sessionIds}::text[])`)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now),
    )
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Forgets what is older, or further back, than the log keeps, and makes room for the coming weeks. */
export async function sweepEvents(db: Db, { clock, log }: Pick<Ports, 'clock' | 'log'>): Promise<void> {
  const now = clock.now();
  await keepPartitions(db, 'user_events', { now, oldest: oldestOf(now), log });
  await db
    .deleteFrom('user_events')
    .using('user_heads')
    .whereRef('user_events.user_id', '=', 'user_heads.user_id')
    .where('user_heads.seq', '>', retention.events)
    .whereRef('user_events.seq', '<=', (eb) => eb('user_heads.seq', '-', retention.events))
    .where('user_events.created_at', '>=', beginOfLog(now))
    .execute();
}
