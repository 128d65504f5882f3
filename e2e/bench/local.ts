/**
 * Measures, in Chromium and against two servers on one database, what users notice of their browser's local cache,
 * and prints each figure beside its goal:
 *
 *   npm run bench:local
 *   npm run bench:local -- --leaves 1000   only leaving pages right after a tap; fails when a tap is lost
 *
 *   npm run bench:local -- --messages      only writing messages, and opening conversations without a network
 *   npm run bench:local -- --cold          only the first feed of a cold browser on a slow line
 *   npm run bench:local -- --left-behind   only what a sign-out leaves in the files of the browser's profile
 *
 * `npm run chaos` reports what is lost or done twice under thousands of faults.
 */
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext, Page, ViewportSize } from '@playwright/test';
import { executeAlone } from '#db/batch.ts';
import { appendEvents } from '#server/events/events.queries.ts';
import { command, Problem } from '#server/node/problem.ts';
import type { Line } from '#server/node/testing/proxy.ts';
import { buildIfChanged } from '#server/node/tools/build.ts';
import { launchChromium } from '../chaos/browser.ts';
import { callApi, follow, newAddress, type Person, password, publish, signUp } from '../chaos/people.ts';
import { type Servers, startServers } from '../chaos/servers.ts';
import { findLostTaps, leavesOf } from './leaving.ts';
import { searchProfile } from './left-behind.ts';
import { correspond, measureOpening, measureWriting, watchMessages } from './messages.ts';
import { watchPage } from './watch.ts';

/** A figure, and what it should be at most. */
interface Figure {
  what: string;
  measured: number;
  /** None for what is only compared with. */
  goal: number | undefined;
  unit: 'ms' | '';
}

const figures: Figure[] = [];
const report = (what: string, measured: number, goal?: number, unit: Figure['unit'] = 'ms') => {
  figures.push({ what, measured, goal, unit });
  console.log(lineOf({ what, measured, goal, unit }));
};
const lineOf = ({ what, measured, goal, unit }: Figure) =>
  `${what.padEnd(62)} ${measured.toFixed(measured < 100 ? 1 : 0).padStart(8)} ${unit.padEnd(2)}${goal === undefined ? '' : `   goal ≤ ${goal} ${unit}${measured > goal ? '   missed' : ''}`}`;

/** The value below which this share of the values lies. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Problem('Nothing was measured.');
  return value;
}

/** Everything that the measurements take place on. */
interface Stage {
  servers: Servers;
  browser: Browser;
  alice: Person;
  /** The organization that she follows. */
  carol: Person;
}

/** A browser of alice's, on a line of its own that can be disturbed. */
async function sitDown(
  { servers, browser, alice }: Stage,
  { user = alice, viewport = { width: 1280, height: 800 } }: { user?: Person; viewport?: ViewportSize } = {},
): Promise<{
  context: BrowserContext;
  page: Page;
  line: Line;
  leave: () => Promise<void>;
}> {
  const line = await servers.openLine();
  const context = await browser.newContext({
    baseURL: `http://localhost:${line.port}`,
    reducedMotion: 'reduce',
    viewport,
    extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
  });
  await context.addInitScript(watchPage);
  await context.addInitScript(watchMessages);
  const page = await context.newPage();
  await page.goto('/user/sign-in');
  await page.getByLabel(/^Email/).fill(user.user.email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('article').first().waitFor();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await page.getByRole('article').first().waitFor();
  const leave = async () => {
    await context.close();
    await line.close();
  };
  return { context, page, line, leave };
}

const likes = (page: Page) => page.getByRole('article').locator('button[aria-pressed]', { hasText: /^Like/ });

/** Reads a table of the local cache. */
function rowsOf(page: Page, table: string): Promise<Record<string, unknown>[]> {
  return page.evaluate(async (name) => {
    const [copy] = (await indexedDB.databases()).filter((found) => found.name?.startsWith('gatherwell-'));
    if (!copy?.name) return [];
    const done = (request: IDBRequest) =>
      new Promise((resolve) => {
        request.onsuccess = resolve;
      });
    const open = indexedDB.open(copy.name);
    await done(open);
    const all = open.result.transaction(name).objectStore(name).getAll();
    await done(all);
    open.result.close();
    return all.result;
  }, table);
}

async function until(condition: () => Promise<boolean>, every = 20): Promise<void> {
  for (const deadline = Date.now() + 90_000; !(await condition()); ) {
    if (Date.now() > deadline) throw new Problem('What was waited for did not come within 90 seconds.');
    await new Promise((resolve) => setTimeout(resolve, every));
  }
}

const isEmpty = async (page: Page) => (await rowsOf(page, 'outbox')).length === 0;

async function measureOfflinePaint(stage: Stage): Promise<void> {
  const { context, page, leave } = await sitDown(stage);
  await context.setOffline(true);
  const times: number[] = [];
  for (let visit = 0; visit < 30; visit++) {
    await page.reload();
    await page.waitForFunction(() => Number.isFinite(window.watched.firstCard));
    times.push(await page.evaluate(() => window.watched.firstCard ?? Number.NaN));
  }
  await leave();
  report('navigation to cached paint, offline, p75', quantile(times, 0.75), 300);
  report('navigation to cached paint, offline, p95', quantile(times, 0.95), 500);
}

/** A slow line: bytes in a second, and milliseconds until a response begins. */
const slowLine = { bytes: 20_000, latency: 800 };

/** The first feed of a browser that has a session and nothing else, on a slow line. */
async function measureColdFeed({ servers, browser, alice }: Stage): Promise<void> {
  const line = await servers.openLine();
  const context = await browser.newContext({
    baseURL: `http://localhost:${line.port}`,
    viewport: { width: 390, height: 844 },
    extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
  });
  const page = await context.newPage();
  await page.request.post('/api/auth/sign-in', { data: { email: alice.user.email, password } });
  // A picture: nothing of the program is there yet.
  await page.goto('/icon.svg');
  await page.evaluate((user) => localStorage.setItem('gatherwell.user', user), JSON.stringify(alice.user));
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.clearBrowserCache');
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slowLine.latency,
    downloadThroughput: slowLine.bytes,
    uploadThroughput: slowLine.bytes,
  });
  const from = performance.now();
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('article').first().waitFor({ timeout: 90_000 });
  const took = performance.now() - from;
  await context.close();
  await line.close();
  report('first feed of a cold browser, 20 kB/s and 800 ms', took, 15_000);
}

