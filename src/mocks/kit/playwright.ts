import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
} from '@playwright/test';
import type { Seed, Seeded } from '../factories.schema.ts';
import { parseFaultScript } from '../faults/script.ts';
import type { GatherwellMocked, Snapshot } from '../gatherwell-mocked.ts';
import type { SeedName } from '../seed-names.ts';
import { type Product, startProduct } from './product.ts';

export { expect };

/** What a tab begins with, beside who is signed in. */
export interface TabOptions {
  /**
   * A script of faults, as the panel records and copies it: which calls of this tab go wrong, and how. Calls are counted
   * from the moment when the tab opens. One that cannot be read is rejected with the line and the column.
   */
  faults?: string | undefined;
}

/** What every test has, beside Playwright's own fixtures. */
export interface ProductFixtures {
  /**
   * Opens a tab in which somebody is signed in: by handle, of a seed or of the demo community, or by mail address.
   * Each tab has a session of its own, so that several people can be on screens side by side.
   */
  asUser: (name: string, path?: string, options?: TabOptions) => Promise<Page>;
  /**
   * Opens a tab where a recording began that the product's panel saved: with its database, user, switches and faults.
   * @param file as seen from the test
   */
  openRecording: (file: string) => Promise<Page>;
  /** Adds accounts, posts and relations to the test's database. */
  seed: (seed: Seed) => Promise<Seeded>;
  /** Takes a snapshot of the test's database; it is valid until the test ends. */
  snapshot: () => Promise<Snapshot>;
  /** Brings the test's database back to a snapshot, and loads the screens that are open again. */
  restore: (snapshot: Snapshot) => Promise<void>;
}

/** What `test.use` and the configuration can set, beside Playwright's own options. */
export interface ProductTestOptions {
  /** What every test finds: a named seed. `demo` unless given. */
  startingSeed: SeedName;
}

/** What the tests of a worker share. */
export interface ProductWorkerFixtures {
  /** The mocked product, as it is served to this worker. */
  product: Product;
  /** The browser whose database each test finds as it was in the beginning. */
  mockedBrowser: MockedBrowser;
}

