import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { findLostTaps, type Leave } from './bench/leaving.ts';
import {
  expect,
  expectCopyMade,
  expectServerToldOfSignOut,
  expectToast,
  field,
  holdUp,
  newEmail,
  password,
  phone,
  respondedWith,
  rowsOf,
  signUp,
  test,
} from './fixtures.ts';
import { lastingPosts, unique } from './post-forms.ts';

// Here the program has to be there without a network.
test.use({ serviceWorkers: 'allow' });

/** The errors of a browser that has no network, or whose stream was cut. */
const noNetwork =
  /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_FAILED|WebSocket connection|when fetching the script/;

const likeOf = (card: Locator) => card.locator('button[aria-pressed]', { hasText: /^Like/ });
const unsent = (page: Page, count: number) =>
  page.getByRole('banner').getByRole('button', { name: `Not sent yet: ${count}` });

const outboxOf = (page: Page) => rowsOf(page, 'outbox');

/** The databases of the product that this browser has. */
const databasesOf = (page: Page) =>
  page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name).filter((name) => name?.startsWith('gatherwell-')),
  );

/** Every name under which a write was sent, as often as it was. */
function namesSent(context: BrowserContext): string[] {
  const names: string[] = [];
  context.on('request', (request) => {
    const name = request.headers()['idempotency-key'];
    if (name !== undefined) names.push(name);
  });
  return names;
}

/** Signs up a new user, with a feed, in a browser of their own; resolves to their address. */
async function becomeReader(page: Page): Promise<string> {
  const email = newEmail('alice');
  await signUp(page, 'individual', email);
  await page.goto('/');
  await page
    .getByRole('button', { name: /^Follow (?!.*\bzz)/ })
    .first()
    .click();
  await expect(page.getByRole('article').first()).toBeVisible();
  // The feed follows an event, which can arrive before the response to the follow.
  await expect.poll(() => outboxOf(page)).toEqual([]);
  return email;
}

/** The first card of the feed that can be liked. */
const likable = (page: Page) =>
  lastingPosts(page)
    .filter({ has: page.locator('button[aria-pressed]', { hasText: /^Like/ }) })
    .first();

const isPressed = (button: Locator, pressed: boolean) =>
  expect(button).toHaveAttribute('aria-pressed', String(pressed));

