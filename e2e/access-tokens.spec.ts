import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectAccessibleInEachLook,
  expectToast,
  field,
  inMocked,
  respondedWith,
  test,
} from './fixtures.ts';

/** Calls the API as a program would: with a token alone. Resolves to the response's status. */
const callWith = (page: Page, token: string) =>
  page.evaluate(async (bearer) => {
    const headers = { authorization: `Bearer ${bearer}` };
    return (await fetch('/api/notifications/count', { headers, credentials: 'omit' })).status;
  }, token);

test('a token is created, shown once, used and revoked', { tag: inMocked }, async ({
  page,
  signInAs,
  consoleErrors,
}) => {
  await signInAs(page, 'maria');
  await page.getByRole('button', { name: 'Your profile' }).click();
  await page.getByRole('menuitem', { name: 'Access Tokens' }).click();
  await expect(page).toHaveURL('/edit/access-tokens');
  await expect(page).toHaveTitle('Access Tokens · Gatherwell');
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create token' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(field(page, 'Name')).toBeFocused();
  await expect(field(page, 'Name')).toHaveAccessibleDescription(/This field is required/);

  const name = `Newsletter ${Date.now().toString(36)}`;
  await field(page, 'Name').fill(name);
  await field(page, 'Web pages').fill('https://shop.example\nshop.example/path');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(field(page, 'Web pages')).toHaveAccessibleDescription(/Line 2: Enter an origin/);
  await field(page, 'Web pages').fill('https://shop.example');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog).toBeHidden();

  const token = await field(page, 'Token').inputValue();
  expect(token).toMatch(/^gw_.{20,}$/);
  await expectAccessibleInEachLook(page);
  expect(await callWith(page, token)).toBe(200);
  await page.reload();
  const row = page.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText(`gw_…${token.slice(-4)}`);
  await expect(row).toContainText('https://shop.example');
  await expect(row).not.toContainText('Never');
  await expect(field(page, 'Token')).toHaveCount(0);

  await row.getByRole('button', { name: `Revoke ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expectToast(page, 'Your token was revoked');
  await expect(row.getByText('Revoked').first()).toBeVisible();
  await expect(row.getByRole('button')).toHaveCount(0);
  consoleErrors.allow(respondedWith(401));
  expect(await callWith(page, token)).toBe(401);
});
