import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Problem } from '../problem.ts';

/** The shell has no user interface to draw: tests take a third less processor time in it than in the whole browser. */
const shell = '/usr/bin/chromium-headless-shell';
const whole = '/usr/bin/chromium';

/** Returns the path of a Chromium for the browser tests; on a Debian where we may, installs one. Throws `Problem`. */
export function findChromium(env: NodeJS.ProcessEnv): string {
  const named = env['CHROMIUM_PATH'];
  if (named) {
    if (existsSync(named)) return named;
    throw new Problem(`CHROMIUM_PATH names ${named}, which is not there.`);
  }
  if (!existsSync(shell) && existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    const wanted = 'chromium-headless-shell';
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', wanted]])
      spawnSync('apt-get', args, { stdio: 'inherit', env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } });
  }
  const found = [shell, whole].find((path) => existsSync(path));
  if (found) return found;
  throw new Problem('The browser tests need Chromium: install it, or set CHROMIUM_PATH to where it is.');
}
