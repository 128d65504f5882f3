import { availableParallelism } from 'node:os';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { earlyFiles } from './server/node/tools/early-files.ts';
import { importedTogether, together } from './server/node/tools/imported-together.ts';
import { allInAscii } from './server/node/tools/in-ascii.ts';
import { localSchemaHash } from './server/node/tools/local-schema-hash.ts';
import { notificationClicks } from './server/node/tools/notification-clicks.ts';
import { ownCopy } from './server/node/tools/own-copy.ts';
import { scriptBudget } from './server/node/tools/script-budget.ts';
import { smallFiles } from './server/node/tools/small-files.ts';
import { withoutSinks } from './server/node/tools/without-sinks.ts';
import { firstCalls } from './src/local/first-calls.ts';
import { mockedMode, withoutMockedMode } from './src/mocks/vite-plugin.ts';

const homeRoute = ['/src/routes/index.tsx?tsr-split=component'];

/** What every signed-in user needs before the first paint, with the feed: the local database and the menus. */
const modulesForUsers = [
  '/src/local/start.ts',
  '/src/features/feed/feed-loader.ts',
  '/src/features/feed/feed-screen.tsx',
  '/src/features/follows/follow-toggle.tsx',
  '/src/features/shell/bottom-bar.tsx',
  '/src/features/shell/profile-menu.tsx',
  '/src/features/shell/side-menu.tsx',
  '/src/features/shell/unsent-menu.tsx',
  '/src/features/notifications/notification-menu.tsx',
  '/src/features/conversations/messages-link.tsx',
];

/** What fetches the first feed of a device. */
const engine = '/src/local/engine/keep-up.ts';

const modulesForVisitors = [...homeRoute, '/src/features/feed/visitor-screen.tsx'];

/** What starts the mocked mode, and what testers have beside the program. */
const modulesForTesters = ['/src/mocks/start.ts', '/src/mocks/panel.tsx'];

/** What screens load that people open first, and how many bytes of it at most, after gzip. */
const firstScreens = [
  { screen: "A visitor's first screen", modules: modulesForVisitors, bytes: 130_000 },
  {
    screen: "A visitor's page of a post",
    modules: [
      '/src/routes/post.$postType.details.$postId.tsx?tsr-split=component',
      '/src/features/posts/post-details-screen.tsx',
    ],
    bytes: 133_000,
  },
  {
    screen: "A visitor's page of an organization",
    modules: ['/src/routes/organization.details.$id.tsx?tsr-split=component'],
    bytes: 176_000,
  },
  {
    screen: 'The sign-up screen',
    modules: [
      '/src/routes/user.sign-up.tsx?tsr-split=component',
      '/src/features/accounts/sign-up-screen.tsx',
    ],
    bytes: 181_000,
  },
  { screen: 'The feed', modules: [...homeRoute, ...modulesForUsers], bytes: 200_000 },
];

/**
 * A request is worth 24,000 characters of source, which are about 3 kB after minification and gzip: screens load a third
 * fewer files with it, and 3 % more script.
 */
const small = smallFiles({
  small: 30_000,
  worth: 24_000,
  leave: [...modulesForVisitors, ...modulesForUsers, engine, ...modulesForTesters],
  exact: firstScreens.map(({ modules }) => modules),
});

const isTest = process.env['VITEST'] !== undefined;

/** Builds the app into `.build/app`, or with `--mode mocked` the one that needs no server into `.build/mocked`. */
export default defineConfig(({ mode, isSsrBuild = false }) => ({
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
        isSsrBuild ? allInAscii() : whatBrowsersGet(mode),
      ],
  resolve: {
    // The same libraries without what old browsers, and versions of React before hooks for stores, need.
    alias: [
      { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
      {
        find: /^use-sync-external-store\/shim\/with-selector(?:\.js)?$/,
        replacement: 'use-sync-external-store/with-selector.js',
      },
    ],
  },
  define: {
    'import.meta.env.LOCAL_SCHEMA_HASH': JSON.stringify(localSchemaHash()),
  },
  build: {
    target: 'esnext',
    outDir: isSsrBuild ? '../.build/render' : mode === 'mocked' ? '../.build/mocked' : '../.build/app',
    copyPublicDir: !isSsrBuild,
    emptyOutDir: true,
    // Inlined files would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    sourcemap: !isSsrBuild,
    rolldownOptions: {
      // Texts of the first paint are constants: where each is used, they are shorter than with names.
      optimization: { inlineConst: true },
      output: {
        codeSplitting: isSsrBuild || (mode === 'mocked' ? mockedInFewFiles : firstPaintInFewFiles),
        ...(mode !== 'mocked' && !isSsrBuild && { chunkFileNames }),
      },
    },
  },
  // The server loads only what its screens are made of. Tests would get a copy of their own runner.
  ...(isSsrBuild && { ssr: { noExternal: true as const } }),
  test: {
    projects: testProjects,
    // Databases and servers are processes of their own, for which tests wait: half as many again as there are processors
    // took a tenth less time than as many (428 and 477 s on two).
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // Reports of failures show what was received, not how many fields it had.
    chaiConfig: { truncateThreshold: 2_000 },
  },
}));

