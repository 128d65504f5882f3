import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
  type Request,
} from '@playwright/test';
import type { Random } from '#db/seeds/random.ts';
import type { EventHead } from '#server/events/events.schema.ts';
import { findChromium } from '#server/node/tools/chromium.ts';
import type { NotificationView } from '#server/notifications/notifications.schema.ts';
import type { InterestType } from '#server/posts/post-rules.schema.ts';
import type { PostView } from '#server/posts/posts.schema.ts';
import { targets } from './checks.ts';
import type { Copy, Follower, Mutation, Whereabouts } from './evidence.ts';
import { OutboxOrder } from './outbox-order.ts';
import { newAddress, type Person, password } from './people.ts';
import { type KeptAct, type PageReport, type PageSettings, reportName, watchPage } from './watch-page.ts';

export interface Viewport {
  width: number;
  height: number;
}

export interface SeatOptions {
  label: string;
  person: Person;
  /** Where the browser's line begins. */
  origin: string;
  random: Random;
  /** Milliseconds by which the browser's clock is wrong. */
  skew?: number | undefined;
  viewport?: Viewport | undefined;
}

/**
 * Milliseconds after which a tab counts as opened or closed: the driver of the browser does not always report it
 * where the same tab is put to sleep, or another is killed, meanwhile.
 */
const longestMove = 30_000;

/**
 * How many tabs there are at most: one that is being closed while the machine is busy stays for a while, and each new one
 * would make it busier.
 */
const mostTabs = 4;

/** How many failed requests are remembered. */
const mostFailures = 60;

const timeOf = (date: Date) => date.toISOString().slice(11, 23);

/** Milliseconds that a report of a tab may take once all is at rest. */
const longestReport = 3_000;

/**
 * Console errors about a broken connection: expected, because it was broken. Code of a screen is missing until the service
 * worker has kept it.
 */
const brokenConnection =
  /net::ERR_|WebSocket connection to|Failed to load resource|ERR_INTERNET_DISCONNECTED|Code is missing: Failed to fetch/;

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(process.env),
    // Signals are for us, who then close everything in its order.
    handleSIGINT: false,
    handleSIGTERM: false,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** A user with a browser of several tabs, who uses the real screens. */
export class Seat {
  readonly #mutations = new Map<string, Omit<Mutation, 'order'>>();
  /** When a mutation was last reported to be in an outbox, by the machine's clock. */
  readonly #keptAt = new Map<string, number>();
  /** When a tab last ended, or was reloaded: what it was about to report is lost. */
  #endedAt = -Infinity;
  readonly follower: Follower;
  readonly errors: string[] = [];
  /** What pages showed beside their content: toasts, banners, alerts. */
  readonly said: string[] = [];
  readonly label: string;
  readonly person: Person;
  readonly isPhone: boolean;
  isSwapped = false;
  readonly #random: Random;
  readonly #context: BrowserContext;
  readonly #names = new WeakMap<Page, string>();
  /** How many spells without a network are under way. */
  #tunnels = 0;
  #tabs = 0;
  /** The newest requests that failed, with their times. */
  readonly #failures: string[] = [];
  readonly #order = new OutboxOrder();

  private constructor(context: BrowserContext, options: SeatOptions) {
    const { label, person, random, viewport } = options;
    this.#context = context;
    this.#random = random;
    this.label = label;
    this.person = person;
    this.isPhone = (viewport?.width ?? 1280) < 640;
    this.follower = { label, userId: person.user._id, steps: [], received: new Map() };
  }

