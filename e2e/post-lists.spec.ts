import { expect, expectAccessible, phone, test } from './fixtures.ts';

test('an organization’s page shows what it asks for, what it says, and its pictures', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/post/project/all');
  await expect(page.getByRole('heading', { level: 1, name: 'Project' })).toBeVisible();
  await page.getByRole('article').first().getByRole('link').first().click();

  const tabs = page.getByRole('navigation', { name: 'Profile' });
  await tabs.getByRole('link', { name: 'Impact' }).click();
  await expect(page).toHaveURL(/\/project\/all$/);
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByRole('navigation', { name: 'Impact' }).getByRole('link', { name: 'Volunteering' }).click();
  await expect(page).toHaveURL(/\/volunteering\/all$/);
  await expect(tabs.getByRole('link', { name: 'Impact' })).toHaveAttribute('aria-current', 'page');
  await expectAccessible(page);

  await tabs.getByRole('link', { name: 'Feed' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();

  await tabs.getByRole('link', { name: 'Gallery' }).click();
  const pictures = page.getByRole('region', { name: 'Gallery' }).getByRole('button');
  await pictures.first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/\/post\/[a-z-]+\/details\//);
});

test('what is needed most can be seen alone, in an address that can be passed on', async ({ page }) => {
  await page.goto('/post/volunteering/all');
  await page.getByRole('switch', { name: 'Show Only Top Need' }).click();
  await expect(page).toHaveURL('/post/volunteering/all?topNeed=true');
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Show Only Top Need' })).toBeChecked();
  const cards = page.getByRole('article');
  await expect(cards.first().getByText('Top need')).toBeVisible();
  await expect(cards.filter({ hasNotText: 'Top need' })).toHaveCount(0);

  await page.goto('/post/nothing/all');
  await expect(page).toHaveURL('/post/project/all');
});