/** What makes the files of the app that browsers load. */
const whatBrowsersGet = (mode: string) => [
  // Sockets and event streams come after the first paint.
  ownCopy({ library: '@trpc/client', importer: 'src/local/engine/transport.ts' }),
  // The box for mentions needs all of it, the first screen next to nothing.
  ownCopy({ library: 'tailwind-merge', importer: 'react-mentions-ts/dist/index.js' }),
  // Eight files fewer for the feed of a user.
  importedTogether(modulesForUsers),
  small.plugin,
  mode === 'mocked'
    ? mockedMode()
    : [
        withoutMockedMode(),
        earlyFiles({
          users: [...modulesForUsers, together, ...homeRoute, engine],
          visitors: modulesForVisitors,
          calls: firstCalls,
        }),
        ...firstScreens.map(scriptBudget),
      ],
  withoutSinks(),
  appShell(mode),
  mode === 'mocked' ? [] : notificationClicks(),
];

/** A test of ids for those of some modules. */
const isOneOf = (modules: readonly string[]) => (id: string) => modules.some((module) => id.endsWith(module));

/**
 * What the first paint needs comes in few files, each of which is one task for a phone: dozens of small ones are a tenth
 * more to load, and to ask for.
 */
const firstPaintInFewFiles = {
  groups: [
    {
      name: 'react',
      tags: ['$initial' as const],
      test: /\/node_modules\/(?:react|react-dom|scheduler)\//,
    },
    // The first that React's renderer is needed for, and so where it is set up.
    { name: 'root', tags: ['$initial' as const], test: /\/src\/lib\/create-root\.ts$/ },
    { name: 'program', tags: ['$initial' as const] },
    // What asks the server and keeps what it says. Visitors at home ask nothing at first.
    { name: 'calls', test: /\/src\/app\/(?:api|query-client)\.ts$/ },
    // What screens of visitors share with the menus of users, which they do not need.
    {
      name: 'shared',
      test: /\/(?:src\/local\/engine\/kept-work\.ts|src\/components\/not-refreshed\.tsx|esm\/useLocation\.js|icons\/(?:check|id-card|mail|user-round)\.mjs)$/,
    },
    // A list of posts, with all that only posts need: visitors and users load it.
    {
      name: 'post',
      test: /\/(?:src\/entities\/post-card|src\/components\/(?:load-more|title)|icons\/newspaper)\.(?:tsx|mjs)$/,
    },
    // Visitors do not load it.
    { name: 'user', test: isOneOf(modulesForUsers) },
    small.group,
  ],
};

/**
 * In the mocked mode, all that a tab needs before it shows something: what starts the mocked server, then the program and
 * what testers have beside it. `control.html` loads the first alone, so nothing that starts the program may be in it.
 */
const mockedInFewFiles = {
  groups: [
    { name: 'control', test: /\/src\/mocks\/(?:connect|testing-api)\.ts$|modulepreload-polyfill/ },
    { name: 'program', test: (id: string) => isInProgram(id), tags: ['$initial' as const] },
    {
      name: 'user',
      test: isOneOf([...modulesForUsers, ...homeRoute]),
    },
    { name: 'tester', test: isOneOf(modulesForTesters) },
    small.group,
  ],
};

/** Whether loading a module starts nothing: pages and what they name do, and take what they import along. */
const isInProgram = (id: string) => !/\.html$|\/src\/main\.tsx$|\/src\/mocks\//.test(id);

/** The program lists the files of all its screens: their names alone would be two kilobytes of the first paint. */
const chunkFileNames = ({ name }: { name: string }) =>
  firstPaintInFewFiles.groups.some((group) => group.name === name)
    ? 'assets/[name]-[hash:7].js'
    : 'assets/[hash:7].js';

/**
 * The service worker: it keeps the program, so that the product opens without a network, and never what the server
 * says. A new version waits until the reader agrees. The mocked mode has a worker of its own.
 */
