import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { scriptBudget } from './server/node/tools/script-budget.ts';
import { mockedMode, withoutMockedMode } from './src/mocks/vite-plugin.ts';

const isTest = process.env['VITEST'] !== undefined;

/** Builds the app into `.build/app`, or with `--mode mocked` the one that needs no server into `.build/mocked`. */
export default defineConfig(({ mode }) => ({
  root: isTest ? import.meta.dirname : 'src',
  plugins: isTest
    ? []
    : [
        tanstackRouter({
          target: 'react',
          autoCodeSplitting: true,
          routesDirectory: `${import.meta.dirname}/src/routes`,
          generatedRouteTree: `${import.meta.dirname}/src/routeTree.gen.ts`,
        }),
        react(),
        tailwindcss(),
        mode === 'mocked'
          ? mockedMode()
          : [withoutMockedMode(), scriptBudget({ route: 'src/routes/index.tsx', bytes: 200_000 })],
      ],
  build: {
    target: 'esnext',
    outDir: mode === 'mocked' ? '../.build/mocked' : '../.build/app',
    emptyOutDir: true,
    // Inlined files would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    sourcemap: true,
  },
  test: { projects: testProjects },
}));

/** Names ending in `.unit.test` need no database and no browser; the others run where their folder says. */
const unitTests = '**/*.unit.test.ts';
const testProjects: TestProjectInlineConfiguration[] = [
  {
    test: { name: 'unit', environment: 'node', include: [`{db,server,src,e2e}/${unitTests}`] },
  },
  {
    test: {
      name: 'postgres',
      environment: 'node',
      include: ['{db,server}/**/*.test.ts'],
      exclude: [unitTests],
      globalSetup: 'server/testing/postgres-setup.ts',
      testTimeout: 20_000,
      hookTimeout: 60_000,
    },
  },
  {
    // The same suite again. What is under server/node is for real Postgres only, the mocked mode for PGlite.
    test: {
      name: 'pglite',
      environment: 'node',
      include: ['{db,server}/**/*.test.ts', 'src/mocks/**/*.test.ts'],
      exclude: [unitTests, 'server/node/**'],
      globalSetup: 'server/testing/pglite-setup.ts',
      testTimeout: 20_000,
      hookTimeout: 60_000,
    },
  },
  {
    test: {
      name: 'dom',
      environment: 'jsdom',
      include: ['src/**/*.test.{ts,tsx}'],
      exclude: [unitTests, 'src/mocks/**'],
      setupFiles: ['fake-indexeddb/auto'],
    },
  },
];
