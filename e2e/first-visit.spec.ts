import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** What a browser logs of code that it could not fetch. */
const noNetwork = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch dynamically imported module/;

const card = (page: Page) => page.getByRole('article').first();
const reason = 'Could not be loaded. Check your connection and try again.';

// No service worker has fetched the program: only what the first screen needed is there.
test.describe('a first visit that loses its network', () => {
  test('keeps the screen where a dialog’s code cannot be had, and opens it afterwards', async ({
    page,
    context,
    signInAs,
    consoleErrors,
  }) => {
    consoleErrors.allow(noNetwork);
    await signInAs(page, 'maria', '/');
    await expect(card(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await expect(page.getByText('You are offline.')).toBeVisible();

    await card(page).getByRole('button', { name: 'Share', exact: true }).click();
    await expect(page.getByText(reason)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(card(page)).toBeVisible();

    await page.getByRole('banner').getByRole('combobox').focus();
    await page.getByRole('banner').getByRole('combobox').fill('Larkfield');
    await expect(page.getByRole('banner').getByRole('combobox')).toHaveValue('Larkfield');
    await expect(card(page)).toBeVisible();

    await context.setOffline(false);
    await expect(page.getByText('You are offline.')).toHaveCount(0);
    await card(page).getByRole('button', { name: 'Share', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });

  test('shows that a screen did not load, with Retry', async ({ page, context, signInAs, consoleErrors }) => {
    consoleErrors.allow(noNetwork);
    await signInAs(page, 'maria', '/');
    await expect(card(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await expect(page.getByText('You are offline.')).toBeVisible();

    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Messages/ })
      .click();
    const alert = page.getByRole('alert').filter({ hasText: 'This did not load' });
    await expect(alert).toContainText('Check your connection and try again.');
    await expect(page.getByRole('banner')).toBeVisible();
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(alert).toBeVisible();

    await context.setOffline(false);
    await expect(page.getByText('You are offline.')).toHaveCount(0);
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('region', { name: 'All Messages' })).toBeVisible();
  });

  test('reloads for a screen whose code the server has no longer', async ({
    page,
    signInAs,
    consoleErrors,
  }) => {
    consoleErrors.allow(/404|Failed to fetch dynamically imported module/);
    await signInAs(page, 'maria', '/');
    await expect(card(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    let reloads = 0;
    page.on('request', (request) => void (reloads += request.isNavigationRequest() ? 1 : 0));
    await page.route('**/assets/*.js', (route) =>
      reloads === 0 ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Messages/ })
      .click();
    await expect(page.getByRole('region', { name: 'All Messages' })).toBeVisible();
    expect(reloads).toBe(1);
  });
});

test.describe('the first feed of a device', () => {
  const feedCalls = (page: Page) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (/\/api\/trpc\/.*feeds\.home/.test(request.url())) calls.push(request.url());
    });
    return calls;
  };

  /** Leaves the device with a session and nothing else. */
  async function forgetCopy(page: Page): Promise<void> {
    await page.goto('/icon.svg');
    await page.evaluate(async () => {
      for (const { name = '' } of await indexedDB.databases()) {
        const { promise: deleted, resolve, reject } = Promise.withResolvers<void>();
        const request = indexedDB.deleteDatabase(name);
        // Not before the screen that was left has closed it.
        request.onsuccess = () => resolve();
        request.onerror = () => reject(request.error);
        await deleted;
      }
    });
  }

  test('is asked for once, while the program is loaded', async ({ page, context, signInAs }) => {
    await signInAs(page, 'maria', '/');
    await expect(card(page)).toBeVisible();
    await forgetCopy(page);
    const calls = feedCalls(page);
    let asked = false;
    await page.route('**/assets/program-*.js', async (route) => {
      // The program is held back until the server was asked.
      await expect.poll(() => calls.length).toBe(1);
      asked = true;
      await route.continue();
    });
    await page.goto('/');
    await expect(card(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(asked).toBe(true);
    expect(calls.length).toBe(1);
    await context.unrouteAll();
  });

  test('comes all the same where that fails', async ({ page, signInAs, consoleErrors }) => {
    await signInAs(page, 'maria', '/');
    await expect(card(page)).toBeVisible();
    await forgetCopy(page);
    consoleErrors.allow(/ERR_FAILED/);
    let failed = 0;
    await page.route(/events\.head/, (route) => (failed++ === 0 ? route.abort() : route.continue()));
    await page.goto('/');
    await expect(card(page)).toBeVisible();
    expect(failed).toBeGreaterThan(1);
  });
});
