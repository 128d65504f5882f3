import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, expectToast, field, phone, test } from './fixtures.ts';

test('an organization gathers prospects on a phone, invites them, exports the list, and reads it offline', async ({
  page,
  context,
  newPerson,
  signInAs,
  consoleErrors,
}) => {
  test.slow();
  consoleErrors.allow(/ERR_INTERNET_DISCONNECTED/);
  await page.setViewportSize(phone);
  await signInAs(page, 'larkfield', '/search/individual');
  const results = page.getByRole('region', { name: 'Results' });
  const choices = results.getByRole('checkbox', { name: /^Choose (?!this page)/ });
  await choices.nth(0).click();
  await choices.nth(1).click();
  await expect(page.getByText('2 people chosen')).toBeVisible();
  await page.getByRole('button', { name: 'Add to list' }).click();
  await field(page, 'Title of the new list').fill('Regulars to be');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add users' }).click();
  await expectToast(page, 'Users are added successfully.');

  await page.goto('/cultivation/manage');
  await page.getByRole('button', { name: 'Copy Regulars to be as a new list' }).click();
  await field(page, 'Title').fill('A copy');
  await page.getByRole('dialog', { name: 'Cultivate List' }).getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Cultivation copied.');
  await page.getByRole('button', { name: 'Delete A copy' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Cultivation deleted.');
  await page.getByRole('link', { name: 'Regulars to be', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Regulars to be' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Send Invitation Message' }).click();
  await expect(page.getByRole('textbox', { name: /^Message/ })).toHaveValue('You are Invited To Follow me');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(
    page.getByText('You are inviting total 2 non connected users. This will cost you 2 Coins. Are you sure?'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'YES' }).click();
  await expectToast(page, 'Invitation sent.');
  await expect(page.getByText('2 were invited to follow you')).toBeVisible();
  await expectAccessible(page);

  await page
    .getByRole('button', { name: /^Timeline and notes of / })
    .first()
    .click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByText('You invited them to follow you')).toBeVisible();
  await panel.getByRole('textbox', { name: 'New note' }).fill('Asked about the harvest.');
  await panel.getByRole('button', { name: 'Add note' }).click();
  await expect(panel.getByRole('listitem').filter({ hasText: 'Asked about the harvest.' })).toBeVisible();
  await panel.getByRole('combobox', { name: 'Add a tag' }).fill('Carpenter');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: 'Remove Carpenter' })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(panel.getByText('Asked about the harvest.')).toBeVisible();
  await page.goBack();
  await expect(panel).toBeHidden();
  await page.getByRole('combobox', { name: 'Tag', exact: true }).click();
  await page.getByRole('option', { name: 'Carpenter' }).click();
  await expect(page.getByText('1 user', { exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: 'Tag', exact: true }).click();
  await page.getByRole('option', { name: 'All tags' }).click();
  await expect(page.getByText('2 users', { exact: true })).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export To CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.trimEnd().split('\r\n')).toHaveLength(3);

  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click();
  await expectToast(page, '1 User removed successfully.');
  await expect(page.getByText('1 user', { exact: true })).toBeVisible();

  // Another device of the organization's.
  const desk = await newPerson();
  await signInAs(desk, 'larkfield', '/cultivation/manage');
  await desk.getByRole('link', { name: 'Edit Regulars to be' }).click();
  await field(desk, 'Title').fill('Regulars');
  await page.goto('/cultivation/manage');
  await expect(page.getByRole('link', { name: 'Regulars to be', exact: true })).toBeVisible();
  await desk.getByRole('button', { name: 'Update' }).click();
  const renamed = page.getByRole('link', { name: 'Regulars', exact: true });
  await expect(renamed).toBeVisible();
  await renamed.click();
  await expect(page.getByText('1 user', { exact: true })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('Showing what was saved at').first()).toBeVisible();
  await expect(page.getByText('1 user', { exact: true })).toBeVisible();
});

test('a list with rules keeps itself as people act, and shows who left', async ({
  page,
  newPerson,
  signInAs,
}) => {
  test.slow();
  await page.setViewportSize(phone);
  await signInAs(page, 'larkfield', '/cultivation/create');
  await field(page, 'Title').fill('Endorsers');
  await page.getByRole('radio', { name: /^Rules/ }).click();
  const rules = page.getByRole('list', { name: 'Rules' });
  await page.getByRole('combobox', { name: 'Add a rule' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('whether they e');
  await page.keyboard.press('Enter');
  // The new rule has the focus.
  await expect(rules.getByRole('combobox', { name: 'Who' })).toBeFocused();
  await expectAccessible(page);
  await rules.getByRole('button', { name: /^Remove rule 1/ }).click();
  await expect(page.getByText('Endorses you.')).toBeVisible();
  const counted = page.getByRole('status').filter({ hasText: / match(es)? now\.$/ });
  await expect(counted).toHaveAttribute('aria-busy', 'false');
  const before = Number.parseInt((await counted.textContent()) ?? '', 10);
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Cultivation saved.');

  await expect(page.getByText('Automatic')).toBeVisible();
  await page.getByRole('link', { name: 'Endorsers', exact: true }).click();
  await expect(page.getByText('This list updates automatically.')).toBeVisible();
  await expect(page.getByText('No one has left this list in the last 90 days.')).toBeVisible();
  const address = page.url();

  const noor = await newPerson();
  await signInAs(noor, 'noor', '/search/organization');
  await noor
    .getByRole('link', { name: /^Larkfield/ })
    .first()
    .click();
  await noor.getByRole('button', { name: 'Endorse Larkfield Community Gardens', exact: true }).click();
  await expect(page.getByText(new RegExp(`^${before + 1} users?$`))).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('link', { name: 'Noor Haidari' })).toBeVisible();

  await noor.getByRole('button', { name: 'Cancel endorsement of Larkfield Community Gardens' }).click();
  await expect(page.getByRole('link', { name: 'Noor Haidari' })).toHaveCount(0, { timeout: 30_000 });
  await page.goto(address);
  await expect(
    page.getByRole('region', { name: 'Recently left' }).getByRole('link', { name: 'Noor Haidari' }),
  ).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByRole('button', { name: 'Send Bulk Message' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Remove (?!rule)/ })).toHaveCount(0);
});
