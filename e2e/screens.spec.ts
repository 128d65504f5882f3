import type { Page, WebSocket } from '@playwright/test';
import {
  expect,
  expectCopyMade,
  expectToast,
  field,
  holdUp,
  inMocked,
  newEmail,
  password,
  respondedWith,
  test,
} from './fixtures.ts';
import { mixedDirections } from './layout.ts';
import { openScreen } from './open-screen.ts';

const unknownId = '00000000-0000-7000-8000-000000000000';

test('the footer leads to what the product says of itself', async ({ page }) => {
  await page.goto('/about-us');
  for (const [path, title] of [
    ['/privacy-policy', 'Privacy policy'],
    ['/terms-and-conditions', 'Terms and conditions'],
    ['/contact-us', 'Contact us'],
    ['/about-us', 'About us'],
  ] as const) {
    await page.getByRole('contentinfo').getByRole('link', { name: title }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(title));
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
});

test('feedback is sent, and missing fields are reported', async ({ page }) => {
  await page.goto('/contact-us');
  const send = page.getByRole('main').getByRole('button', { name: 'Send' });
  await send.click();
  await expect(field(page, 'Full name')).toHaveAccessibleDescription(/This field is required/);
  await field(page, 'Full name').fill('Dan Example');
  await field(page, 'Contact email').fill('dan@example.org');
  await field(page, 'Concern/Question').fill('How do I start?');

  // A mouse that is moved away before it is released presses nothing; a button that is moved away is pressed.
  const toast = page.getByText('Feedback saved.');
  const topOf = async () => (await send.boundingBox())?.y ?? 0;
  const box = await send.boundingBox();
  if (!box) throw new Error('Send is not shown.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + 400, { steps: 4 });
  await page.mouse.up();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await expect(toast).toBeHidden();
  await send.evaluate((button) => {
    button.style.marginTop = '200px';
  });
  await expect.poll(topOf).toBeGreaterThan(box.y + box.height);
  await page.mouse.up();
  await expectToast(page, 'Feedback saved.');
  await expect(field(page, 'Concern/Question')).toHaveValue('');
});

test('an unknown address shows that and leads home', async ({ page, consoleErrors }) => {
  consoleErrors.allow(respondedWith(404));
  await page.goto('/no/such/place');
  await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeAttached();
  await expect(page.getByText('This page doesn’t exist')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Go to the feed' }).click();
  await expect(page).toHaveURL('/');
});

test('a page turns no string into a script or markup', { tag: inMocked }, async ({
  page,
  mode,
  consoleErrors,
}) => {
  consoleErrors.allow(/Trusted(HTML|ScriptURL|Type)|createPolicy|trusted-types/);
  const answer = await page.goto('/about-us');
  const policy =
    mode === 'real'
      ? answer?.headers()['content-security-policy']
      : await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types gatherwell#");
  expect(policy).not.toMatch(/trusted-types[^;]*(default|\*|allow-duplicates)/);
  const passed = await page.evaluate(() => {
    const { trustedTypes } = window as unknown as {
      trustedTypes: { createPolicy: (name: string, rules: object) => void };
    };
    const attempts = {
      markup: () => {
        document.createElement('div').innerHTML = '<img>';
      },
      'a document': () => new DOMParser().parseFromString('<p>', 'text/html'),
      'a script': () => {
        document.createElement('script').src = '/boot.js';
      },
      'a worker': () => new Worker('/boot.js'),
      'a policy for anything': () => trustedTypes.createPolicy('default', {}),
    };
    return Object.entries(attempts).flatMap(([name, attempt]) => {
      try {
        attempt();
        return [name];
      } catch (error) {
        return error instanceof TypeError ? [] : [name, String(error)];
      }
    });
  });
  expect(passed).toEqual([]);
});

test('a post that is unknown is not available', async ({ page, consoleErrors }) => {
  consoleErrors.allow(respondedWith(404));
  consoleErrors.allow(respondedWith(400));
  for (const id of [unknownId, 'nonsense']) {
    await page.goto(`/post/event/details/${id}`);
    await expect(page.getByText('Post is not available').filter({ visible: true }).first()).toBeVisible();
  }
});

test('the page of a post is described to who runs no script, and shown to who does', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto('/');
  const link = page.getByRole('main').getByRole('link').and(page.locator('[href^="/post/"]')).first();
  const path = (await link.getAttribute('href')) ?? '';
  const context = await browser.newContext({ javaScriptEnabled: false });
  const bare = await context.newPage();
  expect((await bare.goto(`${baseURL}${path}`))?.status()).toBe(200);
  const title = await bare.locator('meta[property="og:title"]').getAttribute('content');
  await expect(bare).toHaveTitle(`${title} · Gatherwell`);
  await expect(bare.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`${path}$`));
  await expect(bare.getByRole('heading', { level: 1, name: title ?? '' })).toBeVisible();
  await context.close();

  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: title ?? '' })).toBeVisible();
  await expect(page).toHaveTitle(`${title} · Gatherwell`);
});