test.describe('without a network', () => {
  test.beforeEach(({ consoleErrors }) => {
    consoleErrors.allow(noNetwork);
  });

  test('a like survives a reload, is shown in the other tab, and is sent once when there is one again', async ({
    page,
    context,
  }) => {
    await becomeReader(page);
    await page.reload();
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    const other = await context.newPage();
    await other.goto('/');
    await expect(likable(other)).toBeVisible();
    const sent = namesSent(context);

    await context.setOffline(true);
    await expect(page.getByText('You are offline.')).toBeVisible();
    await likeOf(likable(page)).click();
    await isPressed(likeOf(likable(page)), true);
    await isPressed(likeOf(likable(other)), true);
    await expect(unsent(page, 1)).toBeVisible();
    await expect(unsent(other, 1)).toBeVisible();
    await page.reload();
    await isPressed(likeOf(likable(page)), true);
    await unsent(page, 1).click();
    await expect(page.getByRole('dialog', { name: 'Not sent yet' }).getByText(/^Like “/)).toBeVisible();

    const [act] = await outboxOf(page);
    await context.setOffline(false);
    await expect(unsent(page, 1)).toHaveCount(0);
    await expect.poll(() => outboxOf(page)).toEqual([]);
    await isPressed(likeOf(likable(page)), true);
    expect(new Set(sent)).toEqual(new Set([act?.['opId']]));
    await page.reload();
    await isPressed(likeOf(likable(page)), true);
  });

  test('what is done and taken back again is nothing', async ({ page, context }) => {
    await becomeReader(page);
    const sent = namesSent(context);
    await context.setOffline(true);
    // What was tried before the device noticed may be on its way, and cannot be taken back.
    await expect(page.getByText('You are offline.')).toBeVisible();
    await likeOf(likable(page)).click();
    await isPressed(likeOf(likable(page)), true);
    await expect.poll(async () => (await outboxOf(page)).length).toBe(1);
    await likeOf(likable(page)).click();
    await isPressed(likeOf(likable(page)), false);
    await expect.poll(() => outboxOf(page)).toEqual([]);
    await context.setOffline(false);
    expect(sent).toEqual([]);
  });

  test('forms that need one show that before one types', async ({ page, context }) => {
    await page.goto('/user/sign-in');
    await expect(page.getByText(/needs a connection/)).toHaveCount(0);
    await context.setOffline(true);
    await expect(page.getByText('Signing in needs a connection, and you’re offline.')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText(/needs a connection/)).toHaveCount(0);
  });

  test('signing out asks about what is not sent, and then leaves nothing, in no tab', async ({
    page,
    context,
    consoleErrors,
  }) => {
    // Each tab notifies the server, unless it knows already that another did.
    consoleErrors.allow(respondedWith(401));
    await becomeReader(page);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await page.reload();
    const others = [await context.newPage(), await context.newPage()];
    for (const other of others) {
      await other.goto('/');
      await expect(likable(other)).toBeVisible();
    }
    await context.setOffline(true);
    await likeOf(likable(page)).click();
    await expect(unsent(page, 1)).toBeVisible();

    await page.getByRole('button', { name: 'Your profile' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const question = page.getByRole('alertdialog', { name: 'Sign out and lose unsent work?' });
    await expect(question).toContainText('1 change');
    await question.getByRole('button', { name: 'Stay signed in' }).click();
    await isPressed(likeOf(likable(page)), true);

    await page.getByRole('button', { name: 'Your profile' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await question.getByRole('button', { name: 'Sign out' }).click();
    for (const tab of [page, ...others])
      await expect(tab.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
    await expect.poll(() => databasesOf(page)).toEqual([]);
    await context.setOffline(false);
    await expectServerToldOfSignOut(page);
    // The server was notified: the cookie opens nothing any more.
    expect(await page.evaluate(async () => (await (await fetch('/api/auth')).json()).data)).toBeNull();
    expect(await databasesOf(page)).toEqual([]);
  });
});

test('a server that does not respond is shown as such, and notified of a sign-out once it does', async ({
  page,
  context,
  consoleErrors,
}) => {
  consoleErrors.allow(noNetwork);
  consoleErrors.allow(respondedWith(401));
  await becomeReader(page);
  const disappear = () => context.route('**/api/**', (route) => route.abort());
  const comeBack = () => context.unroute('**/api/**');
  const banner = page.getByText('You are offline.');

  await disappear();
  await likeOf(likable(page)).click();
  await isPressed(likeOf(likable(page)), true);
  await expect(banner).toBeVisible();
  await expect(unsent(page, 1)).toBeVisible();
  await expect(page.getByText(/Showing what was saved at/)).toBeVisible();
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  await comeBack();
  await expect(banner).toHaveCount(0);
  await expect(page.getByText(/Showing what was saved at/)).toHaveCount(0);
  await expect.poll(() => outboxOf(page)).toEqual([]);

  await disappear();
  // The sign-out is still being sent when the user goes on to another screen, which stays.
  const offline = page.getByText('Signing in needs a connection, and you’re offline.');
  await context.route('**/accounts.signOut*', async (route) => {
    await offline.waitFor().catch(() => undefined);
    await route.abort();
  });
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('accounts.signOut'));
  await page.goto('/user/sign-out');
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await failed;
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))));
  await expect(offline).toBeVisible();
  await context.unroute('**/accounts.signOut*');
  await page.reload();
  expect((await context.cookies()).map(({ name }) => name)).toContain('gatherwell');
  await comeBack();
  await expectServerToldOfSignOut(page);
  await expect(page.getByText(/needs a connection/)).toHaveCount(0);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('gatherwell');
});

test('keeps a tap that was painted when the page is left right afterwards', async ({ page, context }) => {
  await becomeReader(page);
  await page.close();
  const leaves = [0, 20, 100].flatMap((delay): Leave[] => [
    { way: 'navigate', delay, slowdown: 4 },
    { way: 'close', delay, slowdown: 1 },
  ]);
  expect(await findLostTaps(context, leaves)).toEqual([]);
});

