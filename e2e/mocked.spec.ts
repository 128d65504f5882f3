import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { InjectedFault } from '#src/mocks/gatherwell-mocked.ts';
import {
  expect,
  expectAccessible,
  field,
  newEmail,
  password,
  phone,
  respondedWith,
  signIn,
  signUp,
  test,
} from './fixtures.ts';

const openPanel = (page: Page) => page.getByRole('button', { name: 'Test scenario' }).click();
const panelTab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

/** Writes a draft as an organization of the demo community. */
async function writeDraft(page: Page, title: string): Promise<void> {
  await page.goto('/post/mine/create?postType=general');
  await field(page, 'Title').fill(title);
  await page.getByRole('button', { name: 'Save As Draft' }).click();
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();
}

/** Where PGlite keeps the database of the demo community: by a file's name, its content. */
const kept = { name: '/pglite/gatherwell-mocked', version: 21, files: 'FILE_DATA' };

/** Waits until the browser keeps the database, which is a second after it was made. */
const becomesKept = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async ({ name, files }) => {
        const open = indexedDB.open(name);
        await new Promise((resolve) => {
          open.onsuccess = resolve;
        });
        const count = open.result.transaction(files).objectStore(files).count();
        await new Promise((resolve) => {
          count.onsuccess = resolve;
        });
        open.result.close();
        return count.result;
      }, kept),
    )
    .toBeGreaterThan(0);

test('what was done is there in other tabs, and when the browser is opened again', async ({
  playwright,
  launchOptions,
  baseURL,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'gatherwell-profile-'));
  const openBrowser = () =>
    playwright.chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: baseURL ?? '' });
  try {
    const first = await openBrowser();
    const page = await first.newPage();
    await page.goto('/about-us?scenario-user=larkfield@demo.gatherwell.example');
    await page.waitForURL('/about-us');
    await writeDraft(page, 'Lanterns for the bridge');
    const other = await first.newPage();
    await other.goto('/post/manage');
    await expect(other.getByRole('link', { name: 'Lanterns for the bridge', exact: true })).toBeVisible();
    await becomesKept(other);
    await first.close();

    const second = await openBrowser();
    const later = await second.newPage();
    await later.goto('/post/manage');
    await expect(later.getByRole('link', { name: 'Lanterns for the bridge', exact: true })).toBeVisible();
    await second.close();
  } finally {
    await rm(profile, { recursive: true });
  }
});

test('a browser that was closed before it kept the new database starts it once more', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto('/icon.svg');
  await page.evaluate(async ({ name, version, files }) => {
    const open = indexedDB.open(name, version);
    open.onupgradeneeded = () => open.result.createObjectStore(files).createIndex('timestamp', 'timestamp');
    await new Promise((resolve) => {
      open.onsuccess = resolve;
    });
    open.result.close();
  }, kept);
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  await context.close();
});