test('the program comes after the first paint of what the server rendered', async ({ page }) => {
  await page.goto('/');
  const data = page.locator('#page-data');
  await expect(data).toHaveCount(0);
  const { painted, asked } = await page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    asked: performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/assets\/.*\.js$/.test(name))
      .map(({ startTime }) => startTime),
  }));
  expect(asked).not.toEqual([]);
  expect(Math.min(...asked)).toBeGreaterThanOrEqual(painted);

  // Also where the browser says nothing of its paints.
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => undefined;
  });
  await page.goto('/user/sign-up');
  await expect(data).toHaveCount(0);
});

for (const { timezoneId, isNamed } of [
  { timezoneId: 'America/Toronto', isNamed: false },
  { timezoneId: 'Europe/Berlin', isNamed: true },
])
  test.describe(`to a visitor in ${timezoneId}`, () => {
    test.use({ timezoneId });

    test(`events in Toronto ${isNamed ? 'name' : 'do not name'} their zone, also before the program is there`, async ({
      page,
      newPerson,
    }) => {
      const house = await newPerson();
      await newAccount(house, 'organization', { name: 'The Lantern Room' });
      const { _id: post } = await call<Entity>(house, 'POST', '/posts', {
        postType: 'event',
        title: 'Lanterns on the ravine',
        isActive: true,
        startDateTime: '2030-05-30T18:00:00Z',
        endDateTime: '2030-05-30T20:00:00Z',
        timeZone: 'America/Toronto',
      });
      const program = await holdUp(page, '**/assets/program-*.js');
      await page.goto(`/post/event/details/${post}`, { waitUntil: 'commit' });
      const times = page.locator('time').filter({ hasText: '05/30/2030' });
      const zone = times.getByText('Toronto)');
      await expect(times).toBeVisible();
      await expect(zone).toBeVisible({ visible: isNamed });
      program.release();
      await expect(page.locator('#page-data')).toHaveCount(0);
      await expect(zone).toHaveCount(isNamed ? 1 : 0);
    });
  });

test('what a visitor does before the program is there is not lost', async ({ page }) => {
  const program = await holdUp(page, '**/assets/program-*.js');
  const shifts = async () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) =>
            resolve(
              list
                .getEntries()
                .reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0),
            ),
          ).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(0), 500);
        }),
    );
  await page.goto('/user/sign-up', { waitUntil: 'commit' });
  const email = page.getByRole('textbox', { name: 'Email' });
  await email.fill('alice.example.org');
  await page.getByRole('button', { name: 'Sign up' }).click();
  program.release();
  await expect(page.getByText("'alice.example.org' is not a valid email")).toBeVisible();
  await expect(email).toHaveValue('alice.example.org');

  await page.goto('/');
  await expect(page.locator('#page-data')).toHaveCount(0);
  expect(await shifts()).toBeLessThan(0.02);
});

