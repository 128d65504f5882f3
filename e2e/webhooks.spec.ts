import {
  expect,
  expectAccessible,
  expectAccessibleInEachLook,
  expectToast,
  field,
  newEmail,
  signUp,
  test,
} from './fixtures.ts';

test('an organization adds a webhook, sees what is delivered, and removes it', async ({
  page,
  newPerson,
  signInAs,
}) => {
  await signInAs(page, 'larkfield', '/about-us');
  await page.getByRole('button', { name: 'Your profile' }).click();
  await page.getByRole('menuitem', { name: 'Webhooks' }).click();
  await expect(page).toHaveURL('/edit/organization/webhooks');
  await expect(page).toHaveTitle('Webhooks · Gatherwell');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add webhook' });
  await field(page, 'Address').fill('http://localhost/hook');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(field(page, 'Address')).toHaveAccessibleDescription(/begins with https/);
  await expectAccessible(page);
  // Where nothing is sent to: this machine.
  const url = 'https://localhost:9/hook';
  await field(page, 'Address').fill(url);
  await dialog.getByRole('checkbox', { name: 'Post published' }).click();
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog).toBeHidden();
  const secret = await field(page, 'Secret').inputValue();
  expect(secret).toMatch(/^whsec_/);
  await page.getByRole('button', { name: 'I’ve copied it' }).click();
  const card = page.getByRole('listitem').filter({ hasText: url });
  await expect(card).toContainText('New follower');
  await expect(card).not.toContainText('Post published');
  await expectAccessibleInEachLook(page);

  await card.getByRole('button', { name: `Edit ${url}` }).click();
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Going' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Your webhook was saved');
  await expect(card).not.toContainText('Going');
  await card.getByRole('button', { name: `New secret for ${url}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'New secret' }).click();
  await expect(field(page, 'Secret')).not.toHaveValue(secret);
  await expect(card).toContainText('signed with the old secret, too');

  const alice = await newPerson();
  await signUp(alice, 'individual', newEmail('alice'));
  await alice.goto('/search/organization');
  await alice
    .getByRole('button', { name: /^Follow Larkfield/ })
    .first()
    .click();
  await card.getByRole('button', { name: `Deliveries to ${url}` }).click();
  const deliveries = page.getByRole('dialog', { name: 'Deliveries' });
  await expect(deliveries.getByRole('listitem')).toContainText('New follower');
  await expect(deliveries.getByRole('listitem')).toContainText('The address is not public');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await card.getByRole('button', { name: `Remove ${url}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expectToast(page, 'Your webhook was removed');
  await expect(card).toHaveCount(0);
});