test('a visitor reads the rest where the code of the posts cannot be had', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_FAILED|Failed to fetch dynamically imported module/);
  await page.route('**/assets/fetched-posts-*.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Join Gatherwell' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('main').getByRole('alert').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('a start afresh forgets what was done, in all tabs', async ({
  page,
  signInAs,
  context,
  consoleErrors,
}) => {
  // The other tab may find that its session is over before it is to reload.
  consoleErrors.allow(respondedWith(401));
  await signInAs(page, 'larkfield');
  await writeDraft(page, 'Soon forgotten');
  const other = await context.newPage();
  await other.goto('/post/manage');
  await expect(other.getByRole('link', { name: 'Soon forgotten', exact: true })).toBeVisible();

  await openPanel(page);
  await page.getByRole('button', { name: 'Start afresh' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(other.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await signInAs(page, 'larkfield', '/post/manage');
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Soon forgotten', exact: true })).toHaveCount(0);
});

test('a start afresh keeps the scripts that a tester saved, until they are deleted', async ({ page }) => {
  await page.goto('/about-us');
  const openFaults = async () => {
    await openPanel(page);
    await panelTab(page, 'Faults');
  };
  await openFaults();
  await field(page, 'Name').fill('Likes get lost');
  await field(page, 'Script').fill('posts.like: lost');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await panelTab(page, 'People');
  await page.getByRole('button', { name: 'Start afresh' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await openFaults();
  const saved = page.getByRole('combobox', { name: 'Saved scripts' });
  await saved.click();
  await page.getByRole('option', { name: 'Likes get lost' }).click();
  await expect(field(page, 'Script')).toHaveValue('posts.like: lost');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await saved.click();
  await expect(page.getByRole('option', { name: 'A busy server' })).toBeVisible();
  await expect(page.getByRole('option', { name: 'Likes get lost' })).toHaveCount(0);
});

test('the panel signs in as anybody', async ({ page }) => {
  await page.goto('/about-us');
  await openPanel(page);
  await page.getByRole('combobox', { name: 'Signed in as' }).click();
  await page.getByRole('option', { name: 'Maria Fernandes (individual)' }).click();
  await page.getByRole('button', { name: 'Your profile' }).click();
  await expect(page.getByRole('menuitem', { name: 'Welcome Maria Fernandes' })).toBeVisible();
});

test('a tab can have another user than the others', async ({ page, signInAs, newPerson }) => {
  await signInAs(page, 'maria');
  const other = await newPerson();
  await signInAs(other, 'larkfield', '/dashboard');
  await expect(other.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.goto('/edit/individual/basic-info');
  await expect(field(page, 'First name')).toHaveValue('Maria');
});

test('a tab may do as much in a minute as a stranger, however much other tabs did', async ({
  page,
  newPerson,
  consoleErrors,
}) => {
  consoleErrors.allow(respondedWith(429));
  const checkOnce = async (tab: Page) => {
    // Before, a request would reach who serves the files.
    await tab.getByRole('button', { name: 'Test scenario' }).waitFor();
    return tab.evaluate(async () => (await fetch('/api/users/email/nobody@example.org')).status);
  };
  await page.goto('/about-us');
  const other = await newPerson();
  for (let check = 0; check < 10; check += 1) expect(await checkOnce(page)).toBe(200);
  expect(await checkOnce(page)).toBe(429);
  await page.reload();
  expect(await checkOnce(page)).toBe(429);
  expect(await checkOnce(other)).toBe(200);
});

test('the links in mails can be followed from the mailbox', async ({ page }) => {
  await page.goto('/user/forgot-password');
  await field(page, 'Email').fill('noor@demo.gatherwell.example');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await openPanel(page);
  await panelTab(page, 'Mailbox');
  await expect(page.getByText('To noor@demo.gatherwell.example')).toBeVisible();
  await page.getByRole('link', { name: /reset-password/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reset password' })).toBeVisible();
});

test('without a network the product shows that, until there is one again', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/net::ERR_FAILED/);
  await page.goto('/about-us?scenario-offline=1');
  await expect(page.getByText('You are offline.')).toBeVisible();
  await openPanel(page);
  await panelTab(page, 'Network');
  await page.getByRole('switch', { name: 'Offline' }).click();
  await expect(page.getByText('You are offline.')).toHaveCount(0);
});

test('a screen whose data cannot be had shows that, and retries', async ({ page, consoleErrors }) => {
  consoleErrors.allow(respondedWith(500));
  await page.goto('/search/user/maria?scenario-fail=profiles.search:500');
  await expect(page.getByRole('main').getByRole('button', { name: 'Retry' })).toBeVisible();
  await page.goto('/search/user/maria?scenario-fail=');
  await expect(page.getByRole('link', { name: /Maria Fernandes/ })).toBeVisible();
});

test('responses are delayed for as long as is configured', async ({ page }) => {
  await page.goto('/about-us?scenario-latency=60000');
  await page.getByRole('combobox', { name: 'Search people and organizations' }).fill('maria');
  await expect(page.getByRole('listbox').getByText('Searching…')).toBeVisible();
  await page.goto('/search/user/maria?scenario-latency=0');
  await expect(page.getByRole('link', { name: /Maria Fernandes/ })).toBeVisible();
});

test('no page is blank, before the server is there and while it responds to nothing', async ({ context }) => {
  const page = await context.newPage();
  const started = Promise.withResolvers<void>();
  // What brings requests to the server.
  await page.route('**/assets/tester-*', async (route) => {
    await started.promise;
    await route.continue();
  });
  await page.goto('/?scenario-user=maria&scenario-latency=60000', { waitUntil: 'commit' });
  const note = page.getByText('Starting the mocked Gatherwell…');
  await expect(note).toBeVisible();
  started.resolve();
  await expect(note).toBeHidden();
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.getByRole('main')).not.toBeEmpty();
});

test('a call whose response is lost was done all the same', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/net::ERR_FAILED/);
  const email = newEmail('eve');
  await page.goto('/user/sign-up?scenario-fail=accounts.signUp:lost');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await field(page, 'Confirm password').fill(password);
  await page.getByRole('checkbox', { name: /I agree to the/ }).click();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText(/The server cannot be reached/)).toBeVisible();
  await signIn(page, email);
  await expect(page).toHaveURL('/');
});

test('a script of faults is named, recorded, replayed exactly and shared as a link', async ({
  page,
  context,
  consoleErrors,
}) => {
  consoleErrors.allow(respondedWith(503));
  consoleErrors.allow(/net::ERR_FAILED/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const retry = page.getByRole('main').getByRole('button', { name: 'Retry' });
  const found = page.getByRole('link', { name: /Maria Fernandes/ });
  const happened = page.getByRole('region', { name: 'What happened' }).getByRole('listitem');
  const faults =
    'name A bad day; seed 7; profiles.search calls 1-2: 503 overloaded; profiles.search call 3: latency 5';

  await page.goto(`/search/user/maria?scenario-faults=${encodeURIComponent(faults)}`);
  await retry.click();
  await expect(retry).toBeVisible();
  await retry.click();
  await expect(found).toBeVisible();
  const expectLog = async () => {
    await openPanel(page);
    await panelTab(page, 'Faults');
    await expect(happened).toHaveText([
      /search call 3: latency 5$/,
      /search call 2: 503 overloaded$/,
      /search call 1: 503/,
    ]);
  };
  await expectLog();
  await expect(field(page, 'Name')).toHaveValue('A bad day');

  await page.getByRole('button', { name: 'Use as script' }).click();
  await expect(field(page, 'Script')).toHaveValue(
    'profiles.search calls 1-2: 503 overloaded\nprofiles.search call 3: latency 5',
  );
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('button', { name: 'Replay' }).click();
  await retry.click();
  await retry.click();
  await expect(found).toBeVisible();
  await expectLog();

  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain('scenario-faults=name+A+bad+day;+profiles.search+calls+1-2:+503+overloaded');
  await page.goto(link);
  await retry.click();
  await retry.click();
  await expect(found).toBeVisible();
  await expectLog();

  await field(page, 'Script').fill('profiles.search: 503\nposts.like call 2: loose');
  await expect(page.getByText('Line 2, column 20: "loose" is not a fault.')).toBeVisible();
  await page.goto('/search/user/maria?scenario-faults=');
  await expect(found).toBeVisible();
});

test('an event stream that breaks, and brings its messages twice or late, loses nothing', async ({
  page,
  signInAs,
  newPerson,
  consoleErrors,
}) => {
  consoleErrors.allow(/net::ERR_FAILED|ERR_INCOMPLETE_CHUNKED_ENCODING/);
  const faults =
    'events.stream calls 1-2: cut after 1; events.stream call 3: reorder 1; events.stream: duplicate; events.stream: slow 300';
  await signInAs(
    page,
    'larkfield',
    `/post/mine/create?postType=general&scenario-faults=${encodeURIComponent(faults)}`,
  );
  const other = await newPerson();
  await signInAs(other, 'larkfield', '/post/manage');
  const injected = async () => {
    const read = async () => (await window.gatherwellMocked?.injectedFaults()) ?? [];
    const faults: InjectedFault[] = await page.evaluate(read);
    return faults.map(({ procedure, call, fault }) => `${procedure} call ${call}: ${fault}`);
  };
  // A stream that broke is there again before the next is written; what is late comes after the next.
  const titles = {
    'First lantern': 'call 1: cut after 1',
    'Second lantern': 'call 2: cut after 1',
    'Third lantern': 'call 3: reorder 1',
    'Fourth lantern': 'call 3: duplicate 2',
    'Fifth lantern': 'call 4: duplicate 1',
  };
  for (const [title, fault] of Object.entries(titles)) {
    await writeDraft(other, title);
    await expect.poll(injected).toContain(`events.stream ${fault}`);
  }
  await page.goto('/post/manage');
  for (const title of Object.keys(titles))
    await expect(page.getByRole('link', { name: title, exact: true })).toHaveCount(1);
});

test.describe('at another time', () => {
  // Whatever is due by then happens.
  test.use({ isAlone: true });

  test('the clock of the page and of the server go on from the given instant', async ({ page }) => {
    await page.goto('/about-us?scenario-now=2031-05-04T10:00:00Z');
    await page.waitForURL('/about-us');
    await signUp(page, 'organization', newEmail('clinic'));
    await writeDraft(page, 'From another year');
    expect(await page.evaluate(() => new Date().toISOString())).toMatch(/^2031-05-04T10:/);
    const writtenAt = page.getByRole('main').locator('time');
    await expect(writtenAt).toHaveAttribute('datetime', /^2031-05-04T10:/);
  });
});

test('a switch that cannot be understood is rejected with a message', async ({ page }) => {
  const { promise: message, resolve } = Promise.withResolvers<string>();
  page.once('dialog', (dialog) => {
    resolve(dialog.message());
    return dialog.accept();
  });
  await page.goto('/about-us?scenario-latency=soon');
  expect(await message).toBe('"soon" is not a number of milliseconds from 0 to 60000.');
  await expect(page.getByRole('heading', { level: 1, name: 'About us' })).toBeVisible();
});

test('the panel has nothing in the way, on a phone and at a desk', async ({ page }) => {
  await page.goto('/about-us');
  await openPanel(page);
  const tabs = page.getByRole('tablist', { name: 'Test scenario' });
  for (const tab of ['People', 'Network', 'Faults', 'Clock', 'Mailbox', 'Record']) {
    await panelTab(page, tab);
    for (const size of [phone, { width: 1280, height: 800 }]) {
      await page.setViewportSize(size);
      await expectAccessible(page);
      expect(await tabs.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    }
  }
});
