import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Problem } from '../problem.ts';

const usual = '/usr/bin/chromium';

/** Finds a Chromium for the browser tests; on a Debian where we may, installs one. Throws `Problem`. */
export function findChromium(env: NodeJS.ProcessEnv): string {
  const named = env['CHROMIUM_PATH'];
  if (named) {
    if (existsSync(named)) return named;
    throw new Problem(`CHROMIUM_PATH names ${named}, which is not there.`);
  }
  if (existsSync(usual)) return usual;
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']])
      spawnSync('apt-get', args, { stdio: 'inherit', env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } });
    if (existsSync(usual)) return usual;
  }
  throw new Problem('The browser tests need Chromium: install it, or set CHROMIUM_PATH to where it is.');
}
