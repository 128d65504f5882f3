import { setTimeout as delay } from 'node:timers/promises';
import type { LogEvent } from 'kysely';
import pg from 'pg';
import { withPartOfDeadline } from '#db/deadline.ts';
import { createPool, createPostgresDb } from '#db/postgres.ts';
import { DatabaseTimeout, isDatabaseUnavailable } from '#db/unavailable.ts';
import { sha256 } from '#server/crypto.ts';
import type { LogPort } from '#server/ports.ts';
import { parsePosition, type Replica, type Replicas } from '#server/replicas.ts';

export interface ReplicasOptions {
  /** Of the primary. */
  connectionString: string;
  /** Of each replica: one server each, not what distributes connections to several. */
  replicaStrings: readonly string[];
  log: LogPort;
  /** Called with each pool of connections. */
  onPool?: ((name: string, pool: pg.Pool) => void) | undefined;
  /** Called with each read that a replica was asked for. */
  onRead?: ((replica: string, outcome: 'done' | 'repeated') => void) | undefined;
  /** Called with each statement that a replica has executed. */
  onStatement?: ((event: LogEvent) => void) | undefined;
  bounds?: Partial<Bounds>;
}

interface Bounds {
  /** Milliseconds between looks at each server. */
  everyMs: number;
  /** Milliseconds that a look may take. */
  lookMs: number;
  /** A replica that is further behind is left out. */
  mostLagMs: number;
  /** It is taken back when it is no further behind than this. */
  backBelowMs: number;
  /** Milliseconds that a read may wait for a replica before it is repeated on the primary. */
  readMs: number;
}

const usualBounds: Bounds = {
  everyMs: 100,
  lookMs: 500,
  mostLagMs: 3_000,
  backBelowMs: 1_000,
  readMs: 900,
};

/** Milliseconds for which a replica is left out on which a read failed; doubled each time, up to the second. */
const holdMs = { least: 1_000, most: 30_000 };

/** Milliseconds for which a server is not asked again that did not respond. */
const retryMs = 500;

/** Milliseconds over which positions of the primary are kept: beyond the largest lag that is tolerated. */
const samplesMs = 10_000;

/** How a replica is. */
export interface ReplicaState {
  name: string;
  isInUse: boolean;
  /** Why it is not in use. */
  reason: string | undefined;
  /** Milliseconds by which it was behind at the last look; undefined where that is not known. */
  lagMs: number | undefined;
}

export interface NodeReplicas extends Replicas {
  states(): ReplicaState[];
  close(): Promise<void>;
}

/** Looks at the primary and its replicas all the time, and chooses among those that are well. */
export function watchReplicas({
  connectionString,
  replicaStrings,
  log,
  onPool,
  onRead,
  onStatement,
  bounds: given,
}: ReplicasOptions): NodeReplicas {
  const bounds = { ...usualBounds, ...given };
  const closing = new AbortController();
  const primary = createPrimaryHistory();
  const replicas = replicaStrings.map((replicaString, index) => {
    const name = `replica-${index + 1}`;
    const replica = createReplica({
      name,
      connectionString: replicaString,
      primary,
      bounds,
      log,
      onRead,
      onStatement,
    });
    onPool?.(name, replica.pool);
    return replica;
  });

  const looks = [
    look<PrimaryRow>(connectionString, primaryQuery, bounds, closing.signal, {
      onRow(row) {
        const flushed = parsePosition(row.flushed);
        primary.add({ ...row, position: flushed });
        for (const replica of replicas) replica.judge();
      },
      // What is known of replicas stays true without it.
      onLost: () => {},
    }),
    ...replicas.map((replica) =>
      look<ReplicaRow>(replica.connectionString, replicaQuery, bounds, closing.signal, replica),
    ),
  ];

  const busyOf = ({ pool }: (typeof replicas)[number]) =>
    pool.totalCount - pool.idleCount + pool.waitingCount;
  let turn = 0;

  return {
    get areInUse() {
      return replicas.some((replica) => replica.isInUse());
    },
    choose(reader) {
      const fit = replicas.filter(
        (replica) => replica.isInUse() && (!reader || replica.hasReached(reader.position)),
      );
      turn += 1;
      const inTurn = fit
        .map((_, index) => fit[(index + turn) % fit.length])
        .filter((one) => one !== undefined);
      const leastBusy = inTurn.toSorted((one, other) => busyOf(one) - busyOf(other))[0];
      if (!reader) return leastBusy;
      // The same one for a user, whichever process asks: what was seen once does not vanish on the next screen.
      const rank = ({ name }: (typeof replicas)[number]) => sha256(`${reader.userId} ${name}`);
      const own = fit.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1))[0];
      return own && own.pool.waitingCount === 0 ? own : leastBusy;
    },
    states: () => replicas.map((replica) => replica.state()),
    async close() {
      closing.abort();
      await Promise.all(looks);
      await Promise.all(replicas.map(({ pool }) => pool.end()));
    },
  };
}

