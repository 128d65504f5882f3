import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectCopyMade, expectToast, phone, rowsOf, test } from './fixtures.ts';
import { unique } from './post-forms.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const rows = (page: Page) => page.getByRole('main').getByRole('listitem');

/** The number of notifications in the heading. */
async function countOf(page: Page): Promise<number> {
  await expect(heading(page)).toHaveText(/^\d+ Notifications Found$/);
  return Number.parseInt((await heading(page).textContent()) ?? '', 10);
}

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ });

async function unreadOf(page: Page): Promise<number> {
  return Number(/\d+/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[0] ?? 0);
}

test('a notification that is deleted goes at once, comes back with Undo, and else is gone for good', async ({
  page,
  signInAs,
}) => {
  await signInAs(page, 'larkfield', '/notification/all');
  await countOf(page);
  const row = rows(page).filter({ hasText: 'going to' }).first();
  const text = (await row.getByRole('paragraph').textContent()) ?? '';
  const same = page.getByRole('main').getByRole('paragraph').filter({ hasText: text });

  await row.getByRole('button', { name: 'Delete' }).click();
  await expect(same).toHaveCount(0);
  await expect(page.getByText('Notification deleted')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(same).toHaveCount(1);

  await row.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Notification deleted')).toBeVisible();
  await expectAccessible(page);
  // What the server has removed leaves the list by itself.
  await expect(page.getByText('Notification deleted')).toHaveCount(0);
  await page.reload();
  await countOf(page);
  await expect(rows(page).first()).toBeVisible();
  await expect(same).toHaveCount(0);
});

test('deleting holds though the page is closed before the time to think again is over', async ({
  page,
  context,
  signInAs,
}) => {
  await signInAs(page, 'maria', '/notification/all');
  await countOf(page);
  const text = (await rows(page).last().getByRole('paragraph').textContent()) ?? '';
  const same = (tab: Page) => tab.getByRole('main').getByRole('paragraph').filter({ hasText: text });
  await expect(same(page)).toHaveCount(1);
  await rows(page).filter({ hasText: text }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect.poll(() => unsent(page)).toBe(0);
  await page.close();
  const again = await context.newPage();
  await signInAs(again, 'maria', '/notification/all');
  await countOf(again);
  await expect(rows(again).first()).toBeVisible();
  await expect(same(again)).toHaveCount(0);
});

/** How many mutations of this device are still pending. */
const unsent = async (page: Page) => (await rowsOf(page, 'outbox')).length;

test('each can be marked, all at once too, and the badge follows', async ({
  page,
  signInAs,
  consoleErrors,
}) => {
  await page.setViewportSize(phone);
  await signInAs(page, 'larkfield', '/notification/all');
  await countOf(page);
  await expect.poll(() => unreadOf(page)).toBeGreaterThan(1);
  const unread = await unreadOf(page);
  await expectAccessible(page);
  await rows(page).getByRole('button', { name: 'Mark as read' }).first().click();
  await expect.poll(() => unreadOf(page)).toBe(unread - 1);
  await rows(page).getByRole('button', { name: 'Mark as unread' }).first().click();
  await expect.poll(() => unreadOf(page)).toBe(unread);

  await page.getByRole('button', { name: 'Mark All As Read' }).click();
  await expectToast(page, 'SUCCESS');
  await expect.poll(() => unreadOf(page)).toBe(0);
  await expect(rows(page).getByRole('button', { name: 'Mark as read' })).toHaveCount(0);

  consoleErrors.allow(/ERR_FAILED/);
  await rows(page).getByRole('button', { name: 'Mark as unread' }).first().click();
  await expect.poll(() => unreadOf(page)).toBe(1);
  await expect.poll(() => unsent(page)).toBe(0);
  await expect(page.getByText('SUCCESS', { exact: true })).toHaveCount(0);
  await page.route('**/api/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Mark All As Read' }).click();
  await expect.poll(() => unreadOf(page)).toBe(0);
  await expectToast(page, 'Marked as read on this device. It will be sent when you reconnect.');
  await expect(page.getByText('SUCCESS', { exact: true })).toHaveCount(0);
  await page.unroute('**/api/**');
  await expect.poll(() => unsent(page)).toBe(0);
});

test('each type leads where it belongs, and opening one marks it read', async ({ page, signInAs }) => {
  const opened = async (deed: RegExp) => {
    await page.goto('/notification/all');
    await countOf(page);
    await rows(page).getByRole('link', { name: deed }).first().click();
  };
  await signInAs(page, 'larkfield');
  await opened(/liked your post/);
  await expect(page).toHaveURL(/^[^?]*\/post\/[a-z-]+\/details\/[0-9a-f-]+$/);
  await opened(/follows? you/);
  await expect(page).toHaveURL('/community/followers');
  await opened(/endorsed you/);
  await expect(page).toHaveURL('/community/endorsers');

  await page.goto('/notification/all');
  await countOf(page);
  const shared = rows(page).filter({ has: page.getByRole('button', { name: 'Show everyone' }) });
  await expect(shared.first()).toContainText(/and \d+ other\(s\)/);
  await shared.first().getByRole('button', { name: 'Show everyone' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem').nth(1)).toBeVisible();
});

test('the notifications of a post go when it is deleted, from lists and badges, while users look', async ({
  page,
  newPerson,
  signInAs,
}) => {
  await signInAs(page, 'larkfield', '/post/manage');
  const maria = await newPerson();
  await signInAs(maria, 'maria', '/notification/all');
  await countOf(maria);
  await expectCopyMade(maria);
  const unread = (await rowsOf(maria, 'meta')).find(({ name }) => name === 'unread')?.['value'];
  await expect.poll(() => unreadOf(maria)).toBe(unread);
  const title = unique('Bulbs to give away');

  await page.getByRole('link', { name: 'Create Post' }).first().click();
  await page.getByRole('button', { name: /^General Post/ }).click();
  await page.getByLabel(/^Title/).fill(title);
  await page.getByRole('button', { name: 'Save and Publish' }).click();
  await expect(maria.getByRole('link', { name: title })).toBeVisible();
  await expect.poll(() => unreadOf(maria)).toBe(Number(unread) + 1);

  await page.goto('/post/manage');
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(maria.getByRole('link', { name: title })).toHaveCount(0);
  await expect.poll(() => unreadOf(maria)).toBe(unread);
});