  /** Opens a browser for a user and signs in on the sign-in screen. */
  static async take(browser: Browser, options: SeatOptions): Promise<Seat> {
    const context = await browser.newContext({
      baseURL: options.origin,
      locale: 'en-US',
      timezoneId: 'America/Toronto',
      reducedMotion: 'reduce',
      viewport: options.viewport ?? { width: 1280, height: 800 },
      extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
    });
    context.setDefaultTimeout(20_000);
    const seat = new Seat(context, options);
    await seat.#prepare({ skew: options.skew ?? 0 });
    const page = await seat.#openTab('/user/sign-in');
    await page.getByLabel(/^Email/).fill(options.person.user.email);
    await page.getByLabel(/^Password/).fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.pathname !== '/user/sign-in');
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    return seat;
  }

  /** What was enqueued in its outboxes, with the order in which that happened. */
  get mutations(): Mutation[] {
    return [...this.#mutations.values()].map((mutation) => ({
      ...mutation,
      order: this.#order.since(mutation.opId),
    }));
  }

  /**
   * Notes that all is at rest: the outbox is empty, the local cache is at this event, and every tab had the time to report.
   * What was waiting and has no report of having left, left with a tab that ended before its report arrived: it was taken
   * back, or is among the server's operations.
   *
   * Where the cache is further than any report says, a tab is not heard: the browser's driver now and then loses one that
   * was opened while another was killed. What it did is not judged, and the tabs make place for others.
   * @returns whether every tab is heard
   */
  async noteRest(cursor: EventHead): Promise<boolean> {
    const isHeard = () => isDeepStrictEqual(this.follower.steps.at(-1)?.to, cursor);
    if (!isHeard()) await sleep(longestReport);
    const areAllHeard = isHeard();
    for (const [opId, mutation] of this.#mutations) {
      this.#order.leave(opId);
      const mayBeUnreported = !areAllHeard || this.#endedAt > (this.#keptAt.get(opId) ?? Infinity);
      if (mutation.state === 'open' && mayBeUnreported) mutation.state = 'withdrawn';
      if (!areAllHeard) mutation.mayBeOvertaken = true;
    }
    if (!areAllHeard) {
      this.follower.steps.push({ by: 'a tab that is not heard', from: undefined, to: cursor });
      await this.#renewTabs();
    }
    return areAllHeard;
  }

  /** Closes the tabs that the driver does not know, and loads the others again. */
  async #renewTabs(): Promise<void> {
    const [first] = this.tabs;
    const browser = await this.#context.browser()?.newBrowserCDPSession();
    if (!first || !browser) return;
    const known = await Promise.all(this.tabs.map((page) => this.#targetOf(page)));
    const { targetInfos } = await browser.send('Target.getTargets');
    const lost = targetInfos.filter(
      ({ targetId, type, browserContextId }) =>
        type === 'page' &&
        browserContextId === known[0]?.browserContextId &&
        !known.some((target) => target.targetId === targetId),
    );
    for (const { targetId } of lost) await browser.send('Target.closeTarget', { targetId });
    await browser.detach();
    for (const page of this.tabs) await page.reload({ waitUntil: 'commit' });
  }

  async #targetOf(page: Page) {
    const session = await this.#context.newCDPSession(page);
    const { targetInfo } = await session.send('Target.getTargetInfo');
    await this.#detach(session);
    return targetInfo;
  }

  get tabs(): Page[] {
    return this.#context.pages();
  }

  /** Opens another tab, unless there are many; a failure to load is what people see, too. */
  async openTab(path: string): Promise<void> {
    if (this.tabs.length >= mostTabs) return;
    await Promise.race([this.#openTab(path).catch(() => {}), sleep(longestMove)]);
  }

  /** Kills a tab without a word to its program. */
  async crashTab(): Promise<boolean> {
    const [page] = this.#random.pickWeighted(this.tabs, 1, () => 1);
    if (!page || this.tabs.length < 2) return false;
    await Promise.race([page.close({ runBeforeUnload: false }), sleep(longestMove)]);
    return true;
  }

  /** Stops a tab as browsers stop those that nobody looks at, and wakes it later. */
  async sleepTab(milliseconds: number): Promise<boolean> {
    const [page] = this.#random.pickWeighted(this.tabs, 1, () => 1);
    // One that the driver has just lost cannot be put to sleep.
    const session = page && (await this.#context.newCDPSession(page).catch(() => undefined));
    if (!session) return false;
    const live = (state: 'frozen' | 'active') =>
      session.send('Page.setWebLifecycleState', { state }).catch(() => {});
    await live('frozen');
    await page.waitForTimeout(milliseconds).catch(() => {});
    await live('active');
    await this.#detach(session);
    return true;
  }

  /** Takes the device off the network, as it itself notices, for a while. */
  async goOffline(milliseconds: number): Promise<void> {
    this.#tunnels++;
    await this.#tellNetwork();
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    this.#tunnels--;
    await this.#tellNetwork();
  }

  async #tellNetwork(): Promise<void> {
    // A tab that is killed meanwhile must not keep the others from being notified.
    for (let attempt = 1; ; attempt++)
      try {
        return await this.#context.setOffline(this.#tunnels > 0);
      } catch (error) {
        if (attempt === 5) throw error;
      }
  }

  /** Lets another account use the browser for a while, as when another user signs in without any tab noticing. */
  async swapSession(token: string, milliseconds: number): Promise<void> {
    this.isSwapped = true;
    const own = (await this.#context.cookies()).filter(({ name }) => name === 'gatherwell');
    await this.#context.addCookies(own.map((cookie) => ({ ...cookie, value: token })));
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await this.#context.addCookies(own);
    this.isSwapped = false;
  }

  /** Does one thing that people do. What is not there just now is not done. */
  async act(): Promise<void> {
    const random = this.#random;
    const [page] = random.pickWeighted(this.tabs, 1, () => 1);
    // Several kills at once may leave no tab for a moment.
    if (!page) return;
    const path = new URL(page.url()).pathname;
    try {
      if (random.chance(0.06)) await page.reload({ waitUntil: 'commit', timeout: 5_000 });
      else if (random.chance(0.08)) await this.#walk(page);
      else if (path === '/notification/all') await this.#tapNotification(page);
      else if (path === '/') await this.#tapPost(page);
      else await this.#walk(page);
    } catch {
      // The tab was closed, or the screen had nothing to tap.
    }
  }

  /** Taps something under a post in the feed of some tab. */
  async tapPost(): Promise<void> {
    const page = this.tabs.find((tab) => new URL(tab.url()).pathname === '/');
    if (page) await this.#tapPost(page).catch(() => {});
  }

  /** Sees to it that the feed is on the screen of some tab: its posts, or the message that there are none. */
  async lookAtFeed(): Promise<void> {
    const isFeed = (tab: Page) => new URL(tab.url()).pathname === '/';
    const page = this.tabs.find(isFeed) ?? (await this.#openTab('/'));
    const posts = page.getByRole('article').locator('button[aria-pressed]:visible');
    await posts.or(page.getByRole('main').getByText('No Posts Found')).first().waitFor();
  }

  /** Does something in every page, as a program that is part of it. */
  async inPages(work: () => void): Promise<void> {
    await Promise.all(this.tabs.map((page) => page.evaluate(work)));
  }

  /** Does something in the page of some tab, as a program that is part of it. */
  inPage<Input, Output>(work: (input: Input) => Output | Promise<Output>, input: Input): Promise<Output> {
    const [page] = this.tabs;
    if (!page) throw new Error(`${this.label} has no tab.`);
    return page.evaluate(work as (input: unknown) => Output | Promise<Output>, input as unknown);
  }

  /** Reads what the device keeps, from a tab that is open. */
  async readCopy(): Promise<Copy> {
    const [page] = this.tabs;
    if (!page) throw new Error(`${this.label} has no tab.`);
    const userId = this.person.user._id;
    const kept = await page.evaluate(readDatabase, `gatherwell-${userId}`);
    const fact = (name: string) => kept.meta.find((row) => row.name === name)?.value;
    return {
      label: this.label,
      userId,
      cursor: fact('cursor') as EventHead | undefined,
      outbox: kept.outbox.map(({ opId, state }) => ({ opId, state: state ?? 'kept' })),
      posts: new Map(kept.posts.flatMap(({ _id, view }) => (view ? [[_id, view as PostView]] : []))),
      follows: new Map(kept.profiles.map(({ _id, follows }) => [_id, follows])),
      notifications: new Map(
        kept.notifications.flatMap(({ _id, view }) => (view ? [[_id, view as NotificationView]] : [])),
      ),
      unread: fact('unread') as number | undefined,
    };
  }

  /** The local cache's cursor and the number of mutations to send; undefined while there is no cache. */
  async state(): Promise<Whereabouts | undefined> {
    const [page] = this.tabs;
    return page?.evaluate(readState, `gatherwell-${this.person.user._id}`).catch(() => undefined);
  }

  /**
   * What may explain that nothing goes on: of each tab what it shows, and who leads them; what waits to be sent, and which
   * requests failed.
   */
  async explain(): Promise<string> {
    const orSilence = (told: Promise<string>) =>
      Promise.race([
        told.catch(String),
        new Promise<string>((resolve) => setTimeout(resolve, 2_000, 'does not respond')),
      ]);
    const tabs = this.tabs.map(
      async (page) =>
        `${this.#names.get(page)} ${page.url()} timers ${await orSilence(page.evaluate(runTimer))} ${await orSilence(page.evaluate(readCircumstances))}`,
    );
    const outbox = orSilence(
      this.inPage(readDatabase, `gatherwell-${this.person.user._id}`).then((kept) =>
        JSON.stringify(kept.outbox),
      ),
    );
    return [
      ...(await Promise.all(tabs)),
      `outbox ${await outbox}`,
      `now ${timeOf(new Date())}, failed ${this.#failures.join(', ')}`,
    ].join('; ');
  }

  #noteFailure(request: Request, what: string) {
    this.#failures.push(
      `${timeOf(new Date())} ${what} ${request.method()} ${new URL(request.url()).pathname}`,
    );
    if (this.#failures.length > mostFailures) this.#failures.shift();
  }

  /** The state of the posts' buttons in the feed of every tab: pressed or not, by post and reaction. */
  async readButtons(): Promise<{ where: string; title: string; label: string; pressed: boolean }[]> {
    const found = await Promise.all(
      this.tabs
        .filter((page) => new URL(page.url()).pathname === '/')
        .map(async (page) =>
          (await page.evaluate(readButtons)).map((button) => ({
            where: `${this.label} ${this.#names.get(page)}`,
            ...button,
          })),
        ),
    );
    return found.flat();
  }

  async close(): Promise<void> {
    await this.#context.close();
  }

  async #prepare(settings: PageSettings) {
    await this.#context.exposeBinding(reportName, ({ page }, entry: PageReport) => this.#hear(page, entry));
    await this.#context.addInitScript(watchPage, { settings, reportName });
    this.#context.on('console', (message) => {
      if (message.type() === 'error' && !brokenConnection.test(message.text()))
        this.errors.push(`${this.label}'s console: ${message.text()}`);
    });
    this.#context.on('weberror', (error) =>
      this.errors.push(`${this.label}'s page: ${String(error.error().stack ?? error.error())}`),
    );
    this.#context.on('response', (response) => {
      if (response.status() >= 400) this.#noteFailure(response.request(), String(response.status()));
    });
    this.#context.on('requestfailed', (request) =>
      this.#noteFailure(request, request.failure()?.errorText ?? 'failed'),
    );
    this.#context.on('page', (page) => {
      const name = `tab ${++this.#tabs}`;
      this.#names.set(page, name);
      this.follower.received.set(name, []);
      const end = () => {
        this.#endedAt = Date.now();
      };
      page.on('close', end);
      page.on('domcontentloaded', end);
      page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => this.#heard(name, String(payload))),
      );
    });
  }

  async #openTab(path: string): Promise<Page> {
    const page = await this.#context.newPage();
    // A page that is opening while the network comes back is not notified of it.
    await this.#tellNetwork();
    await page.goto(path, { waitUntil: 'commit' });
    return page;
  }

  async #detach(session: CDPSession) {
    await session.detach().catch(() => {});
  }

  #hear(page: Page, entry: PageReport) {
    const tab = this.#names.get(page) ?? 'a tab';
    switch (entry.kind) {
      case 'step':
        this.follower.steps.push({ by: tab, from: entry.from, to: entry.to });
        break;
      case 'kept':
        this.#keep(entry.database.replace(/^gatherwell-/, ''), entry);
        break;
      case 'left': {
        this.#order.leave(entry.opId);
        const mutation = this.#mutations.get(entry.opId);
        if (!mutation) break;
        mutation.state = mutation.state === 'open' ? 'withdrawn' : 'lost';
        mutation.settledAt ??= Date.now();
        break;
      }
      case 'heard':
        this.#heard(tab, entry.data);
        break;
      case 'said':
        this.said.push(entry.text);
        break;
      case 'cleared':
        this.errors.push(`${this.label}'s outbox was cleared.`);
        break;
      default:
    }
  }

  #keep(userId: string, { row, at }: { row: KeptAct; at: number }) {
    const sets = setsOf(row);
    this.#order.note(userId, row, at);
    this.#keptAt.set(row.opId, at);
    this.#mutations.set(row.opId, {
      opId: row.opId,
      userId,
      by: this.label,
      lane: row.lane,
      ...(sets && { sets }),
      // Once it may be on its way, only the server knows its outcome.
      state: row.state === 'failed' ? 'rejected' : isUnderWay(row) ? 'lost' : 'open',
      responses: [],
      ...(row.state === 'done' && { settledAt: at }),
    });
  }

  #heard(tab: string, text: string) {
    if (!text.includes('"seq"')) return;
    const numbers = [...text.matchAll(/"seq":(\d+)/g)].map(([, seq]) => Number(seq));
    this.follower.received.get(tab)?.push(...numbers);
  }

  async #tapPost(page: Page): Promise<void> {
    const buttons = page.getByRole('article').locator('button[aria-pressed]:visible');
    const count = Math.min(await buttons.count(), 12);
    const follows = page.getByRole('article').getByRole('button', { name: /^Follow(?:ing)? / });
    if (this.#random.chance(0.1) && (await follows.count()) > 0)
      await follows.first().click({ timeout: 1_500 });
    else if (count > 0) await buttons.nth(this.#random.whole(0, count - 1)).click({ timeout: 1_500 });
    // Unfollowed organizations come back, or there would be nothing left to tap.
    else
      await page
        .getByRole('button', { name: /^Follow Carol / })
        .first()
        .click({ timeout: 1_500 });
  }

  async #tapNotification(page: Page): Promise<void> {
    if (this.#random.chance(0.15))
      return page.getByRole('button', { name: 'Mark All As Read' }).click({ timeout: 1_000 });
    const buttons = page.getByRole('button', { name: /^Mark as (?:un)?read$/ });
    const count = Math.min(await buttons.count(), 8);
    if (count === 0) return this.#walk(page);
    return buttons.nth(this.#random.whole(0, count - 1)).click({ timeout: 1_500 });
  }

  /** Goes to another screen, as a link in the page would. */
  async #walk(page: Page): Promise<void> {
    const path = this.#random.pick(['/', '/', '/notification/all']);
    const link = page.locator(`a[href="${path}"]:visible`).first();
    if ((await link.count()) > 0) await link.click({ timeout: 1_500, noWaitAfter: true });
    else await page.goto(path, { waitUntil: 'commit', timeout: 5_000 });
  }
}

