import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import {
  parentOf,
  processorTimeOf,
  processorTimeOfServer,
  readStat,
  readThread,
  sumOfServer,
  threadTimeOf,
} from './processor-time.ts';

const line = (command: string) =>
  `4711 (${command}) S 4700 4711 4711 0 -1 4194560 9 8 7 6 120 30 45 5 20 0 1 0 99 1000 200 18446744073709551615`;

describe('the line of a process', () => {
  it('is read in milliseconds', () => {
    expect(readStat(line('postgres'))).toEqual({ parentId: 4700, ownMs: 1500, endedMs: 500 });
  });

  it('may hold a command with spaces and parentheses', () => {
    expect(readStat(line('a) R 1 (b'))).toEqual(readStat(line('postgres')));
  });
});

describe('the line of a thread', () => {
  it('is read to the nanosecond', () => {
    expect(readThread('1500002 89459 2\n')).toBe(1.500002);
  });
});

describe('a server with a process for each connection', () => {
  it('has worked what its first process, those that it started and those that ended have', () => {
    const main = { parentId: 1, ownMs: 10, endedMs: 200 };
    const others = [
      main,
      { parentId: 7, ownMs: 3000, endedMs: 0 },
      { parentId: 7, ownMs: 40_000, endedMs: 500_000 },
      { parentId: 8, ownMs: 7_000_000, endedMs: 0 },
    ];
    expect(sumOfServer(main, 7, others)).toBe(543_210);
  });
});

/** Milliseconds that are missing at most: both numbers of a process are whole ticks. */
const rounding = 20;

describe.runIf(process.platform === 'linux')('processes of this machine', () => {
  it('are read as they work', async () => {
    const before = await processorTimeOf(process.pid);
    const worked = process.cpuUsage();
    const milliseconds = ({ user, system } = process.cpuUsage(worked)) => (user + system) / 1000;
    while (milliseconds() < 50) Math.random();
    const after = await processorTimeOf(process.pid);
    expect(after - before).toBeGreaterThanOrEqual(50 - rounding);
    expect(after - before).toBeLessThanOrEqual(milliseconds() + rounding);
  });

  it('are read by thread, which together have worked no more', async () => {
    const threads = await threadTimeOf(process.pid);
    expect(threads).toBeGreaterThan(0);
    expect(threads).toBeLessThanOrEqual((await processorTimeOf(process.pid)) + rounding);
  });

  it('have a parent, whose sum keeps what those have worked that ended', async () => {
    const shell = spawn(
      'sh',
      ['-c', "sh -c 'i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done'; echo; read line"],
      {
        stdio: ['pipe', 'pipe', 'ignore'],
      },
    );
    const pid = shell.pid ?? 0;
    try {
      await once(shell.stdout, 'data');
      expect(await parentOf(pid)).toBe(process.pid);
      const [own, whole] = [await processorTimeOf(pid), await processorTimeOfServer(pid)];
      expect(whole).toBeGreaterThan(own);
    } finally {
      shell.kill('SIGKILL');
    }
  });
});