test('a post of a list that is no longer on the device is fetched again, and a like of it stays', async ({
  page,
}) => {
  await becomeReader(page);
  await page.goto('/?nearby=anywhere');
  const link = likable(page).getByRole('heading').getByRole('link');
  const path = (await link.getAttribute('href')) ?? '';
  const card = page.getByRole('article').filter({ has: page.locator(`h2 [href="${path}"]`) });
  const isKept = async () => (await rowsOf(page, 'posts')).some((row) => path.endsWith(String(row['_id'])));
  await expect.poll(isKept).toBe(true);
  // As a snapshot does that has other posts, and without a word to the page.
  await page.evaluate(async () => {
    const [info] = (await indexedDB.databases()).filter(({ name }) => name?.startsWith('gatherwell-'));
    const open = indexedDB.open(info?.name ?? '');
    await new Promise((resolve) => (open.onsuccess = resolve));
    const cleared = open.result.transaction('posts', 'readwrite');
    cleared.objectStore('posts').clear();
    await new Promise((resolve) => (cleared.oncomplete = resolve));
    open.result.close();
  });
  await likeOf(card).click();
  await expect.poll(isKept).toBe(true);
  await expect.poll(() => outboxOf(page)).toEqual([]);
  await expect(likeOf(card)).toHaveAttribute('aria-pressed', 'true');
});

test('a post stays on the screen when the first copy arrives without it', async ({ page, signInAs }) => {
  const head = await holdUp(page, '**/*events.head*');
  await signInAs(page, 'noor', '/search/community-activity');
  const strangers = page.getByRole('button', { name: /^Follow (?!.*\bzz)/ });
  await lastingPosts(page).filter({ has: strangers }).last().getByRole('heading').getByRole('link').click();
  const share = page.getByRole('article').getByRole('button', { name: 'Share' });
  await expect(share).toHaveCount(1);
  await share.evaluate((button) => button.setAttribute('data-first', ''));
  await head.reached;
  const fetchedAgain = page.waitForResponse((response) => response.url().includes('posts.byId'));
  head.release();
  await expectCopyMade(page);
  await fetchedAgain;
  await expect(share).toHaveAttribute('data-first');
});

test('one tab listens and sends for all, and another when it is closed', async ({ page, context }) => {
  let sockets = 0;
  context.on('page', (tab) => tab.on('websocket', () => (sockets += 1)));
  page.on('websocket', () => (sockets += 1));
  await becomeReader(page);
  await page.goto('/');
  await expect(likable(page)).toBeVisible();
  const before = sockets;
  const second = await context.newPage();
  const third = await context.newPage();
  for (const tab of [second, third]) {
    await tab.goto('/');
    await expect(likable(tab)).toBeVisible();
  }
  await likeOf(likable(third)).click();
  for (const tab of [page, second]) await isPressed(likeOf(likable(tab)), true);
  await expect.poll(() => outboxOf(third)).toEqual([]);
  expect(sockets).toBe(before);

  await page.close();
  await expect.poll(() => sockets).toBe(before + 1);
  await likeOf(likable(second)).click();
  await isPressed(likeOf(likable(third)), false);
  await expect.poll(() => outboxOf(third)).toEqual([]);
  await third.reload();
  await isPressed(likeOf(likable(third)), false);
});