test('a page that the browser keeps for Back holds nothing open, and catches up when it is shown again', async ({
  page,
  baseURL,
  signInAs,
  consoleErrors,
}) => {
  // Dexie reports it for a transaction that ends after the event: a page that is kept does not run until it is shown.
  consoleErrors.allow(/'BroadcastChannel': Channel is closed/);
  const sockets: WebSocket[] = [];
  page.on('websocket', (socket) => sockets.push(socket));
  const isConnected = () => sockets.some((socket) => !socket.isClosed());
  const locks = () =>
    page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name) ?? []);

  await signInAs(page, 'maria', '/');
  const [articles, button] = [page.getByRole('article'), { name: /^Like/ }];
  const address = await articles
    .filter({ has: page.getByRole('button', { ...button, pressed: false }) })
    .first()
    .getByRole('heading')
    .getByRole('link')
    .getAttribute('href');
  const like = articles.filter({ has: page.locator(`a[href="${address}"]`) }).getByRole('button', button);
  await expectCopyMade(page);
  await expect.poll(isConnected).toBe(true);
  await expect.poll(locks).not.toEqual([]);

  // Chromium's shell without windows keeps no pages: these are the events that a page gets where they are kept.
  const dispatch = (name: 'pagehide' | 'pageshow') =>
    page.evaluate((type) => dispatchEvent(new PageTransitionEvent(type, { persisted: true })), name);
  await dispatch('pagehide');
  await expect.poll(isConnected).toBe(false);
  await expect.poll(locks).toEqual([]);
  const response = await page.request.post(`/api/posts/${address?.split('/').at(-1)}/like`, {
    headers: { origin: new URL(baseURL ?? '').origin },
    data: {},
  });
  expect(response.status()).toBe(200);
  await expect(like).toHaveAttribute('aria-pressed', 'false');

  await dispatch('pageshow');
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(isConnected).toBe(true);
});

test('an unknown user is not found', async ({ page, consoleErrors }) => {
  consoleErrors.allow(respondedWith(404));
  await page.goto(`/individual/details/${unknownId}`);
  await expect(page.getByText('No User Found').filter({ visible: true }).first()).toBeVisible();
});

