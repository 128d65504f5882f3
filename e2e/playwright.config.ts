import { chmodSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import type { Mode, ModeOptions } from './fixtures.ts';

/*
 * One set of specs, run twice: against the product on a database of its own, and against the mocked mode, which has
 * no server. E2E_MODE=real or E2E_MODE=mocked runs one of them, CHROMIUM_PATH names another browser.
 */

const root = join(import.meta.dirname, '..');
const modes: Mode[] = (['real', 'mocked'] as const).filter((mode) =>
  [undefined, '', mode].includes(process.env['E2E_MODE']),
);

// This file is also read by each worker process; what is made up once is handed on in the environment.
const ports = {
  real: Number((process.env['E2E_REAL_PORT'] ??= String(await findFreePort()))),
  mocked: Number((process.env['E2E_MOCKED_PORT'] ??= String(await findFreePort()))),
};
const dataDir = (process.env['E2E_DATA_DIR'] ??= makeDataDir());

const chromium = {
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

const servers = {
  real: {
    command: 'node server/node/start.ts',
    env: {
      PORT: String(ports.real),
      DATA_DIR: dataDir,
      SEED: 'demo',
      LOG_LEVEL: 'warn',
      // Every test calls from an address of its own, so that limits hold as they do for strangers.
      TRUST_PROXY: '1',
    },
  },
  mocked: {
    command: `vite build --mode mocked --logLevel warn && vite preview --mode mocked --port ${ports.mocked} --strictPort`,
    env: {},
  },
};

export default defineConfig<ModeOptions>({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: join(root, '.build/e2e'),
  globalTeardown: './global-teardown.ts',
  reporter: [['list'], ['json', { outputFile: join(root, '.build/e2e-report.json') }]],
  workers: 2,
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    launchOptions: chromium,
    locale: 'en-US',
    timezoneId: 'America/Toronto',
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' },
    // Pictures of every step would take a good part of the machine's time.
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
  },
  projects: modes.map((mode) => ({
    name: mode,
    use: {
      mode,
      baseURL: `http://localhost:${ports[mode]}`,
      // In each new browser it would fetch the whole program, which only what happens without a network needs.
      serviceWorkers: mode === 'real' ? ('block' as const) : ('allow' as const),
    },
  })),
  webServer: modes.map((mode) => ({
    ...servers[mode],
    name: mode,
    cwd: root,
    url: `http://localhost:${ports[mode]}/`,
    timeout: 300_000,
    stdout: 'pipe' as const,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
  })),
});

async function findFreePort(): Promise<number> {
  const probe = createServer();
  const { promise, resolve } = Promise.withResolvers<number>();
  probe.listen(0, () => {
    const address = probe.address();
    probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
  });
  return promise;
}

/** The embedded database may run under an account of its own, which passes through the folder. */
function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatherwell-e2e-'));
  chmodSync(folder, 0o711);
  return folder;
}
