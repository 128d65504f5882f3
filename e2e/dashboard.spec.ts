import { expect, expectAccessible, expectToast, phone, test } from './fixtures.ts';

test.use({ viewport: phone });

test('an organization sees at once who follows it, and without a network how old that is', async ({
  page,
  context,
  newPerson,
  signInAs,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_INTERNET_DISCONNECTED/);
  const noor = await newPerson();
  await signInAs(noor, 'noor', '/search/organization');
  await signInAs(page, 'larkfield', '/dashboard');
  await expect(page).toHaveTitle('Dashboard · Gatherwell');
  const followers = page.getByRole('button', { name: /^Followers: / });
  const label = (await followers.getAttribute('aria-label')) ?? '';
  const [, total = NaN] = /(\d+) in all/.exec(label)?.map(Number) ?? [];
  const more = page.getByRole('button', { name: `Followers: ${total + 1} in all` });

  await noor
    .getByRole('button', { name: /^Follow Larkfield/ })
    .first()
    .click();
  await expect(more).toBeVisible();

  await more.click();
  const dialog = page.getByRole('dialog', { name: 'Followers' });
  await dialog.getByRole('searchbox', { name: 'Search followers by name' }).fill('noor');
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await expect(dialog.getByRole('listitem')).toContainText('Noor Haidari');
  await expect(dialog.getByRole('button', { name: /Noor Haidari/ }).first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  const reactions = page.getByRole('figure', { name: 'Reactions' });
  await reactions.getByText('Show as table').click();
  await expect(reactions.getByRole('row')).toHaveCount(7);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'RECENTLY ENDED' }).click();
  await expect(page.getByRole('heading', { name: 'RECENTLY ENDED' })).toBeInViewport();
  await page
    .getByRole('button', { name: /^Who interacted with / })
    .first()
    .click();
  await page.getByRole('button', { name: 'Message to all who interacted' }).click();
  const writing = page.getByRole('dialog', { name: 'Message to all who interacted' });
  await writing.getByRole('textbox', { name: /^Message/ }).fill('Thank you all');
  const price = writing.getByText(/^[1-9]\d* .* of them connected\. This costs \d+ coins?\. You have \d+\.$/);
  const isFree = / costs 0 coins/.test(await price.innerText());
  await expectAccessible(page);
  await writing.getByRole('button', { name: 'Send', exact: true }).click();
  if (!isFree) await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await expect(writing).toBeHidden();
  await page.keyboard.press('Escape');
  await expectToast(page, 'Message sent');
  await page.getByRole('button', { name: 'Scroll to top' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();

  await context.setOffline(true);
  await expect(page.getByText('Shown as saved at').first()).toBeVisible();
  await expect(more).toBeVisible();
});
