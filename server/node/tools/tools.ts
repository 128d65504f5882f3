import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';

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
  const bin = join(root, 'node_modules/.bin');
  const child = spawn(join(bin, name), args, {
    cwd: root,
    stdio: 'inherit',
    // Its own Node comes first, also where this was not started by npm.
    env: { ...process.env, PATH: `${bin}:${process.env['PATH']}`, ...env },
  });
  const [code] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}

/** A line above a tool's output. */
export function announce(title: string): void {
  console.log(`\n── ${title} ${'─'.repeat(Math.max(0, 76 - title.length))}`);
}