const isUnderWay = ({ state }: KeptAct) => state === 'sent' || state === 'done';

/** What a mutation on a screen sets. */
function setsOf({ name, input }: KeptAct): Mutation['sets'] {
  if (name === 'say')
    return {
      target: targets.say(String(input['postId']), input['interest'] as InterestType),
      value: input['on'],
    };
  if (name === 'follow') return { target: targets.follow(String(input['userId'])), value: input['follows'] };
  return undefined;
}

interface KeptRows {
  meta: { name: string; value: unknown }[];
  outbox: { opId: string; state?: string }[];
  posts: { _id: string; view: unknown }[];
  profiles: { _id: string; follows: boolean }[];
  notifications: { _id: string; view: unknown }[];
}

/** In the page: everything in a user's local cache, as of one moment. */
async function readDatabase(name: string): Promise<KeptRows> {
  const open = indexedDB.open(name);
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    open.onsuccess = () => resolve(open.result);
    open.onerror = () => reject(open.error ?? new Error('The copy cannot be opened.'));
  });
  const tables = ['meta', 'outbox', 'posts', 'profiles', 'notifications'];
  const transaction = database.transaction(tables);
  const reads = tables.map((table) => [table, transaction.objectStore(table).getAll()] as const);
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  database.close();
  return Object.fromEntries(reads.map(([table, read]) => [table, read.result])) as unknown as KeptRows;
}

