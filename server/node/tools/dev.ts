import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'vite';
import { waitFor } from '../embedded-postgres/processes.ts';
import { freePort } from '../free-port.ts';
import { checkPort } from '../listen.ts';
import { command } from '../problem.ts';
import { readSettings } from '../settings.ts';
import { root } from './tools.ts';

/** Vite on PORT, and behind it the server, which starts again whenever its files change. */
await command(async () => {
  const settings = readSettings(process.env);
  await checkPort(settings);
  const apiPort = await freePort();
  const api = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', 'server/node/tools/dev-api.ts'],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        PORT: String(apiPort),
        HOST: '127.0.0.1',
        // Browsers are at Vite: its origin is the one that writes.
        PUBLIC_URL: settings.publicUrl,
        OTHER_ORIGINS: settings.otherOrigins.join(','),
      },
    },
  );
  const target = `http://127.0.0.1:${apiPort}`;
  api.once('exit', (code) => process.exit(code ?? 0));
  // Vite has its own ways with signals; the server behind it gets the signal first, and is waited for.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => api.kill('SIGTERM'));
  const vite = await createServer({
    configFile: join(root, 'vite.config.ts'),
    server: {
      port: settings.port,
      host: settings.host,
      strictPort: true,
      proxy: { '/api': { target, ws: true }, '/media': target, '/robots.txt': target, '/sitemap': target },
    },
  });
  const isUp = () =>
    fetch(`${target}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await waitFor(isUp, 120_000);
  await vite.listen();
  vite.printUrls();
});
