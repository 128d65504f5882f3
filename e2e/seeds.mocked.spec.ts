import type { Page } from '@playwright/test';
import { expect, keptDrafts, phone, respondedWith, test } from './fixtures.ts';
import { layoutFaults } from './layout.ts';
import { openScreen } from './open-screen.ts';

// Other databases are opened, which no other test expects.
test.use({ isAlone: true });

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Opens a screen with a seed, signed in as one of its people. */
async function openSeed(page: Page, seed: string, user: string, path: string): Promise<void> {
  await page.goto(`${path}?scenario-seed=${seed}&scenario-user=${user}`);
  await page.waitForURL((url) => !url.search.includes('scenario'));
  await page.getByRole('button', { name: 'Test scenario' }).waitFor();
}

test('each seed holds what it says, and keeps what was done with it', async ({ page, consoleErrors }) => {
  await test.step('demo is what there is to begin with', async () => {
    await page.goto('/post/mine/create?postType=general&scenario-user=larkfield');
    await page.getByLabel(/^Title/).fill('Kept in the demo community');
    await page.getByRole('button', { name: 'Save As Draft' }).click();
    await expect(page.getByRole('link', { name: 'Kept in the demo community', exact: true })).toBeVisible();
  });

  await test.step('empty has nobody, and the panel chooses it', async () => {
    await page.getByRole('button', { name: 'Test scenario' }).click();
    await page.getByRole('combobox', { name: 'Seed' }).click();
    await page.getByRole('option', { name: /^empty: Nobody and nothing yet/ }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
    await page.getByRole('button', { name: 'Test scenario' }).click();
    await expect(page.getByRole('combobox', { name: 'Seed' })).toHaveText(/^empty/);
    await page.getByRole('combobox', { name: 'Signed in as' }).click();
    await expect(page.getByRole('option')).toHaveCount(0);
    expect(await keptDrafts(page)).toBe('[]');
  });

  await test.step('large has pages of everything', async () => {
    await openSeed(page, 'large', 'reader', '/');
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await page.getByRole('button', { name: 'Test scenario' }).click();
    await expect(page.getByText(/^A handle or a mail address: 100 of 2,?\d\d\d accounts/)).toBeVisible();
    await page.getByLabel('Somebody else').fill('organization-7');
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Your profile' }).click();
    await expect(page.getByRole('menuitem', { name: 'Welcome Organization 7' })).toBeVisible();
  });

  await test.step('demo is as it was left', async () => {
    await openSeed(page, 'demo', 'larkfield', '/post/manage');
    await expect(page.getByRole('link', { name: 'Kept in the demo community', exact: true })).toBeVisible();
  });

  await test.step('a seed that there is not is named, and the product goes on', async () => {
    page.once('dialog', (dialog) => void dialog.accept());
    await page.goto('/about-us?scenario-seed=huge');
    await expect(heading(page, 'About us')).toBeVisible();
    await page.getByRole('button', { name: 'Test scenario' }).click();
    await expect(page.getByRole('alert').filter({ hasText: '"huge" is not a seed' })).toBeVisible();
  });
  consoleErrors.allow(respondedWith(401));
});

test('the main screens take the edge cases on a phone', async ({ page, consoleErrors }) => {
  consoleErrors.allow(respondedWith(404));
  await page.setViewportSize(phone);
  await openSeed(page, 'edge-cases', 'robin', '/');
  await expect(page.getByRole('article').filter({ hasText: 'Who wrote this?' })).toBeVisible();
  const longest = page.getByRole('link', { name: /^The Long Standing/ }).first();
  const id = (await longest.getAttribute('href'))?.split('/').at(-1);
  for (const path of [
    '/',
    '/search/user/Robin',
    '/search/organization',
    `/organization/details/${id}`,
    `/organization/${id}/followers`,
    '/community/requests',
    '/conversation/all',
    '/notification/all',
  ]) {
    await openScreen(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('status', { name: /^(Loading|Searching)/ })).toHaveCount(0);
    expect.soft(await layoutFaults(page), path).toEqual([]);
  }
});
