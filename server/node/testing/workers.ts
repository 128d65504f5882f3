import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Processes that work, and what becomes of them. */
export interface Team {
  connectionString: string;
  /** The environment of each; see `startWorker`. */
  environment?: Record<string, string>;
  /** How many processes work at a time. */
  processes: number;
  /** How many of them are killed in the middle of their work. Another begins in place of each. */
  deaths: number;
  /** Milliseconds without progress after which no more is waited for: a busy machine is not a standstill. */
  standstillMs: number;
  /** Called with the progress, a line at a time. */
  tell?: (line: string) => void;
}

/** Work that is under way. */
interface Work {
  /** How much is left: it only falls. */
  countLeft: () => Promise<number>;
  /** How much is left of what follows from it. */
  countFollowing?: () => Promise<number>;
}

/**
 * Lets processes with wrong clocks do some work, and kills some of them meanwhile. Resolves to what was begun when all is
 * done, or when it stands still. Rejects where a process ends by itself.
 * @param begin begins the work, once the processes are there
 */
export async function workAmongDeaths<Begun extends Work>(
  { connectionString, environment, processes, deaths, standstillMs, tell }: Team,
  begin: () => Promise<Begun>,
): Promise<Begun> {
  const team = new Set<ChildProcess>();
  const ended: string[] = [];
  const hire = () => {
    const child = startWorker(connectionString, environment);
    team.add(child);
    child.once('exit', (code, signal) => {
      if (team.has(child)) ended.push(`${code ?? signal}`);
    });
    return child;
  };
  const dismiss = (child: ChildProcess) => {
    team.delete(child);
    return kill(child);
  };
  try {
    await Promise.all(
      Array.from({ length: processes }, () => {
        const child = hire();
        return Promise.race([once(child, 'message'), once(child, 'exit')]);
      }),
    );
    const begun = await begin();
    const { countLeft, countFollowing = async () => 0 } = begun;
    /** Resolves when so little is left, or when nothing changes for too long. */
    const until = async (isReached: (left: number, following: number) => boolean) => {
      let [before, changedAt] = ['', performance.now()];
      for (;;) {
        if (ended.length > 0) throw new Error(`A process ended by itself: ${ended.join(', ')}.`);
        const left = await countLeft();
        const following = left === 0 ? await countFollowing() : 0;
        if (isReached(left, following)) return;
        const now = `${left} ${following}`;
        if (now !== before) [before, changedAt] = [now, performance.now()];
        if (performance.now() - changedAt > standstillMs) return;
        await sleep(20);
      }
    };
    const most = await countLeft();
    // Whenever some more is done, one of the processes dies in the middle of its work, and another begins.
    for (let death = 1; death <= deaths; death++) {
      await until((left) => left <= most * (1 - death / (deaths + 1)));
      const [oldest] = team;
      if (oldest) await dismiss(oldest);
      hire();
      tell?.(`${await countLeft()} of ${most} are left; process ${death} was killed`);
    }
    await until((left, following) => left + following === 0);
    return begun;
  } finally {
    await Promise.all([...team].map(dismiss));
  }
}

/**
 * A process that does nothing but work, with a clock that is up to an hour wrong. Sends a message when it has begun. The
 * environment has its settings for social networks, and the folder of its mailbox.
 */
function startWorker(connectionString: string, environment: Record<string, string> = {}): ChildProcess {
  const skew = Math.round((Math.random() - 0.5) * 7_200_000);
  const program = join(import.meta.dirname, 'worker-process.ts');
  return fork(program, [connectionString, String(skew), JSON.stringify(environment)], { execArgv: [] });
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
