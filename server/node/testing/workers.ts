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
  /** Milliseconds after which the work has to be done. */
  timeoutMs: number;
  /** Called with the progress, a line at a time. */
  tell?: (line: string) => void;
}

/** Work that is under way. */
interface Work {
  /** How much is left: it only falls. */
  countLeft: () => Promise<number>;
  /** Whether what follows from it is done, too. */
  isDone?: () => Promise<boolean>;
}

/**
 * Lets processes with wrong clocks do some work, and kills some of them meanwhile. Resolves to what was begun when all is
 * done, or at the timeout.
 * @param begin begins the work, once the processes are there
 */
export async function workAmongDeaths<Begun extends Work>(
  { connectionString, environment, processes, deaths, timeoutMs, tell }: Team,
  begin: () => Promise<Begun>,
): Promise<Begun> {
  const team = new Set<ChildProcess>();
  const hire = () => {
    const child = startWorker(connectionString, environment);
    team.add(child);
    return child;
  };
  const end = performance.now() + timeoutMs;
  const until = async (isTrue: () => Promise<boolean>) => {
    while (!(await isTrue()) && performance.now() < end) await sleep(20);
  };
  try {
    await Promise.all(Array.from({ length: processes }, () => once(hire(), 'message')));
    const begun = await begin();
    const { countLeft, isDone } = begun;
    const most = await countLeft();
    // Whenever some more is done, one of the processes dies in the middle of its work, and another begins.
    for (let death = 1; death <= deaths; death++) {
      await until(async () => (await countLeft()) <= most * (1 - death / (deaths + 1)));
      const [oldest] = team;
      if (oldest) {
        team.delete(oldest);
        await kill(oldest);
      }
      hire();
      tell?.(`${await countLeft()} of ${most} are left; process ${death} was killed`);
    }
    await until(async () => (await countLeft()) === 0 && (await isDone?.()) !== false);
    return begun;
  } finally {
    await Promise.all([...team].map(kill));
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