test('what the server rejects is shown, and can be retried or discarded', async ({
  page,
  newPerson,
  consoleErrors,
}) => {
  consoleErrors.allow(respondedWith(404));
  const organization = await newPerson();
  await signUp(organization, 'organization', newEmail('carol'));
  const name = unique('Kettle House');
  await field(organization, 'Name').fill(name);
  await organization.getByRole('button', { name: 'Next' }).click();
  await organization.waitForURL((url) => !url.pathname.includes('basic-info'));
  await organization.goto('/post/mine/create?postType=general');
  await field(organization, 'Title').fill('Soon withdrawn');
  await organization.getByRole('button', { name: 'Save and Publish' }).click();
  await expect(organization.getByRole('heading', { level: 1, name: 'Soon withdrawn' })).toBeVisible();
  const address = new URL(organization.url()).pathname;

  await becomeReader(page);
  await page.goto(address);
  await expect(likeOf(page.getByRole('article'))).toBeVisible();
  await organization.goto('/post/manage');
  await organization.getByRole('button', { name: 'Delete Soon withdrawn' }).click();
  await organization.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(organization.getByText('No Post Found')).toBeVisible();

  await likeOf(page.getByRole('article')).click();
  await expectToast(page, 'Like “Soon withdrawn”. Post is not available');
  await isPressed(likeOf(page.getByRole('article')), false);
  await page.setViewportSize(phone);
  await unsent(page, 1).click();
  const panel = page.getByRole('dialog', { name: 'Not sent yet' });
  await expect(panel.getByText('Failed: Post is not available')).toBeVisible();
  await panel.getByRole('button', { name: /^Retry: Like/ }).click();
  await expect.poll(async () => (await outboxOf(page)).map(({ state }) => state)).toEqual(['failed']);
  await panel.getByRole('button', { name: /^Discard: Like/ }).click();
  await expect(unsent(page, 1)).toHaveCount(0);
  expect(await outboxOf(page)).toEqual([]);
});

test('signing out in one of three tabs leaves nothing in any', async ({ page, context, consoleErrors }) => {
  // The server may be faster to end a stream than the other tab to report why.
  consoleErrors.allow(respondedWith(401));
  await becomeReader(page);
  const tabs = [page, await context.newPage(), await context.newPage()];
  for (const tab of tabs) {
    await tab.goto('/');
    await expect(likable(tab)).toBeVisible();
  }
  await tabs[1]?.goto('/user/sign-out');
  for (const tab of tabs)
    await expect(tab.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect.poll(() => databasesOf(page)).toEqual([]);
  for (const tab of tabs)
    expect(await tab.getByRole('article').filter({ hasText: 'Following' }).count()).toBe(0);
});

test('a session that is ended elsewhere ends here at once, and keeps what was not sent for its user', async ({
  page,
  newPerson,
  consoleErrors,
}) => {
  consoleErrors.allow(noNetwork);
  consoleErrors.allow(respondedWith(401));
  const email = await becomeReader(page);
  await page.context().setOffline(true);
  await likeOf(likable(page)).click();
  await expect(unsent(page, 1)).toBeVisible();
  const title = await likable(page).getByRole('heading').textContent();

  // A new password ends all other sessions.
  const elsewhere = await newPerson();
  const signedIn = await elsewhere.request.post('/api/auth/sign-in', { data: { email, password } });
  const { token } = (await signedIn.json()).data;
  const changed = await elsewhere.request.put('/api/auth/change-password', {
    headers: { authorization: `Bearer ${token}`, origin: new URL(page.url()).origin },
    data: { oldPassword: password, newPassword: 'battery staple' },
  });
  expect(changed.ok()).toBe(true);
  await page.context().setOffline(false);

  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect.poll(() => rowsOf(page, 'posts')).toEqual([]);
  expect(await outboxOf(page)).toMatchObject([{ name: 'say' }]);

  await page.goto('/user/sign-in');
  await expect(page.getByText(/that isn’t sent or saved yet: 1 change/)).toBeVisible();
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill('battery staple');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  const card = page.getByRole('article', { name: title ?? '' });
  await isPressed(likeOf(card), true);
  await expect.poll(() => outboxOf(page)).toEqual([]);
  await page.reload();
  await isPressed(likeOf(card), true);
});

test('another user who signs in gets nothing of the one before', async ({ page, consoleErrors }) => {
  consoleErrors.allow(noNetwork);
  consoleErrors.allow(respondedWith(401));
  await becomeReader(page);
  const [before] = await databasesOf(page);
  await page.context().setOffline(true);
  await likeOf(likable(page)).click();
  await expect(unsent(page, 1)).toBeVisible();
  await page.context().clearCookies();
  const sent = namesSent(page.context());
  await page.context().setOffline(false);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect(await outboxOf(page)).toHaveLength(1);
  sent.length = 0;

  await signUp(page, 'individual', newEmail('bob'));
  await expect.poll(() => databasesOf(page)).not.toContain(before);
  expect(await outboxOf(page)).toEqual([]);
  expect(sent).toEqual([]);
});

test('events come where sockets do not get through, also after a response that never began', async ({
  browser,
  baseURL,
  extraHTTPHeaders,
  consoleErrors,
}) => {
  consoleErrors.allow(noNetwork);
  await using proxy = await startProxy(baseURL ?? '');
  const context = await proxy.open(browser, extraHTTPHeaders);
  consoleErrors.listen(context);
  const page = await context.newPage();
  let asked = 0;
  await context.route('**/api/trpc/events.stream*', (route) => {
    asked += 1;
    // The first never gets a response.
    return asked === 1 ? undefined : route.fallback();
  });
  await becomeReader(page);
  await isPressed(likeOf(likable(page)), false);
  await expect.poll(() => asked, { timeout: 60_000 }).toBeGreaterThan(1);
  // What another device of theirs does comes by nothing but an event.
  const details = await likable(page).locator('a[href^="/post/"]').first().getAttribute('href');
  const response = await page.request.post(`/api/posts/${details?.split('/').at(-1)}/like`, {
    headers: { origin: proxy.origin },
  });
  expect(response.status()).toBe(200);
  await isPressed(likeOf(likable(page)), true);
  await context.close();
});

test('a new version waits until it is wanted; old tabs go on, and what is not sent outlasts it', async ({
  browser,
  baseURL,
  extraHTTPHeaders,
  consoleErrors,
}) => {
  await using proxy = await startProxy(baseURL ?? '');
  const context = await proxy.open(browser, extraHTTPHeaders);
  consoleErrors.listen(context);
  consoleErrors.allow(noNetwork);
  const page = await context.newPage();
  await becomeReader(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  const other = await context.newPage();
  await other.goto('/');
  await reloadPastServiceWorker(other);
  await context.setOffline(true);
  await likeOf(likable(page)).click();
  await expect(unsent(page, 1)).toBeVisible();
  proxy.publish();
  await context.setOffline(false);
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));

  const offer = (tab: Page) => tab.getByText('A new version of Gatherwell is ready.');
  for (const tab of [page, other]) await expect(offer(tab)).toBeVisible();
  await expect.poll(() => outboxOf(other)).toEqual([]);
  await likeOf(likable(other)).click();
  for (const tab of [page, other]) await isPressed(likeOf(likable(tab)), false);

  await page.getByRole('button', { name: 'Reload' }).click();
  for (const tab of [page, other]) {
    await expect(offer(tab)).toHaveCount(0);
    await isPressed(likeOf(likable(tab)), false);
  }
  await context.close();
});