/** A browser context, and the page from which its database is set up. */
export interface MockedBrowser {
  /** Resolves to a context whose database is that of a seed, and in which nobody is signed in. */
  open(browser: Browser, url: string, options: string, seed: SeedName): Promise<BrowserContext>;
  /** Calls what the product's window offers to tests. */
  call<Name extends keyof GatherwellMocked>(
    name: Name,
    ...args: Parameters<GatherwellMocked[Name]>
  ): Promise<Awaited<ReturnType<GatherwellMocked[Name]>>>;
  /** Closes the pages of a test. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & ProductFixtures & ProductTestOptions,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & ProductWorkerFixtures
> = base.extend<ProductFixtures & ProductTestOptions, ProductWorkerFixtures>({
  startingSeed: ['demo', { option: true }],

  product: [
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.close();
    },
    { scope: 'worker' },
  ],

  mockedBrowser: [
    async ({}, use) => {
      const mockedBrowser = createMockedBrowser();
      await use(mockedBrowser);
      await mockedBrowser.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  baseURL: ({ product }, use) => use(product.url),

  context: async (
    {
      browser,
      product,
      mockedBrowser,
      startingSeed,
      acceptDownloads,
      bypassCSP,
      colorScheme,
      contextOptions,
      deviceScaleFactor,
      extraHTTPHeaders,
      geolocation,
      hasTouch,
      isMobile,
      javaScriptEnabled,
      locale,
      offline,
      permissions,
      storageState,
      timezoneId,
      userAgent,
      viewport,
    },
    use,
  ) => {
    const options = JSON.stringify([
      acceptDownloads,
      bypassCSP,
      colorScheme,
      contextOptions,
      deviceScaleFactor,
      extraHTTPHeaders,
      geolocation,
      hasTouch,
      isMobile,
      javaScriptEnabled,
      locale,
      offline,
      permissions,
      storageState,
      timezoneId,
      userAgent,
      viewport,
    ]);
    await use(await mockedBrowser.open(browser, product.url, options, startingSeed));
    await mockedBrowser.leave();
  },

  asUser: async ({ context }, use) =>
    use(async (name, path = '/', { faults } = {}) => {
      if (faults !== undefined) parseFaultScript(faults);
      const page = await context.newPage();
      const url = new URL(path, 'http://localhost');
      url.searchParams.set('scenario-own-session', '1');
      url.searchParams.set('scenario-user', name);
      if (faults !== undefined) url.searchParams.set('scenario-faults', faults);
      let refusal: string | undefined;
      page.once('dialog', (dialog) => {
        refusal = dialog.message();
        void dialog.accept();
      });
      await page.goto(url.pathname + url.search + url.hash);
      await page.waitForURL(({ searchParams }) => !searchParams.has('scenario-user'));
      await page.waitForFunction(() => window.gatherwellMocked !== undefined);
      page.removeAllListeners('dialog');
      if (refusal !== undefined) throw new Error(refusal);
      return page;
    }),

  openRecording: async ({ context }, use, { file: testFile }) =>
    use(async (file) => {
      const recording: unknown = JSON.parse(await readFile(resolve(dirname(testFile), file), 'utf8'));
      const page = await context.newPage();
      await page.goto(controlPath);
      await page.waitForFunction(() => window.gatherwellMocked !== undefined);
      const path = await page.evaluate((given) => window.gatherwellMocked?.openRecording(given), recording);
      await page.goto(path ?? '/');
      return page;
    }),

  // The context is there by then.
  seed: async ({ context: _, mockedBrowser }, use) => use((seed) => mockedBrowser.call('seed', seed)),

  snapshot: async ({ context: _, mockedBrowser }, use) => use(() => mockedBrowser.call('snapshot')),

  restore: async ({ context, mockedBrowser, product }, use) =>
    use(async (snapshot) => {
      const screens = context
        .pages()
        .map((page) => ({ page, url: page.url() }))
        .filter(({ url }) => url.startsWith(product.url) && !url.startsWith(product.url + controlPath));
      // Nobody must write what they did before into the database as it was.
      for (const { page } of screens) await page.goto('about:blank');
      await mockedBrowser.call('restore', snapshot);
      for (const { page, url } of screens) await page.goto(url);
    }),
});

/** The page of the product that carries nothing of the app. */
const controlPath = '/mocks/control.html';

type Call = (...args: readonly unknown[]) => Promise<unknown>;

interface Opened {
  context: BrowserContext;
  control: Page;
  options: string;
}

/**
 * One context for all tests of a worker that have the same options: opening a database takes seconds, and bringing it
 * back to the beginning a tenth of one.
 */
function createMockedBrowser(): MockedBrowser {
  let opened: Opened | undefined;

  async function openNew(browser: Browser, url: string, options: string): Promise<Opened> {
    const context = await browser.newContext({ serviceWorkers: 'allow' });
    const control = await context.newPage();
    await control.goto(url + controlPath);
    return { context, control, options };
  }

  const self: MockedBrowser = {
    async open(browser, url, options, seed) {
      if (opened && opened.options === options) {
        try {
          await self.call('useSeed', seed);
          await self.call('reset');
          return opened.context;
        } catch {
          // A test may have broken it.
        }
      }
      await self.close();
      opened = await openNew(browser, url, options);
      await self.call('useSeed', seed);
      // The database is open when this call returns.
      await self.call('snapshot');
      return opened.context;
    },

    async call(name, ...args) {
      if (!opened) throw new Error('No browser is open.');
      await opened.control.waitForFunction(() => window.gatherwellMocked !== undefined);
      return opened.control.evaluate(
        async ([name, args]) => {
          const offered = window.gatherwellMocked as unknown as Record<string, Call>;
          return offered[name]?.(...args) as Promise<never>;
        },
        [name, args] as const,
      );
    },

    async leave() {
      if (!opened) return;
      const { context, control } = opened;
      try {
        await context.setOffline(false);
        await context.unrouteAll({ behavior: 'ignoreErrors' });
        for (const page of context.pages()) if (page !== control) await page.close();
      } catch {
        await self.close();
      }
    },

    async close() {
      await opened?.context.close();
      opened = undefined;
    },
  };
  return self;
}
