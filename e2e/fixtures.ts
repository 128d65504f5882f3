import { AxeBuilder } from '@axe-core/playwright';
import {
  type Browser,
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
  type TestInfo,
  type WebError,
} from '@playwright/test';
import { demoPassword } from '#db/seeds/demo.ts';
import type { CurrentUser } from '#server/accounts/accounts.schema.ts';

/** `real`: the product with its server and Postgres. `mocked`: the mode that has no server. */
export type Mode = 'real' | 'mocked';

export interface ModeOptions {
  mode: Mode;
  /** Where the mode is served: once for all workers, or once for each. */
  origins: string[];
  /** In the mocked mode: whether tests get a browser of their own, because they change what no other test expects. */
  isAlone: boolean;
}

/** A user of the demo community. */
export type DemoHandle = 'maria' | 'noor' | 'larkfield';

interface Fixtures {
  /** The errors that the browser reports. Fails the test at its end, except for what the test allows. */
  consoleErrors: ConsoleErrors;
  /**
   * A page of another user, with a session of their own: another browser in real mode. In the mocked mode, where each
   * browser has a database of its own, another tab of the same one.
   */
  newPerson: () => Promise<Page>;
  /** Signs a page in as a user of the demo community, and opens an address. */
  signInAs: (page: Page, handle: DemoHandle, path?: string) => Promise<void>;
}

interface WorkerFixtures {
  /** The browser that the tests of a mocked run share, once there is one: opening its database takes seconds. */
  mocked: { context?: BrowserContext | undefined };
  /** Sessions on the real server by account, so that sign-ins stay below their limit. */
  sessions: Map<string, DemoSession>;
}

interface DemoSession {
  user: CurrentUser;
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
}

export const test = base.extend<Fixtures & ModeOptions, WorkerFixtures>({
  mode: ['real', { option: true }],

  origins: [[], { option: true }],

  isAlone: [false, { option: true }],

  baseURL: async ({ origins }, use, { parallelIndex }) => use(origins[parallelIndex] ?? origins[0]),

  extraHTTPHeaders: async ({ mode }, use) => use(mode === 'real' ? strangersHeaders() : {}),

  consoleErrors: async ({}, use) => {
    const consoleErrors = new ConsoleErrors();
    await use(consoleErrors);
    expect(consoleErrors.unexpected(), 'errors of the browser').toEqual([]);
  },

  context: async ({ context, browser, mode, isAlone, mocked, consoleErrors }, use, testInfo) => {
    if (mode === 'real') {
      consoleErrors.listen(context);
      return use(context);
    }
    if (isAlone) {
      const own = await openMocked(browser);
      consoleErrors.listen(own);
      await use(own);
      return own.close();
    }
    const shared = (mocked.context ??= await openMocked(browser));
    const deafen = consoleErrors.listen(shared);
    await use(shared);
    deafen();
    if (testInfo.status === testInfo.expectedStatus) return forgetPeople(shared);
    // What went wrong must not go on in the tests that follow.
    mocked.context = undefined;
    return shared.close();
  },

  page: async ({ page }, use, testInfo) => {
    const open = page.goto.bind(page);
    // What the server rendered is there before the program is. Who does not wait for the page to load meets it.
    page.goto = async (url, options) => {
      const response = await open(url, options);
      if (options?.waitUntil !== 'commit') await expect(page.locator('#page-data')).toHaveCount(0);
      return response;
    };
    await use(page);
    await attachScreen(testInfo, page);
  },

  mocked: [async ({}, use) => use({}), { scope: 'worker' }],

  newPerson: async ({ mode, browser, context, consoleErrors }, use, testInfo) => {
    const others: BrowserContext[] = [];
    const pages: Page[] = [];
    const open = async () => {
      if (mode === 'mocked') {
        const page = await context.newPage();
        await page.goto('/about-us?scenario-own-session=1');
        await page.waitForURL('/about-us');
        await mockedServer(page);
        return page;
      }
      const other = await browser.newContext({ extraHTTPHeaders: strangersHeaders() });
      consoleErrors.listen(other);
      others.push(other);
      return other.newPage();
    };
    await use(async () => {
      const page = await open();
      pages.push(page);
      return page;
    });
    for (const page of pages) await attachScreen(testInfo, page);
    await Promise.all(others.map((other) => other.close()));
  },

  sessions: [async ({}, use) => use(new Map()), { scope: 'worker' }],

  signInAs: async ({ mode, sessions }, use) =>
    use(async (page, handle, path = '/') => {
      const email = `${handle}@demo.gatherwell.example`;
      if (mode === 'mocked') {
        const address = new URL(path, 'http://localhost');
        address.searchParams.set('scenario-user', email);
        await page.goto(address.pathname + address.search);
        await page.waitForURL((url) => !url.searchParams.has('scenario-user'));
        return mockedServer(page);
      }
      const session = (await resumeSession(page, sessions.get(handle))) ?? (await startSession(page, email));
      sessions.set(handle, session);
      // In the first document only: a user who signs out later stays signed out.
      const remember = await page.addInitScript(
        (user) => localStorage.setItem('gatherwell.user', user),
        JSON.stringify(session.user),
      );
      await page.goto(path);
      await remember.dispose();
    }),
});