function appShell(mode: string) {
  return VitePWA({
    disable: mode === 'mocked',
    registerType: 'prompt',
    injectRegister: false,
    manifest: {
      name: 'Gatherwell',
      short_name: 'Gatherwell',
      description: 'Where neighbors and nonprofits find each other.',
      id: '/',
      start_url: '/',
      display: 'standalone',
      background_color: '#f8f4eb',
      theme_color: '#0d5c49',
      icons: [{ src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' }],
    },
    workbox: {
      globPatterns: ['**/*.{html,js,css,svg,woff2}'],
      // Alphabets that few readers need come from the network when they do.
      globIgnores: ['**/inter-{cyrillic,greek,vietnamese}*'],
      navigateFallback: '/index.html',
      navigateFallbackDenylist: [
        /^\/api\b/,
        /^\/media\//,
        /^\/(healthz|readyz|robots\.txt|sitemaps?[./].*)$/,
      ],
      cleanupOutdatedCaches: true,
      inlineWorkboxRuntime: true,
    },
  });
}

/**
 * Names ending in `.unit.test` need no database and no browser, those in `.server.test` are of the app and need the
 * server; the others run where their folder says.
 */
const unitTests = '**/*.unit.test.ts';
const serverTests = 'src/**/*.server.test.ts';
/**
 * What is rejected before the database is asked, and rules, whole tables and interleavings of calls whose statements other
 * tests run: of these, no kind of statement of the product runs only here.
 */
const engineIndependentTests = [
  'server/access-tokens/scopes.test.ts',
  'server/calendar/calendar-files.test.ts',
  'server/cultivations/list-order.test.ts',
  'server/feeds/feeds.test.ts',
  'server/invitations/invitations.test.ts',
  'server/media/store-pictures.test.ts',
  'server/posts/interests.test.ts',
  'server/posts/pictures.test.ts',
  'server/posts/posts.test.ts',
  'server/posts/publish-due.test.ts',
  'server/posts/undo-publish.test.ts',
  'server/search/names.test.ts',
  'server/conversations/interleavings.test.ts',
  'src/local/collections/events.server.test.ts',
  'src/local/collections/interleavings.server.test.ts',
  'src/local/collections/messages.server.test.ts',
  'server/authorisation.test.ts',
  'server/hidden-people.test.ts',
  'server/relations/privacy.test.ts',
  'server/request-bounds.test.ts',
  'server/rest/**',
];

/** What tests on Postgres have in common, and what those on PGlite do. */
const onPostgres = {
  environment: 'node',
  globalSetup: 'server/testing/postgres-setup.ts',
  testTimeout: 20_000,
  hookTimeout: 60_000,
} as const;
const onPglite = { ...onPostgres, globalSetup: 'server/testing/pglite-setup.ts' } as const;

/*
 * Files of the server's tests share their modules (`isolate: false`): loading the server anew for each took a third of the
 * run. Those that mock modules of the app are isolated.
 */
const testProjects: TestProjectInlineConfiguration[] = [
  {
    test: {
      name: 'unit',
      environment: 'node',
      isolate: false,
      include: [`{db,server,src,e2e}/${unitTests}`],
      testTimeout: 20_000,
    },
  },
  {
    test: {
      ...onPostgres,
      name: 'postgres',
      isolate: false,
      include: ['{db,server}/**/*.test.ts'],
      exclude: [unitTests],
    },
  },
  { test: { ...onPostgres, name: 'postgres, app', include: [serverTests] } },
  {
    // The same suite again, for what the engine can make different. What is under server/node is for real Postgres
    // only, the mocked mode for PGlite.
    test: {
      ...onPglite,
      name: 'pglite',
      isolate: false,
      include: ['{db,server}/**/*.test.ts'],
      exclude: [unitTests, 'server/node/**', ...engineIndependentTests],
    },
  },
  {
    test: {
      ...onPglite,
      name: 'pglite, app',
      include: ['src/mocks/**/*.test.ts', serverTests],
      exclude: [unitTests, ...engineIndependentTests],
    },
  },
  {
    test: {
      name: 'dom',
      environment: 'jsdom',
      // Isolated in the process that has loaded jsdom: loading it anew for each file took twice as long as the tests.
      pool: 'vmForks',
      include: ['src/**/*.test.{ts,tsx}'],
      exclude: [unitTests, serverTests, 'src/mocks/**'],
      testTimeout: 20_000,
      setupFiles: ['fake-indexeddb/auto', 'src/testing/browser-setup.ts'],
    },
  },
];
