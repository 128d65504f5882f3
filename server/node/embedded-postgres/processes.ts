import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Distinguishes a process from a later one with the same number: when it started, as the system writes it. */
export async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const fields = await statOf(pid);
    // A zombie holds nothing any more, yet keeps its number until it is reaped, which in a container may be never.
    return fields && fields.state !== 'Z' && fields.state !== 'X' ? fields.startTime : undefined;
  }
  const listed = await promisify(execFile)('ps', ['-o', 'stat=,lstart=', '-p', String(pid)]).catch(
    () => undefined,
  );
  const [state, ...started] = listed?.stdout.trim().split(/\s+/) ?? [];
  return state && !state.startsWith('Z') ? started.join(' ') : undefined;
}

/** Whether the process runs: it exists and is no zombie. */
export async function isRunning(pid: number): Promise<boolean> {
  return (await startOf(pid)) !== undefined;
}

/**
 * The running processes that work in a folder: a Postgres server and its workers stay in their data folder. Empty
 * where the system does not report it (outside Linux).
 */
export async function processesIn(folder: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
      return cwd === folder && (await isRunning(pid)) ? [pid] : [];
    }),
  );
  return found.flat();
}

/** Sends a signal; returns false where the process is gone. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

/** Polls a condition until it holds. Resolves to false where it does not within so many milliseconds. */
export async function waitFor(condition: () => Promise<boolean>, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (!(await condition())) {
    if (performance.now() > end) return false;
    await delay(20);
  }
  return true;
}

async function statOf(pid: number): Promise<{ state: string; startTime: string } | undefined> {
  const line = await readFile(join('/proc', String(pid), 'stat'), 'utf8').catch(() => undefined);
  // The second field is the command in parentheses and may itself hold anything.
  const [state, ...rest] = line?.slice(line.lastIndexOf(')') + 2).split(' ') ?? [];
  const startTime = rest[18];
  return state !== undefined && startTime !== undefined ? { state, startTime } : undefined;
}