/** What `primaryQuery` returns. */
export interface PrimaryRow {
  flushed: string;
  system: string;
  timeline: number;
}

/** Where the primary is, which database it is, and which of its histories. */
export const primaryQuery = `
  select pg_current_wal_flush_lsn()::text as flushed,
    (select system_identifier::text from pg_control_system()) as system,
    ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline`;

/** What `replicaQuery` returns. */
export interface ReplicaRow {
  is_replica: boolean;
  replayed: string | null;
  system: string;
  timeline: number;
}

/** The same of a replica. Its history is where it last received or applied something. */
export const replicaQuery = `
  select pg_is_in_recovery() as is_replica, pg_last_wal_replay_lsn()::text as replayed,
    (select system_identifier::text from pg_control_system()) as system,
    greatest(
      (select timeline_id from pg_control_checkpoint()),
      (select min_recovery_end_timeline from pg_control_recovery()),
      (select received_tli from pg_stat_wal_receiver)
    ) as timeline`;

interface Sample {
  position: bigint;
  system: string;
  timeline: number;
  at: number;
}

/** The last positions of the primary, by which lags are measured in time. */
function createPrimaryHistory() {
  let samples: Sample[] = [];
  return {
    add(sample: Omit<Sample, 'at'>): void {
      const at = performance.now();
      const last = samples.at(-1);
      // After a failover, another history begins.
      const goesOn =
        last?.system === sample.system &&
        last.timeline === sample.timeline &&
        last.position <= sample.position;
      samples = goesOn ? samples.filter((one) => one.at > at - samplesMs) : [];
      samples.push({ ...sample, at });
    },
    get last(): Sample | undefined {
      return samples.at(-1);
    },
    /** Milliseconds by which this position is behind; infinite where it is before all that is remembered. */
    lagAt(position: bigint): number {
      const last = samples.at(-1);
      if (!last) return Infinity;
      if (position >= last.position) return 0;
      const reached = samples.findLast((sample) => sample.position <= position);
      return reached ? last.at - reached.at : Infinity;
    },
  };
}

