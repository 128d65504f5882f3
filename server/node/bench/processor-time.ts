import { readdir, readFile } from 'node:fs/promises';

/** Milliseconds of the unit in which Linux tells processor time to programs, on every machine. */
const tickMs = 10;

/** How often a server is read again whose processes come and go while they are read. */
const mostReads = 20;

/** What Linux tells of a process. */
export interface ProcessStat {
  parentId: number;
  /** Milliseconds that all of its threads have worked, in user space and in the kernel. */
  ownMs: number;
  /** The same of its children that have ended, and of theirs. */
  endedMs: number;
}

/** Reads the line in `/proc/<pid>/stat`. */
export function readStat(line: string): ProcessStat {
  // The second field is the command in parentheses, and may itself hold anything. The third one comes after it.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  return {
    parentId: field(4),
    ownMs: (field(14) + field(15)) * tickMs,
    endedMs: (field(16) + field(17)) * tickMs,
  };
}

/**
 * Adds up what a server has worked that has a process for each connection: the one that starts them, those that are there,
 * and those that have ended.
 */
export function sumOfServer(main: ProcessStat, mainId: number, others: readonly ProcessStat[]): number {
  const children = others.filter(({ parentId }) => parentId === mainId);
  return children.reduce((sum, { ownMs, endedMs }) => sum + ownMs + endedMs, main.ownMs + main.endedMs);
}

/** Resolves to how many milliseconds a process has worked. */
export async function processorTimeOf(pid: number): Promise<number> {
  return (await statOf(pid)).ownMs;
}

/** Reads a line of `/proc/<pid>/task/<thread>/schedstat`: milliseconds, to the nanosecond, that a thread has worked. */
export const readThread = (line: string): number => Number(line.split(' ')[0]) / 1e6;

/**
 * The same to the nanosecond, for what works so little that ticks are too coarse. Threads that have ended are not in it:
 * this is for a server that keeps those it has.
 */
export async function threadTimeOf(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const lines = await Promise.all(threads.map((id) => readFile(`/proc/${pid}/task/${id}/schedstat`, 'utf8')));
  return lines.reduce((sum, line) => sum + readThread(line), 0);
}

/** Resolves to how many milliseconds a server has worked that has a process for each connection. */
export async function processorTimeOfServer(mainId: number): Promise<number> {
  let main = await statOf(mainId);
  for (let read = 1; ; read++) {
    const sum = sumOfServer(main, mainId, await everyStat());
    const after = await statOf(mainId);
    // What ended meanwhile would be missing, or be counted twice.
    if (after.endedMs === main.endedMs || read === mostReads) return sum;
    main = after;
  }
}

/** Resolves to the process that has started another one. */
export async function parentOf(pid: number): Promise<number> {
  return (await statOf(pid)).parentId;
}

async function statOf(pid: number): Promise<ProcessStat> {
  return readStat(await readFile(`/proc/${pid}/stat`, 'utf8'));
}

async function everyStat(): Promise<ProcessStat[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  // A process may end before it is read.
  const stats = await Promise.all(names.map((name) => statOf(Number(name)).catch(() => undefined)));
  return stats.filter((stat) => stat !== undefined);
}