/** Reloads as with Shift held: no service worker controls the page then. */
async function reloadPastServiceWorker(tab: Page) {
  const session = await tab.context().newCDPSession(tab);
  const isLoaded = tab.waitForEvent('load');
  await session.send('Page.reload', { ignoreCache: true });
  await isLoaded;
  await expect(likable(tab)).toBeVisible();
  expect(await tab.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
}

/** The product behind a server that lets no sockets through, and can hand out another version of the service worker. */
async function startProxy(target: string) {
  let isNew = false;
  const server = createServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming;
    const { 'if-none-match': _, origin, ...asked } = headers;
    const forward = request(
      target + url,
      {
        method,
        // The server takes writes of pages from its own address only.
        headers: { ...asked, 'accept-encoding': 'identity', ...(origin !== undefined && { origin: target }) },
      },
      (response) => {
        const { 'content-length': _, ...headers } = response.headers;
        outgoing.writeHead(response.statusCode ?? 500, headers);
        response.pipe(outgoing, { end: false });
        response.on('end', () => outgoing.end(isNew && url === '/sw.js' ? '\n// Another version.' : ''));
      },
    );
    forward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forward.destroy());
    incoming.pipe(forward);
  });
  server.on('upgrade', (_, socket) => socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://localhost:${port}`;
  return {
    origin,
    /** A browser that reaches the product through here. */
    open: (browser: Browser, extraHTTPHeaders: Record<string, string> | undefined) =>
      browser.newContext({ baseURL: origin, ...(extraHTTPHeaders && { extraHTTPHeaders }) }),
    publish: () => {
      isNew = true;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
