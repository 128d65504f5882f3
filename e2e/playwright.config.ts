import { randomUUID } from 'node:crypto';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { freePort } from '../server/node/free-port.ts';
import { findChromium } from '../server/node/tools/chromium.ts';
import type { Mode, ModeOptions } from './fixtures.ts';

/*
 * One set of specs: all of them against the product on a database of its own, and the main flows against the mocked
 * mode, which has no server. E2E_MODE=real or E2E_MODE=mocked runs one of them, CHROMIUM_PATH names another browser. Each worker has
 * a community to itself, in which the people of the demo do only what its own tests do, one after the other.
 * E2E_MODE=cluster runs the first on a cluster, with one worker: there is one community in it.
 */

const root = join(import.meta.dirname, '..');
const isCluster = process.env['E2E_MODE'] === 'cluster';
const modes: Mode[] = isCluster
  ? ['real']
  : (['real', 'mocked'] as const).filter((mode) => [undefined, '', mode].includes(process.env['E2E_MODE']));

/**
 * As many as there are processors. Each has a browser, a server and a database, and more of them evict each other from
 * the processors' caches: four at two processors took a quarter more processor time than two, and a tenth longer.
 */
const workers = isCluster ? 1 : Math.min(4, availableParallelism());

// This file is also read by each worker process; what is made up once is handed on in the environment.
const realPorts = (process.env['E2E_REAL_PORTS'] ??= (
  await Promise.all(Array.from({ length: workers }, freePort))
).join(','))
  .split(',')
  .map(Number);
const mockedPort = Number((process.env['E2E_MOCKED_PORT'] ??= String(await freePort())));
process.env['E2E_DATA_DIR'] ??= join(tmpdir(), `gatherwell-e2e-${randomUUID()}`);

const chromium = {
  executablePath: findChromium(process.env),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // A tab does not begin with another process than it goes on with: a twentieth of the run's processor time. Tabs of one
    // person share a process then, as they do in a browser that is short of memory.
    '--renderer-process-limit=1',
    // What V8 compiles a second time, better, is gone with the page before it has gained anything: a fifth of the pages'
    // processor time, and an eighth of the run's. Of the mocked mode's database, which is WebAssembly, the same: a start
    // and a feed took 9.5 s of processor time, and 5 without.
    '--js-flags=--no-turbofan,--no-maglev,--liftoff-only',
  ],
};

/** Tests that have this repository's kit from its package. */
const outside = '**/testing-kit/outside/**';

const origin = (port: number) => `http://localhost:${port}`;

/** What serves each mode: an origin for each worker, or one for all. */
const servers = {
  real: {
    origins: realPorts.map(origin),
    server: {
      name: 'real',
      command: `node e2e/${isCluster ? 'cluster-server' : 'servers'}.ts ${realPorts.join(' ')}`,
      wait: { stdout: /^ready$/m },
      env: {
        LOG_LEVEL: 'warn',
        // Every test calls from an address of its own, so that limits hold as they do for strangers.
        TRUST_PROXY: '1',
        // Long enough to press Undo on a busy machine, and not long to wait for.
        PUBLISH_UNDO_SECONDS: '5',
        // Browsers, servers and databases share a few processors: that one of them waits is not a failure.
        DATABASE_TIMEOUT_MS: '10000',
      },
    },
  },
  mocked: {
    origins: [origin(mockedPort)],
    server: {
      name: 'mocked',
      command: `node e2e/mocked-server.ts ${mockedPort}`,
      url: origin(mockedPort),
    },
  },
};

export default defineConfig<ModeOptions>({
  testDir: '.',
  testMatch: '*.spec.ts',
  // Run in a project outside: see its main.ts.
  testIgnore: outside,
  outputDir: join(root, '.build/e2e'),
  reporter: [['list'], ['json', { outputFile: join(root, '.build/e2e-report.json') }]],
  workers,
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    // An element that does not come says so, and does not hold a worker for as long as the test may take.
    actionTimeout: 120_000,
    browserName: 'chromium',
    launchOptions: chromium,
    locale: 'en-US',
    timezoneId: 'America/Toronto',
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every step takes a fifth of the run: `--trace on` does, for the test that is looked at.
    trace: 'off',
  },
  projects: modes.map((mode) => ({
    name: isCluster ? 'cluster' : mode,
    ...(mode === 'mocked' ? { grep: /@mocked|mocked\.spec/ } : { testIgnore: ['*mocked.spec.ts', outside] }),
    use: {
      mode,
      origins: servers[mode].origins,
      // In each new browser it would fetch the whole program, which only what happens without a network needs.
      serviceWorkers: mode === 'real' ? ('block' as const) : ('allow' as const),
    },
  })),
  webServer: modes.map((mode) => ({
    ...servers[mode].server,
    cwd: root,
    timeout: 300_000,
    stdout: 'pipe' as const,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
  })),
});