/** Milliseconds between taps: people tap a few times a second at most, and what a tap causes elsewhere is over by then. */
const tapPause = 250;

/**
 * Milliseconds for which a button is pressed, as a finger does it. Without them the work of the browser at the press
 * (focus, the styles of a pressed button) would count as a part of the tap, which begins at the release.
 */
const pressTime = 60;

async function measureTaps(stage: Stage): Promise<void> {
  const { taps, delays } = await tap(stage, tapPause);
  report('tap to the frame that shows it, p95', quantile(taps, 0.95), 16);
  report('another tab shows it, p95', quantile(delays, 0.95), 30);
  // For comparison: each in the midst of what the last one caused.
  const hurried = await tap(stage, 0);
  report('the same without a pause between taps, p95', quantile(hurried.taps, 0.95));
}

/** Taps 60 times in one tab while another one shows the same: how long it took until either showed it. */
async function tap(stage: Stage, pause: number): Promise<{ taps: number[]; delays: number[] }> {
  const { context, page, leave } = await sitDown(stage);
  const other = await context.newPage();
  await other.goto('/');
  await other.getByRole('article').first().waitFor();
  await page.bringToFront();
  const delays: number[] = [];
  const count = await likes(page).count();
  for (let tap = 0; tap < 60; tap++) {
    await page.waitForTimeout(pause);
    const seen = await other.evaluate(() => window.watched.changes.length);
    const begun = await page.evaluate(() => window.watched.changes.length);
    await likes(page)
      .nth(tap % Math.min(count, 4))
      .click({ delay: pressTime });
    // Without frames: it stands behind the other one.
    await other.waitForFunction((before) => window.watched.changes.length > before, seen, { polling: 10 });
    const [here, there] = await Promise.all([
      page.evaluate((index) => window.watched.changes[index], begun),
      other.evaluate((index) => window.watched.changes[index], seen),
    ]);
    delays.push(Math.max(0, (there ?? Number.NaN) - (here ?? Number.NaN)));
  }
  const taps = await page.evaluate(() => window.watched.taps);
  await until(() => isEmpty(page));
  await leave();
  return { taps, delays };
}

/** Responses are lost after the server has handled the request; each write must be in the log once. */
async function measureRepeats(stage: Stage): Promise<void> {
  const { page, line, leave } = await sitDown(stage);
  const before = await operationsIn(stage);
  const sent = new Set<string>();
  page.context().on('request', (request) => {
    const name = request.headers()['idempotency-key'];
    if (name !== undefined) sent.add(name);
  });
  for (let tap = 0; tap < 50; tap++) {
    if (tap % 5 === 0) line.lieInWait('lose-response');
    await likes(page)
      .nth(tap % 3)
      .click();
    await until(async () => (await rowsOf(page, 'outbox')).every(({ state }) => state !== 'waiting'));
  }
  line.giveUpAmbush();
  await until(() => isEmpty(page));
  const done = (await operationsIn(stage)) - before;
  await leave();
  report(
    `writes done twice of ${sent.size}, ${line.caught} responses lost`,
    Math.abs(done - sent.size),
    0,
    '',
  );
}

