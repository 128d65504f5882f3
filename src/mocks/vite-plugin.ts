import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { msw } from 'msw/vite';
import type { Plugin } from 'vite';
import { mockedPolicies, trustedTypes } from '../../server/trusted-types.ts';
import { snapshotPath, startNoteId, workerPath } from './protocol.ts';

/** Beside the app itself, all that it needs to run without a server: the service worker and the demo database. */
export function mockedMode(): Plugin[] {
  return [
    msw({ mode: 'worker-only' }),
    lastingWorker(),
    databaseSnapshot(),
    controlPage(),
    earlyWorker(),
    policyInPage(),
    startNote(),
  ];
}

/**
 * MSW's worker unregisters itself when the last page leaves. It does so while the next page is already coming, which
 * then runs without it and talks to no server at all: so here it stays. Pages and the program are nothing to it, and go
 * past it: Chromium now and then leaves a page for ever unopened that it asks a worker about.
 */
function lastingWorker(): Plugin {
  const script = `
    self.registration.unregister = () => Promise.resolve(false);
    self.addEventListener('install', (event) =>
      event.addRoutes?.([
        { condition: { requestMode: 'navigate' }, source: 'network' },
        { condition: { urlPattern: { pathname: '/assets/*' } }, source: 'network' },
      ]),
    );
    importScripts('/mockServiceWorker.js');
  `;
  return {
    name: 'mocked-worker',
    configureServer({ middlewares }) {
      middlewares.use(workerPath, (_request, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(script);
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: workerPath.slice(1), source: script });
    },
  };
}

/** Builds the page for tests beside the app. */
function controlPage(): Plugin {
  const page = (file: string) => fileURLToPath(new URL(file, import.meta.url));
  return {
    name: 'mocked-control',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: { input: { index: page('../index.html'), control: page('./control.html') } },
      },
    }),
  };
}

/** Lets the page of the app start the server first of all: that takes longer than the app's own code. */
function earlyWorker(): Plugin {
  return {
    name: 'mocked-early-worker',
    transformIndexHtml: {
      order: 'pre',
      handler: (_html, { path }) =>
        path.endsWith('index.html')
          ? [{ tag: 'script', attrs: { type: 'module', src: '/mocks/connect.ts' }, injectTo: 'head' }]
          : [],
    },
  };
}

/**
 * Puts the part of the product's content security policy into the page that concerns code: the mocked mode may be
 * served by anything, so it cannot count on headers.
 */
function policyInPage(): Plugin {
  const content = Object.entries(trustedTypes(mockedPolicies))
    .map((directive) => directive.join(' '))
    .join('; ');
  return {
    name: 'mocked-policy',
    apply: 'build',
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content }, injectTo: 'head-prepend' },
    ],
  };
}

/** Puts a note into the page of the app, which stands there until the app is: no page is ever blank. */
function startNote(): Plugin {
  return {
    name: 'mocked-start',
    transformIndexHtml: (_html, { path }) =>
      path.endsWith('index.html')
        ? [
            {
              tag: 'p',
              attrs: {
                id: startNoteId,
                role: 'status',
                class: 'fixed inset-0 grid place-items-center p-6 text-muted [#root:not(:empty)~&]:hidden',
              },
              children: 'Starting the mocked Gatherwell…',
              injectTo: 'body',
            },
          ]
        : [],
  };
}

/** Serves a snapshot of the database as the migrations and the demo seed leave it. */
function databaseSnapshot(): Plugin {
  return {
    name: 'mocked-database',
    config: () => ({
      worker: { format: 'es' },
      // It finds its WebAssembly beside its own modules.
      optimizeDeps: { exclude: ['@electric-sql/pglite'] },
    }),
    configureServer({ middlewares, watcher }) {
      let snapshot: Promise<Buffer> | undefined;
      watcher.on('change', (file) => {
        if (/\/(?:db|mocks)\//.test(file)) snapshot = undefined;
      });
      middlewares.use(snapshotPath, async (_request, response, next) => {
        try {
          snapshot ??= takeSnapshot();
          const body = await snapshot;
          response.setHeader('content-type', 'application/octet-stream');
          response.setHeader('content-encoding', 'gzip');
          response.end(body);
        } catch (error) {
          snapshot = undefined;
          next(error);
        }
      });
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: snapshotPath.slice(1), source: await takeSnapshot() });
    },
  };
}

/** In a process of its own, so that it always runs the migrations and seeds as they are now. */
async function takeSnapshot(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'gatherwell-mocked-'));
  const file = join(folder, 'database');
  try {
    await promisify(execFile)(process.execPath, [
      fileURLToPath(new URL('./snapshot.ts', import.meta.url)),
      file,
    ]);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Fails the build of the product where a part of the mocked mode got into it. */
export function withoutMockedMode(): Plugin {
  const ofMockedMode =
    /\/src\/mocks\/|\/node_modules\/(@electric-sql|msw|@mswjs|@testing-library|dom-accessibility-api|@medv)\//;
  return {
    name: 'without-mocked-mode',
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) {
        const modules = part.type === 'chunk' ? part.moduleIds : part.originalFileNames;
        const stray = modules.find((id) => ofMockedMode.test(id));
        if (stray) this.error(`${part.fileName} carries ${stray}, which is for the mocked mode only.`);
      }
    },
  };
}
