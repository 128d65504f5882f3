import { expect, expectAccessible, phone, test } from './fixtures.ts';
import { fillParts, lastingPosts } from './post-forms.ts';

test('an organization’s page shows what it needs, what it posts, and its pictures', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/post/project/all');
  await expect(page.getByRole('heading', { level: 1, name: 'Project' })).toBeVisible();
  await lastingPosts(page).first().getByRole('link').first().click();

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

test('what goes on in the community is found in pages and by filters, which the address keeps', async ({
  page,
  signInAs,
}) => {
  await signInAs(page, 'maria', '/search/organization');
  await page
    .getByRole('navigation', { name: 'Discover' })
    .getByRole('link', { name: 'Community activity' })
    .click();
  const results = page.getByRole('region', { name: 'Results' });
  const posts = results.getByRole('article');
  await expect(posts).toHaveCount(30);
  await results.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(results.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await expect(posts).toHaveCount(30);

  const filters = page.getByRole('search', { name: 'Filters' });
  await filters.getByRole('combobox', { name: 'Post types' }).click();
  await page.getByRole('option', { name: 'Event', exact: true }).click();
  await page.keyboard.press('Escape');
  await filters.getByLabel('Address').fill('larkfield avenue');
  await filters.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/postTypes/);
  await expect(page).not.toHaveURL(/page=/);
  await expect(posts.filter({ hasNotText: /Larkfield Avenue/ })).toHaveCount(0);
  await expect(posts.first().getByText('Event', { exact: true })).toBeVisible();
  await posts.first().getByRole('button', { name: 'Invite' }).click();
  await page
    .getByRole('dialog', { name: 'Invite to view post' })
    .getByRole('button', { name: 'Cancel' })
    .click();

  await page.getByRole('navigation', { name: 'Show as' }).getByRole('link', { name: 'Map' }).click();
  await expect(results.getByText(/^\d+ posts? with a place$/)).toBeVisible();
  await page.reload();
  await expect(filters.getByLabel('Address')).toHaveValue('larkfield avenue');
  await page.getByRole('navigation', { name: 'Show as' }).getByRole('link', { name: 'List' }).click();
  await filters.getByLabel('Title').fill('there is no such post');
  await filters.getByRole('button', { name: 'Search' }).click();
  await expect(results.getByText('No Posts Found')).toBeVisible();
  await results.getByRole('button', { name: 'Reset filters' }).click();
  await expect(page).toHaveURL('/search/community-activity');
  await expect(posts).toHaveCount(30);
});

test('days that cannot be searched by are reported at their field', async ({ page }) => {
  await page.goto('/search/community-activity');
  const filters = page.getByRole('search', { name: 'Filters' });
  const starts = filters.getByRole('group', { name: 'Start date' });
  const ends = filters.getByRole('group', { name: 'End date' });
  await fillParts(starts, { month: 12, day: 20, year: 2026 });
  await fillParts(ends, { month: 12, day: 1, year: 2026 });
  await filters.getByRole('button', { name: 'Search' }).click();
  await expect(filters.getByText('Choose the start date or a day after it')).toBeVisible();
  await expect(page).toHaveURL('/search/community-activity');
  await fillParts(ends, { month: 12, day: 21, year: 2026 });
  await filters.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL('/search/community-activity?startDate=2026-12-20&endDate=2026-12-21');
});

test('the map of posts leads to them', async ({ page }) => {
  await page.goto('/search/community-activity?view=map&title=seawall');
  const marker = page.getByRole('button', { name: 'No seawall on Heron Spit' });
  await page.getByRole('button', { name: 'Show all' }).click();
  await marker.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('link', { name: 'No seawall on Heron Spit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'No seawall on Heron Spit' })).toBeVisible();
});

test('parameters that no screen understands are removed from the address', async ({ page }) => {
  await page.goto('/search/community-activity?page=2&cursor=nowhere&startDate=tomorrow&topNeed=true');
  await expect(page).toHaveURL('/search/community-activity?topNeed=true');
  await expect(page.getByRole('article').first().getByText('Top need')).toBeVisible();
});