async function operationsIn({ servers, alice }: Stage): Promise<number> {
  const { count } = await servers.db
    .selectFrom('user_events')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', alice.user._id)
    .where('type', '=', 'operation-done')
    .executeTakeFirstOrThrow();
  return count;
}

/** From the moment at which nothing comes back any more, until the page opens another socket. */
async function measureSilence(stage: Stage): Promise<void> {
  const { page, line, leave } = await sitDown(stage);
  const sockets: number[] = [];
  page.on('websocket', () => sockets.push(performance.now()));
  const notice = async (happen: () => Promise<unknown>) => {
    await until(async () => line.connections > 0);
    // The new socket has to be in use before it can be missed.
    await page.waitForTimeout(3_000);
    const known = sockets.length;
    line.turn({ kind: 'black-hole' });
    line.turn({ kind: 'clear' });
    const from = performance.now();
    await happen();
    await until(async () => sockets.length > known);
    return (sockets[known] ?? Number.NaN) - from;
  };
  const idle = await notice(async () => undefined);
  const online = await notice(() => page.evaluate(() => dispatchEvent(new Event('online'))));
  const visible = await notice(() =>
    page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))),
  );
  await leave();
  report('silent drop noticed, idle', idle, 35_000);
  report('silent drop noticed after `online`', online, 3_000);
  report('silent drop noticed after coming into view', visible, 3_000);
}

/** A log that has grown while the browser was away: as a stream up to 2,000 events, beyond that as a snapshot. */
async function measureCatchUp(stage: Stage, count: number): Promise<void> {
  const { servers, alice } = stage;
  const { page, line, leave } = await sitDown(stage);
  const cursorOf = async () => {
    const meta = await rowsOf(page, 'meta');
    return (meta.find(({ name }) => name === 'cursor')?.['value'] as { seq: number } | undefined)?.seq ?? 0;
  };
  const posts = (await rowsOf(page, 'posts')).map(({ _id }) => String(_id));
  line.turn({ kind: 'refusing' });
  line.reset();
  for (let from = 0; from < count; from += 1_000) {
    const drafts = Array.from({ length: Math.min(1_000, count - from) }, (_, index) => ({
      userId: alice.user._id,
      event: {
        type: 'post-interest' as const,
        payload: {
          postId: posts[index % posts.length] ?? '',
          interests: [],
          counts: { liked: from + index, interested: 0, going: 0 },
        },
      },
    }));
    await servers.db.transaction().execute((trx) => executeAlone(trx, appendEvents(drafts, new Date())));
  }
  const { seq } = await servers.db
    .selectFrom('user_heads')
    .select('seq')
    .where('user_id', '=', alice.user._id)
    .executeTakeFirstOrThrow();
  await page.evaluate(() => void (window.watched.longTasks.length = 0));
  line.turn({ kind: 'clear' });
  const from = performance.now();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await until(async () => (await cursorOf()) >= seq);
  const took = performance.now() - from;
  const longest = await page.evaluate(() => Math.max(0, ...window.watched.longTasks));
  await leave();
  report(`catching up with ${count} events`, took, 2_000);
  report(`  its longest task (0: none over 50 ms)`, longest, 50);
}

const messagesOn = (page: Page) => page.getByRole('region', { name: /^Messages with/ }).getByRole('article');

const phone = { width: 390, height: 844 };

async function measureMessages(stage: Stage): Promise<void> {
  const direct = `http://127.0.0.1:${stage.servers.processes[0]?.port}`;
  const bob = await signUp(direct, 'bob', 'individual');
  await publish(callApi(direct, stage.carol), 'Carol', 1);
  await follow(direct, bob, stage.carol);
  const id = await correspond(direct, [stage.alice, bob], 200);

  const [here, there] = [await sitDown(stage), await sitDown(stage, { user: bob })];
  for (const { page } of [here, there]) {
    await page.goto(`/conversation/${id}`);
    await messagesOn(page).filter({ hasText: 'number 199' }).waitFor();
  }
  const { own, others } = await measureWriting({ writer: here.page, reader: there.page }, 60);
  report('Enter to the frame that shows the message, p95', quantile(own, 0.95), 16);
  report('from Enter to the frame in the other browser, p95', quantile(others, 0.95), 150);
  await Promise.all([here.leave(), there.leave()]);

  for (const { name, viewport, slowdown, goal } of [
    { name: 'opening 200 cached messages offline', viewport: undefined, slowdown: 1, goal: 300 },
    { name: 'the same on a phone-sized screen, 4× slower', viewport: phone, slowdown: 4, goal: 1_000 },
  ]) {
    const { context, page, leave } = await sitDown(stage, viewport && { viewport });
    await page.goto(`/conversation/${id}`);
    await messagesOn(page).last().waitFor();
    await until(async () => (await rowsOf(page, 'messages')).length >= 200);
    await context.setOffline(true);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const { openings, longestTask } = await measureOpening(page, 20);
    report(`${name}, p95`, quantile(openings, 0.95), goal);
    report('  its longest task (0: none over 50 ms)', longestTask, slowdown === 1 ? 50 : undefined);
    await leave();
  }
}

