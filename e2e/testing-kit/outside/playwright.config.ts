import { defineConfig } from '@playwright/test';

export default defineConfig({
  testMatch: '*.spec.ts',
  fullyParallel: true,
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'report.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        // A short run gains nothing by a second, better compilation of the pages and the mocked database.
        '--js-flags=--liftoff-only,--no-turbofan,--no-maglev',
      ],
    },
    locale: 'en-US',
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' },
  },
});
