import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
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

test('a start afresh forgets what was done, in all tabs', async ({ page, signInAs, context }) => {
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
  for (const tab of ['People', 'Network', 'Clock', 'Mailbox']) {
    await panelTab(page, tab);
    for (const size of [phone, { width: 1280, height: 800 }]) {
      await page.setViewportSize(size);
      await expectAccessible(page);
    }
  }
});