/** In the page: the cursor of a user's local cache, without reading all of it. */
async function readState(name: string): Promise<Whereabouts | undefined> {
  if (!(await indexedDB.databases()).some((database) => database.name === name)) return undefined;
  const open = indexedDB.open(name);
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    open.onsuccess = () => resolve(open.result);
    open.onerror = () => reject(open.error ?? new Error('The copy cannot be opened.'));
  });
  try {
    const transaction = database.transaction(['meta', 'outbox']);
    const cursor = transaction.objectStore('meta').get('cursor') as IDBRequest<
      { value: EventHead } | undefined
    >;
    const outbox = transaction.objectStore('outbox').count();
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    return { cursor: cursor.result?.value, unsent: outbox.result };
  } finally {
    database.close();
  }
}

/** In the page: timers do not run in one that sleeps. */
const runTimer = () => new Promise<string>((resolve) => setTimeout(resolve, 0, 'run'));

/** In the page: what decides whether its tab may lead, and whether it can. */
async function readCircumstances(): Promise<string> {
  const { held = [], pending = [] } = await navigator.locks.query();
  const databases = await indexedDB.databases();
  return JSON.stringify({
    online: navigator.onLine,
    visible: document.visibilityState,
    held: held.map(({ name, clientId }) => `${name} ${clientId}`),
    pending: pending.map(({ name, clientId }) => `${name} ${clientId}`),
    databases: databases.map(({ name, version }) => `${name} ${version}`),
    says: [...document.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent),
  });
}

/** In the page: every reaction button of a post. */
function readButtons(): { title: string; label: string; pressed: boolean }[] {
  return [...document.querySelectorAll('article')].flatMap((article) => {
    const title = article.querySelector('h2, h3')?.textContent ?? '';
    return [...article.querySelectorAll('button[aria-pressed]')].map((button) => ({
      title,
      label: button.textContent.replaceAll(/\d/g, '').trim(),
      pressed: button.getAttribute('aria-pressed') === 'true',
    }));
  });
}
