import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

/** The project's folder. */
export const root = resolve(import.meta.dirname, '../../..');

/** Where the bundled server begins. */
export const serverFile = join(root, '.build/server/serve.js');

/** Where the package of the API's client is. */
export const clientFile = join(root, '.build/client.tgz');

/** Where the mocked product is, packed for tests of other repositories. */
export const testingFile = join(root, '.build/testing.tgz');

/** Where the product is that is in that package. */
export const mockedFolder = join(root, '.build/testing/product');

/** How many things were looked at, and how many of them were well. */
export interface Tally {
  passed: number;
  failed: number;
  /** What failed and how, where that is known. */
  failures?: string[];
}

/** Runs one of the installed tools in the project's folder, showing its output. Resolves to its exit code. */
export async function runTool(name: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const [code] = await once(startTool(name, args, env, 'inherit'), 'exit');
  return typeof code === 'number' ? code : 1;
}

/** Runs a tool with what others leave of the processors, and shows its output when it has ended, as `runTool` does. */
export async function runToolAside(name: string, args: string[]): Promise<number> {
  const child = startTool(name, args, {}, 'pipe');
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const [output, errors, [code]] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    once(child, 'exit'),
  ]);
  process.stdout.write(output);
  process.stderr.write(errors);
  return typeof code === 'number' ? code : 1;
}

function startTool(name: string, args: string[], env: NodeJS.ProcessEnv, output: 'inherit' | 'pipe') {
  const bin = join(root, 'node_modules/.bin');
  return spawn(join(bin, name), args, {
    cwd: root,
    stdio: ['inherit', output, output],
    // Its own Node comes first, also where this was not started by npm.
    env: { ...process.env, PATH: `${bin}:${process.env['PATH']}`, ...env },
  });
}

/** A line above a tool's output. */
export function announce(title: string): void {
  console.log(`\n── ${title} ${'─'.repeat(Math.max(0, 76 - title.length))}`);
}