export { expect };

/** Gives the report of a test that failed what a page shows: Playwright's own has only the element that was looked at. */
async function attachScreen(testInfo: TestInfo, page: Page): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus || page.isClosed()) return;
  const outline = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String);
  await testInfo.attach('screen', { body: `${page.url()}\n${outline}` });
}

/** A browser in which the mocked server has started: on a busy machine that takes longer than a test may wait. */
async function openMocked(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto('/about-us');
  await mockedServer(page);
  await page.evaluate(async () => (await fetch('/mocked/accounts')).arrayBuffer());
  await page.close();
  return context;
}

/** Closes all pages, and leaves nothing of who was there but what the mocked server knows. */
async function forgetPeople(context: BrowserContext): Promise<void> {
  await context.setOffline(false);
  await context.unrouteAll();
  const page = await context.newPage();
  await page.goto('/icon.svg');
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.evaluate(async () => {
    localStorage.clear();
    const databases = (await indexedDB.databases()).flatMap(({ name }) =>
      name?.startsWith('gatherwell-') ? [name] : [],
    );
    await Promise.all(
      databases.map(
        (name) =>
          new Promise<void>((resolve, reject) => {
            const request = indexedDB.deleteDatabase(name);
            request.onsuccess = () => resolve();
            request.onerror = () => reject(new Error(`${name} cannot be deleted.`));
          }),
      ),
    );
  });
  await page.close();
}

/** In the mocked mode: waits until the page's requests reach its server. */
const mockedServer = (page: Page) => page.getByRole('button', { name: 'Test scenario' }).waitFor();

/** Goes on with a session of an earlier test, unless that test ended it. */
async function resumeSession(page: Page, session: DemoSession | undefined): Promise<DemoSession | undefined> {
  if (!session) return undefined;
  await page.context().addCookies(session.cookies);
  const { data } = (await (await page.request.get('/api/auth')).json()) as { data: CurrentUser | null };
  if (data) return session;
  await page.context().clearCookies();
  return undefined;
}

/** Signs in over the API, as a page of the product would. */
async function startSession(page: Page, email: string): Promise<DemoSession> {
  const response = await page.request.post('/api/auth/sign-in', { data: { email, password: demoPassword } });
  expect(response.status()).toBe(200);
  const { data } = (await response.json()) as { data: { user: CurrentUser } };
  return { user: data.user, cookies: await page.context().cookies() };
}

/** Limits count by network address: this one is nobody else's (RFC 2544 sets 198.18.0.0/15 aside for tests). */
function strangersHeaders(): Record<string, string> {
  const part = () => Math.floor(Math.random() * 256);
  return { 'x-forwarded-for': `198.18.${part()}.${part()}` };
}

/** Console errors and uncaught exceptions of every page of some browsers. */
class ConsoleErrors {
  readonly #heard: string[] = [];
  readonly #allowed: RegExp[] = [];

  /** Collects the errors of pages from now on; returns a function that stops it. */
  listen(context: BrowserContext): () => void {
    const hearMessage = (message: ConsoleMessage) => {
      if (message.type() === 'error') this.#heard.push(`${message.text()} (${message.location().url})`);
    };
    const hearError = (error: WebError) =>
      void this.#heard.push(String(error.error().stack ?? error.error()));
    context.on('console', hearMessage).on('weberror', hearError);
    return () => context.off('console', hearMessage).off('weberror', hearError);
  }

  /** From here on this is expected: a failed request, which the browser reports by itself. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  unexpected(): string[] {
    return this.#heard.filter((text) => !this.#allowed.some((pattern) => pattern.test(text)));
  }
}

/** The browser's message for a response with this status. */
export const respondedWith = (status: number) =>
  new RegExp(`the server responded with a status of ${status}`);

/** A phone's screen. */
export const phone = { width: 390, height: 844 };

/**
 * The tag of tests that run in the mocked mode, too: the flows of QA from end to end, and one of whatever the mocked mode
 * does by means of its own (sessions, events between tabs, jobs, mails, pictures, files, maps). The rest is the same
 * program on the same procedures, which the database tests run on its database engine, too.
 */
export const inMocked = '@mocked';

/** The two looks in which screens are checked as a whole: colours do not depend on the width. */
const looks = [
  { colorScheme: 'light', size: { width: 1280, height: 800 } },
  { colorScheme: 'dark', size: phone },
] as const;

/** Holds up requests to an address from now on: reports when one is on its way, and lets them go. Real mode only. */
export async function holdUp(page: Page, address: string) {
  const held = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    reached.resolve();
    await held.promise;
    await route.continue();
  });
  return { reached: reached.promise, release: () => held.resolve() };
}

let lastNumber = 0;