/** A replica as it was at the last look. */
function createReplica({
  name,
  connectionString,
  primary,
  bounds,
  log,
  onRead,
  onStatement,
}: {
  name: string;
  connectionString: string;
  primary: ReturnType<typeof createPrimaryHistory>;
  bounds: Bounds;
} & Pick<ReplicasOptions, 'log' | 'onRead' | 'onStatement'>) {
  const pool = createPool({
    connectionString,
    name: 'reads',
    max: 10,
    timeoutMs: bounds.readMs,
    isReplica: true,
    // The look at it shows the same.
    onIdleError: () => {},
  });
  const db = createPostgresDb(pool, onStatement);
  let seen: (Omit<ReplicaRow, 'replayed'> & { position: bigint; at: number }) | undefined;
  let reason: string | undefined = 'it was not looked at yet';
  let isKnown = false;
  let lagMs: number | undefined;
  let held = { until: 0, ms: 0 };

  const reasonNow = (): string | undefined => {
    const last = primary.last;
    if (!seen || !last || held.until > performance.now()) return 'it does not respond';
    if (!seen.is_replica) return 'it is no longer a replica';
    if (seen.system !== last.system) return 'it is a replica of another database';
    if (seen.timeline !== last.timeline) return 'its history is another one than the primary’s';
    // The primary was looked at afterwards, and had not written yet what the replica has applied.
    if (seen.at < last.at && seen.position > last.position)
      return 'its history is another one than the primary’s';
    const most = reason === undefined ? bounds.mostLagMs : bounds.backBelowMs;
    if ((lagMs ?? Infinity) > most) return 'it is too far behind';
    return undefined;
  };

  const judge = (): void => {
    if (!isKnown || !primary.last) return;
    lagMs = seen && primary.lagAt(seen.position);
    const before = reason;
    reason = reasonNow();
    if (before === reason) return;
    const lag = lagMs !== undefined && Number.isFinite(lagMs) ? { lagMs: Math.round(lagMs) } : {};
    if (reason === undefined) log.info({ replica: name, ...lag }, 'a read replica is in use');
    else log.warn({ replica: name, reason, ...lag }, 'a read replica is left out');
  };

  const replica = {
    name,
    connectionString,
    pool,
    db,
    judge,
    isInUse: () => reason === undefined,
    hasReached: (position: bigint) => seen !== undefined && seen.position >= position,
    state: (): ReplicaState => ({ name, isInUse: reason === undefined, reason, lagMs }),

    onRow({ replayed, ...row }: ReplicaRow): void {
      isKnown = true;
      seen = { ...row, position: parsePosition(replayed ?? '0/0'), at: performance.now() };
      judge();
    },
    /** One that comes back may for a moment show less than it did. */
    onLost(): void {
      isKnown = true;
      seen = undefined;
      judge();
    },

    async run<T>(read: () => Promise<T>): Promise<T> {
      const result = await withPartOfDeadline(bounds.readMs, read);
      if ((result as { ok?: boolean }).ok === true) onRead?.(name, 'done');
      return result;
    },
    failed(error: unknown): void {
      onRead?.(name, 'repeated');
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === readOnly)
        log.error({ replica: name, err: error }, 'a query that writes was sent to a replica');
      // A statement that was cancelled, because of its length or of what is applied at the time, says nothing of others.
      if (!isDatabaseUnavailable(error) || code === '57014' || error instanceof DatabaseTimeout) return;
      const now = performance.now();
      const ms = now - held.until > holdMs.most ? holdMs.least : Math.min(2 * held.ms, holdMs.most);
      held = { until: now + ms, ms };
      judge();
    },
  } satisfies Replica & Record<string, unknown>;
  return replica;
}

/** The error code of a write where nothing can be written. */
const readOnly = '25006';

/**
 * Asks a server again and again over a connection of its own, for which no request waits and which waits for none.
 * Resolves when the signal is aborted.
 */
async function look<Row extends pg.QueryResultRow>(
  connectionString: string,
  query: string,
  { everyMs, lookMs }: Pick<Bounds, 'everyMs' | 'lookMs'>,
  signal: AbortSignal,
  { onRow, onLost }: { onRow(row: Row): void; onLost(): void },
): Promise<void> {
  while (!signal.aborted) {
    const client = new pg.Client({
      connectionString,
      application_name: 'gatherwell-look',
      connectionTimeoutMillis: 2 * lookMs,
      query_timeout: lookMs,
    });
    let isOver = false;
    const lost = () => {
      if (!isOver && !signal.aborted) onLost();
      isOver = true;
    };
    client.on('error', lost);
    client.on('end', lost);
    try {
      await client.connect();
      while (!signal.aborted && !isOver) {
        const [row] = (await client.query<Row>(query)).rows;
        if (row && !isOver) onRow(row);
        await pause(everyMs, signal);
      }
    } catch {
      lost();
    }
    isOver = true;
    // A server that hangs does not take leave.
    await Promise.race([client.end().catch(() => {}), delay(lookMs, undefined, { ref: false })]);
    await pause(retryMs, signal);
  }
}

const pause = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }).catch(() => {});
