import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { Problem } from '../problem.ts';
import { above, type Cost, times } from './cost.ts';
import { parentOf, processorTimeOf, processorTimeOfServer, threadTimeOf } from './processor-time.ts';
import type { RunningProgram } from './stage.ts';

/** Milliseconds between two looks whether all work is done, and after which it never will be. */
const lookEveryMs = 200;
const longestMs = 120_000;

/** Readings around some calls. */
export interface Reading {
  before: Cost;
  after: Cost;
  /** Between the two. */
  seconds: number;
  calls: number;
}

/** Reads what processes of the server, the database and Redis have spent. Nothing that loads them is in it. */
export interface CostMeter {
  /** Reads before some calls and after them, once the work that they leave is done, too. */
  during(programs: readonly RunningProgram[], call: () => Promise<number>): Promise<Reading>;
  /** Resolves to what is spent in a second in which nobody calls. */
  atRest(programs: readonly RunningProgram[], seconds: number): Promise<Cost>;
}

export async function openMeter(db: Db, redisPid: number | undefined): Promise<CostMeter> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const databasePid = await parentOf(rows[0]?.pid ?? 0);

  async function read(programs: readonly RunningProgram[]): Promise<Cost> {
    const { rows: log } = await sql<{ bytes: number }>`
      select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes`.execute(db);
    const spent = await Promise.all(programs.map(({ pid }) => processorTimeOf(pid)));
    return {
      process: spent.reduce((sum, milliseconds) => sum + milliseconds, 0),
      postgres: await processorTimeOfServer(databasePid),
      redis: redisPid === undefined ? 0 : await threadTimeOf(redisPid),
      log: log[0]?.bytes ?? 0,
    };
  }

  /** Resolves when no job waits or is worked on, and every post is announced. */
  async function settled(): Promise<void> {
    for (const deadline = Date.now() + longestMs; Date.now() < deadline; await sleep(lookEveryMs)) {
      const { rows } = await sql<{ isIdle: boolean }>`
        select not exists (select from pending_announcements) and not exists (
          select from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts
        ) as "isIdle"`.execute(db);
      if (rows[0]?.isIdle) return;
    }
    throw new Problem('There is work that is not done.');
  }

  async function during(programs: readonly RunningProgram[], call: () => Promise<number>): Promise<Reading> {
    const before = await read(programs);
    const began = performance.now();
    const calls = await call();
    await settled();
    const after = await read(programs);
    return { before, after, seconds: (performance.now() - began) / 1000, calls };
  }

  return {
    async during(programs, call) {
      await settled();
      return during(programs, call);
    },
    async atRest(programs, seconds) {
      const before = await read(programs);
      const began = performance.now();
      await sleep(seconds * 1000);
      const after = await read(programs);
      return times(above(after, before), 1000 / (performance.now() - began));
    },
  };
}