/** An address that nobody has yet. */
export function newEmail(name: string): string {
  lastNumber += 1;
  return `${name}-${Date.now().toString(36)}-${process.pid}-${lastNumber}@example.org`;
}

/** The password of users who sign up in tests. */
export const password = 'correct horse';

/** The field with this label, whether or not it is marked as required. */
export const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}`));

/** Opens the sign-up screen and creates an account; ends on the first step of what follows. */
export async function signUp(page: Page, userType: NewUserType, email: string): Promise<void> {
  await page.goto('/user/sign-up');
  await createAccount(page, userType, email);
}

type NewUserType = 'individual' | 'organization';

/** The same, on the sign-up screen that is open. */
export async function createAccount(page: Page, userType: NewUserType, email: string): Promise<void> {
  await page
    .getByRole('radio', { name: userType === 'individual' ? /^Individual/ : /^Organization/ })
    .click();
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await field(page, 'Confirm password').fill(password);
  await page.getByRole('checkbox', { name: /I agree to the/ }).click();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL(`/complete/${userType}/basic-info`);
}

/** Signs in on the sign-in screen. */
export async function signIn(page: Page, email: string, entered = password): Promise<void> {
  await page.goto('/user/sign-in');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(entered);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
}

/** A toast with this text came up. */
export async function expectToast(page: Page, text: string): Promise<void> {
  await expect(
    page.getByRole('region', { name: /^Messages/ }).getByText(text, { exact: true }),
  ).toBeVisible();
}

/** Rows of a table of the signed-in user's local cache on this device. */
export function rowsOf(page: Page, table: string): Promise<Record<string, unknown>[]> {
  return page.evaluate(async (name) => {
    const copies = (await indexedDB.databases()).filter((database) =>
      database.name?.startsWith('gatherwell-'),
    );
    // In the mocked mode, one browser has those of several people.
    const user = sessionStorage.getItem('gatherwell.user') ?? localStorage.getItem('gatherwell.user') ?? '{}';
    const copy = copies.find(({ name }) => name?.endsWith(JSON.parse(user)._id)) ?? copies[0];
    if (!copy?.name) return [];
    const open = indexedDB.open(copy.name);
    await new Promise((resolve) => {
      open.onsuccess = resolve;
    });
    const all = open.result.transaction(name).objectStore(name).getAll();
    await new Promise((resolve) => {
      all.onsuccess = resolve;
    });
    open.result.close();
    return all.result;
  }, table);
}

/** Waits until the local cache is made: what screens fetched before that is fetched once more. */
export const expectCopyMade = (page: Page) =>
  expect.poll(async () => (await rowsOf(page, 'meta')).map(({ name }) => name)).toContain('cursor');

/** What the device keeps of forms that were not saved, as text. */
export const keptDrafts = async (page: Page): Promise<string> => JSON.stringify(await rowsOf(page, 'drafts'));

/** The server knows that this device signed out. */
export const expectServerToldOfSignOut = (page: Page) =>
  expect.poll(() => page.evaluate(() => Object.keys(localStorage))).not.toContain('gatherwell.owed-sign-out');

/**
 * Axe finds nothing on what the page shows, and nothing is wider than the screen.
 * @param part a selector of the part that axe looks at, in place of the whole page
 */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  // Screens are the same in both modes, and axe is slow.
  if (test.info().project.name !== 'mocked') {
    // What scrolls below a phone's bar, or lies below a toast, would count as too small.
    const isCovered = await page.locator('[data-bottom-bar]:visible, [data-sonner-toast]').count();
    // Axe is half a megabyte of script, of which a document needs one. What fades in has no contrast yet.
    const isThere = await page.evaluate(async () => {
      const passing = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
      await Promise.allSettled(passing.map(({ finished }) => finished));
      return 'axe' in window;
    });
    const axe = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) });
    if (part !== undefined) axe.include(part);
    const { violations } = await axe
      // Puts results together in the page itself, not in a new one: there are no frames, and it takes a quarter of the time.
      .setLegacyMode()
      .options({
        resultTypes: ['violations'],
        preload: false,
        rules: { 'target-size': { enabled: isCovered === 0 } },
      })
      .analyze();
    const found = violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n${nodes.map((node) => `  ${node.html}\n  ${node.failureSummary}`).join('\n')}`,
    );
    expect.soft(found, `axe on ${page.url()}`).toEqual([]);
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(overflow, `pixels beyond the screen on ${page.url()}`).toBeLessThanOrEqual(0);
}

/** Resolves once what changes its color with the color scheme has done so. */
export const colorsChanged = (page: Page) =>
  page.evaluate(async () => {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });

/** `expectAccessible` for a screen that has loaded: light at a desk, then dark on a phone, which it stays. */
export async function expectAccessibleInEachLook(page: Page): Promise<void> {
  for (const { colorScheme, size } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    await expect(page.getByRole('status', { name: /^(Loading|Searching)/ })).toHaveCount(0);
    await colorsChanged(page);
    await expectAccessible(page);
  }
}