test('people and organizations are found by name', async ({ page }) => {
  await page.goto('/');
  const box = page.getByRole('combobox', { name: 'Search people and organizations' });
  await box.fill('ma');
  await expect(page.getByRole('listbox').getByText('Type at least 3 letter')).toBeVisible();
  await box.fill('larkfield com');
  // 25 characters, the last of them an ellipsis.
  await expect(
    page
      .getByRole('group', { name: 'ORGANIZATIONS' })
      .getByRole('option', { name: 'Larkfield Community Gard…' }),
  ).toBeVisible();
  await box.fill('maria');
  await expect(
    page.getByRole('group', { name: 'INDIVIDUALS' }).getByRole('option', { name: 'Maria Fernandes' }),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search/user/maria');
  await expect(page.getByRole('heading', { name: 'INDIVIDUALS' })).toBeVisible();
});

test('names that are written from right to left turn nothing around them', async ({
  page: maria,
  newPerson,
  signInAs,
}) => {
  const [layla, house] = [await newPerson(), await newPerson()];
  const person = await newAccount(layla, 'individual', {
    firstName: 'ليلى',
    lastName: 'حداد',
    address: { code: '19104' },
  });
  const organization = await newAccount(house, 'organization', { name: 'بيت القهوة' });
  await signInAs(maria, 'maria', '/about-us');
  const { _id: me } = await call<Entity>(maria, 'GET', '/auth');
  await call(maria, 'POST', '/follows/follow', { followerId: me, followingId: organization });
  const { _id: post } = await call<Entity>(house, 'POST', '/posts', {
    postType: 'event',
    title: 'أمسية شعر',
    description: 'قهوة وشعر',
    isActive: true,
    startDateTime: '2030-05-30T18:00:00Z',
    endDateTime: '2030-05-30T20:00:00Z',
    timeZone: 'America/Toronto',
  });
  await call(layla, 'POST', '/follows/follow', { followerId: person, followingId: me });
  await call(layla, 'POST', '/friendships/', { senderId: person, receiverId: me });
  await call(layla, 'POST', '/conversations/message', { senderId: person, receiverId: me, text: 'مرحبا' });
  await call(maria, 'POST', '/conversations/message', {
    senderId: me,
    receiverId: organization,
    text: 'Hello',
  });

  /** What each screen shows of them once it has loaded. */
  const screens: [path: string, shown: string][] = [
    ['/', 'أمسية شعر'],
    ['/notification/all', 'ليلى حداد'],
    ['/community/followings', 'بيت القهوة'],
    ['/community/requests/received', 'ليلى حداد'],
    ['/conversation/all', 'مرحبا'],
    [`/individual/message/${person}`, 'ليلى حداد'],
    [`/organization/details/${organization}`, 'أمسية شعر'],
    [`/organization/${organization}/scheduler?view=agenda&date=2030-05-25`, 'أمسية شعر'],
    ['/search/user/ليلى', 'ليلى حداد'],
    ['/wallet', 'بيت القهوة'],
    [`/post/event/details/${post}`, 'قهوة وشعر'],
  ];
  for (const [path, shown] of screens) {
    // Posts that came since the feed was first asked for wait behind a button.
    await (path === '/' ? maria.goto(path) : openScreen(maria, path));
    await expect(maria.getByRole('main').getByText(shown).first()).toBeVisible();
    await expect(maria).toHaveTitle(/Gatherwell$/);
    expect.soft(await mixedDirections(maria), path).toEqual([]);
  }
  await maria.getByRole('button', { name: 'Share' }).click();
  await expect(maria.getByRole('dialog')).toContainText('أمسية شعر');
  expect.soft(await mixedDirections(maria), 'sharing').toEqual([]);
  await maria.goto('/conversation/all');
  await maria.getByRole('main').getByRole('link', { name: /ليلى/ }).click();
  await expect(maria.getByRole('heading', { level: 1, name: 'ليلى حداد' })).toBeVisible();
  expect.soft(await mixedDirections(maria), 'a conversation').toEqual([]);
  await maria.goto('/community/requests/received');
  const accept = maria.getByRole('button', { name: 'Accept the request of ليلى حداد' });
  await accept.click();
  // The request leaves the list as soon as the server has accepted it.
  await expect(accept).toHaveCount(0);
  await maria.goto('/community/friends');
  await maria.getByRole('button', { name: 'Friends with ليلى حداد' }).click();
  await expect(maria.getByRole('alertdialog')).toContainText('ليلى حداد');
  expect.soft(await mixedDirections(maria), 'unfriending').toEqual([]);
});

interface Entity {
  _id: string;
}

/** Calls the API as the page's user does. */
function call<Data>(page: Page, method: string, path: string, body?: object): Promise<Data> {
  return page.evaluate(
    async ([verb, address, content]) => {
      const response = await fetch(`/api${address}`, {
        method: verb,
        headers: { 'content-type': 'application/json' },
        ...(content && { body: JSON.stringify(content) }),
      });
      const { success, message, data } = await response.json();
      if (!success) throw new Error(`${address}: ${message}`);
      return data;
    },
    [method, path, body] as const,
  );
}

/** Signs a page up, with its basic information; returns the user's id. */
async function newAccount(page: Page, userType: string, basicInfo: object): Promise<string> {
  await page.goto('/about-us');
  const account = { email: newEmail(userType), password, userType };
  const { user } = await call<{ user: Entity }>(page, 'POST', '/auth/sign-up', account);
  await call(page, 'PUT', `/users/${user._id}/basic-info`, basicInfo);
  return user._id;
}