async function measureSignOut(stage: Stage): Promise<void> {
  const { context, page, leave } = await sitDown(stage);
  const tabs = [page];
  while (tabs.length < 5) {
    const tab = await context.newPage();
    await tab.goto('/');
    await tab.getByRole('article').first().waitFor();
    tabs.push(tab);
  }
  await page.bringToFront();
  await page.getByRole('button', { name: 'Your profile' }).click();
  const from = performance.now();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await Promise.all(
    tabs.map((tab) => tab.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor()),
  );
  await until(async () => (await privateThings(page)).length === 0, 5);
  const took = performance.now() - from;
  report('sign-out with 5 tabs', took, 1_000);
  report('  private things left in the browser', (await privateThings(page)).length, 0, '');
  await leave();
}

/** Leaves pages right after a tap was painted, in two browsers at a time: one with a network and one without. */
async function measureLeaving(stage: Stage, count: number): Promise<void> {
  const leaves = leavesOf(count);
  const half = Math.ceil(count / 2);
  const lost = await Promise.all(
    [leaves.slice(0, half), leaves.slice(half)].map(async (part, index) => {
      const { context, page, leave } = await sitDown(stage);
      await page.close();
      await context.setOffline(index === 1);
      const found = await findLostTaps(context, part);
      await leave();
      return found;
    }),
  );
  for (const { way, delay, slowdown } of lost.flat())
    console.log(`lost: ${way} ${delay} ms after the paint, ${slowdown}× slower`);
  report(`taps lost of ${count} after which the page was left`, lost.flat().length, 0, '');
  if (lost.flat().length > 0) process.exitCode = 1;
}

/** What a browser has of a user: databases, notes, and responses of the server in caches. */
function privateThings(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const caches = await window.caches.keys();
    const kept = await Promise.all(
      caches.map(async (name) => (await (await window.caches.open(name)).keys()).map(({ url }) => url)),
    );
    return [
      ...(await indexedDB.databases()).map(({ name }) => name ?? ''),
      ...['gatherwell.user', 'gatherwell.kept-work'].filter((key) => localStorage.getItem(key) !== null),
      ...kept.flat().filter((url) => /\/(?:api|media)\//.test(url)),
    ].filter((name) => !name.startsWith('workbox'));
  });
}

await command(async () => {
  const { values } = parseArgs({
    options: {
      leaves: { type: 'string' },
      'left-behind': { type: 'boolean' },
      messages: { type: 'boolean' },
      cold: { type: 'boolean' },
    },
  });
  await buildIfChanged();
  const servers = await startServers();
  const browser = await launchChromium();
  try {
    const direct = `http://127.0.0.1:${servers.processes[0]?.port}`;
    const carol = await signUp(direct, 'carol', 'organization');
    const alice = await signUp(direct, 'alice', 'individual');
    // Where pages are only left, a long feed would only take longer to open.
    await publish(callApi(direct, carol), 'Carol', values.leaves === undefined ? 60 : 14);
    await callApi(direct, alice).follows.follow.mutate({
      followerId: alice.user._id,
      followingId: carol.user._id,
    });
    const stage = { servers, browser, alice, carol };
    if (values.leaves !== undefined) return await measureLeaving(stage, Number(values.leaves));
    if (values.cold) {
      await measureColdFeed(stage);
      return;
    }
    if (values.messages) {
      await measureMessages(stage);
      return;
    }
    if (values['left-behind']) {
      const left = await searchProfile(
        `http://localhost:${servers.processes[0]?.port}`,
        alice,
        'Come and see us.',
      );
      for (const [when, found] of Object.entries(left)) console.log(when.padEnd(14), JSON.stringify(found));
      return;
    }
    await measureOfflinePaint(stage);
    await measureColdFeed(stage);
    await measureTaps(stage);
    await measureRepeats(stage);
    await measureSilence(stage);
    await measureCatchUp(stage, 2_000);
    await measureCatchUp(stage, 10_000);
    await measureMessages(stage);
    await measureSignOut(stage);
    await measureLeaving(stage, 72);
  } finally {
    await browser.close();
    await servers.close();
  }
  const bounded = figures.filter(({ goal }) => goal !== undefined);
  const missed = bounded.filter(({ measured, goal = 0 }) => measured > goal);
  console.log(`\n${bounded.length - missed.length} of ${bounded.length} figures reach their goal.`);
});
