import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { findProgram } from '../find-program.ts';

/** Returns where a program that tests need is; undefined where it is not installed, which is then reported. */
export function findTested(name: string): string | undefined {
  const found = findProgram(name);
  if (found === undefined) console.warn(`NOT TESTED: ${name} is not installed on this machine.`);
  return found;
}

/** Starts a program of the system, which is stopped with what is returned. Its output is kept for error messages. */
export function startProgram(path: string, args: readonly string[]) {
  const child: ChildProcess = spawn(path, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes: Buffer) => {
      output = (output + String(bytes)).slice(-4_000);
    });
  return {
    pid: child.pid,
    output: () => output,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
