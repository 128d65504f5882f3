import { expect, expectAccessible, holdUp, inMocked, phone, test } from './fixtures.ts';

test('organizations are found by filters, which the address keeps', async ({ page }) => {
  await page.goto('/search/organization');
  await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible();
  const results = page.getByRole('region', { name: 'Results' });
  // Other tests may have signed up organizations of their own.
  await expect(page.getByText(/^\d+ organizations$/)).toBeVisible();
  await expect.poll(() => results.getByRole('listitem').count()).toBeGreaterThanOrEqual(13);

  const filters = page.getByRole('search', { name: 'Filters' });
  await filters.getByLabel('Name').fill('lantrenway');
  await filters.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/name=lantrenway/);
  await expect(results.getByRole('listitem')).toHaveCount(1);
  await expect(results.getByRole('link', { name: /Lanternway/ }).last()).toBeVisible();

  await page.reload();
  await expect(filters.getByLabel('Name')).toHaveValue('lantrenway');
  await expect(results.getByRole('listitem')).toHaveCount(1);
  await page.goBack();
  await expect.poll(() => results.getByRole('listitem').count()).toBeGreaterThanOrEqual(13);
  await expect(filters.getByLabel('Name')).toHaveValue('');

  await filters.getByLabel('Address').fill('penns');
  await filters.getByLabel('Keyword', { exact: true }).press('Enter');
  await expect(page).toHaveURL(/address=penns/);
  const rows = results.getByRole('listitem');
  await expect(rows.filter({ hasNotText: 'Philadelphia' })).toHaveCount(0);
  await expect(rows.first()).toBeVisible();

  await filters.getByLabel('Name').fill('zzzzzz');
  await filters.getByRole('button', { name: 'Search' }).click();
  await expect(results.getByText('No Organizations Found')).toBeVisible();
  await results.getByRole('button', { name: 'Reset filters' }).click();
  await expect.poll(() => results.getByRole('listitem').count()).toBeGreaterThanOrEqual(13);
  await expect(page).toHaveURL('/search/organization');
});

test('what is near a place or oneself comes nearest first, with its distance; a phone shows it at once', async ({
  page,
  context,
  signInAs,
}) => {
  await page.goto('/search/organization');
  const results = page.getByRole('region', { name: 'Results' });
  const filters = page.getByRole('search', { name: 'Filters' });
  const near = filters.getByRole('combobox', { name: 'Near' });
  const distances = async () => {
    const texts = await results.getByText(/^[\d.]+ km away$/).allTextContents();
    return texts.map((text) => Number.parseFloat(text));
  };
  await near.fill('19104');
  await filters.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(filters.getByText('Choose one of the places')).toBeVisible();
  await expect(page).toHaveURL('/search/organization');
  await near.fill('19104 phil');
  await page.getByRole('option', { name: /Philadelphia, PA 19104/ }).click();
  await filters.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page).toHaveURL(/near=25km/);
  await expect.poll(distances).not.toHaveLength(0);
  expect(await distances()).toEqual((await distances()).toSorted((one, other) => one - other));
  await page.reload();
  await expect(near).toHaveValue(/Philadelphia, PA 19104/);
  await expect(results.getByText(/km away$/).first()).toBeVisible();
  await page.getByRole('link', { name: 'Map', exact: true }).click();
  await expect(results.getByRole('button', { name: /zoom in$|^(?!Show all)/ }).first()).toBeVisible();
  await expect(results.getByText(/^\d+ organizations with a place$/)).toBeVisible();

  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 43.66, longitude: -79.44 });
  await page.goto('/search/community-activity');
  await filters.getByRole('button', { name: 'Use my location' }).click();
  await expect(near).toHaveValue('My location');
  await filters.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(results.getByText(/km away$/).first()).toBeVisible();

  await signInAs(page, 'larkfield', '/search/individual');
  await filters.getByRole('combobox', { name: 'Distance' }).click();
  await page.getByRole('option', { name: 'Within 10 km' }).click();
  await filters.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(results.getByText('Within 10 km').first()).toBeVisible();
  await page.goto('/search/user/maria?near=200km');
  await expect(page.getByText(/^Within \d+ km$/).first()).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/search/organization', '/search/individual?near=200km', '/search/user/maria']) {
    await page.goto(path);
    const first = page.getByRole('region', { name: 'Results' }).getByRole('listitem').first();
    await expect(first).toBeVisible();
    expect((await first.boundingBox())?.y, path).toBeLessThanOrEqual(200);
  }
  await page.goto('/');
  const suggested = page.getByRole('region', { name: 'Suggested organizations' });
  await suggested.getByRole('button', { name: 'Near a place' }).click();
  await suggested.getByRole('combobox', { name: 'Distance' }).click();
  await page.getByRole('option', { name: 'Within 200 km' }).click();
  await expect(suggested.getByText(/km away$/).first()).toBeVisible();

  const posts = page.getByRole('navigation', { name: 'Posts' });
  await posts.getByRole('link', { name: 'Nearby' }).click();
  await expect(page).toHaveURL('/?nearby=25km');
  await expect(posts.getByRole('link', { name: 'Nearby' })).toHaveAttribute('aria-current', 'page');
  const feed = page.getByRole('region', { name: 'Feed' });
  await expect(feed.getByText(/km away$/).first()).toBeVisible();
  await feed.getByRole('button', { name: 'Within 25 km of your address' }).click();
  await feed.getByRole('combobox', { name: 'Distance' }).click();
  await page.getByRole('option', { name: 'Within 100 km' }).click();
  await expect(page).toHaveURL('/?nearby=100km');
  await expect(feed.getByRole('article').first()).toBeVisible();
  await posts.getByRole('link', { name: 'Following' }).click();
  await expect(page).toHaveURL('/');
});

test('service areas are looked up by name, with a mistake', async ({ page }) => {
  await page.goto('/search/organization');
  const filters = page.getByRole('search', { name: 'Filters' });
  await filters.getByRole('combobox', { name: 'Service areas' }).fill('philadelhpia');
  await page.getByRole('option', { name: 'Philadelphia, PA', exact: true }).click();
  await expect(filters.getByRole('button', { name: 'Remove Philadelphia, PA' })).toBeVisible();
  await filters.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/serviceAreas/);
});

test('the map shows organizations; markers open by key and by pointer', { tag: inMocked }, async ({
  page,
}) => {
  await page.goto('/search/organization?view=map');
  const results = page.getByRole('region', { name: 'Results' });
  const marker = results.getByRole('button', {
    name: /Little|Lantern|Plumb|Mari|Kettle|Stillwater|Larkfield/,
  });
  await expect(marker.first()).toBeVisible();
  const cluster = results.getByRole('button', { name: /^\d+ organizations, zoom in$/ });
  await expect(cluster.first()).toBeVisible();

  const name = (await marker.first().getAttribute('aria-label')) ?? '';
  await marker.first().hover();
  const card = page.getByRole('dialog', { name });
  await expect(card.getByRole('link', { name })).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(card).toBeHidden();

  await marker.first().focus();
  await page.keyboard.press('Enter');
  await expect(card).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(card.getByRole('link', { name })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(marker.first()).toBeFocused();

  await results.getByRole('button', { name: 'Show all' }).click();
  await expect(results.getByRole('button', { name: 'Bristol' })).toHaveCount(0);
  await expect(results.getByText(/^\d+ organizations with a place$/)).toBeVisible();
});

test('an organization’s page shows on a map whom it serves', async ({ page }) => {
  await page.goto('/search/organization?name=larkfield');
  await page
    .getByRole('region', { name: 'Results' })
    .getByRole('link', { name: /Larkfield/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Service areas' }).scrollIntoViewIfNeeded();
  await page.getByText('Circles are approximate').scrollIntoViewIfNeeded();
  await expect(page.getByLabel('Map of the areas that Larkfield Community Gardens serves')).toBeVisible();
  await expectAccessible(page);
});

test('a map that cannot be drawn shows that and retries', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/ERR_FAILED/);
  await page.route('/maps/world.json', (route) => route.abort());
  await page.goto('/search/organization?view=map');
  await expect(page.getByText('Error loading maps')).toBeVisible();
  await page.unroute('/maps/world.json');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('region', { name: 'Map of organizations' })).toBeVisible();
  await expect(page.getByText('Error loading maps')).toBeHidden();
});

test('organizations look for individuals; others are shown that they may not', async ({
  page,
  signInAs,
  newPerson,
}) => {
  await signInAs(page, 'larkfield');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Prospect' }).click();
  await expect(page).toHaveURL('/search/individual');
  const results = page.getByRole('region', { name: 'Results' });
  await expect(results.getByRole('listitem').first()).toBeVisible();
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(pages.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await pages.getByRole('link', { name: 'Previous page' }).click();
  await expect(page).toHaveURL('/search/individual');

  const filters = page.getByRole('search', { name: 'Filters' });
  await filters.getByRole('switch', { name: 'Only followers' }).click();
  await filters.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/onlyFollowers=true/);
  await expect(results.getByText(/^\d+ individuals$/)).toBeVisible();
  await filters.getByLabel('Name').fill('zzzzzz');
  await filters.getByRole('button', { name: 'Search' }).click();
  await expect(results.getByText('No Individuals Found')).toBeVisible();

  const other = await newPerson();
  await signInAs(other, 'maria', '/search/individual');
  await expect(other.getByText('This page is for organizations')).toBeVisible();
});

test('a search that fails does not show that nobody was found', async ({ page, consoleErrors }) => {
  const box = page.getByRole('combobox', { name: 'Search people and organizations' });
  consoleErrors.allow(/ERR_FAILED/);
  await page.route(/profiles\.search|mapAreas\.names/, (route) => route.abort());
  await page.goto('/search/organization');
  await box.click();
  await box.pressSequentially('maria');
  await expect(page.getByRole('listbox').getByText('People can’t be loaded right now')).toBeVisible();
  await page.getByRole('combobox', { name: 'Service areas' }).fill('phila');
  await expect(page.getByRole('listbox').getByText('Areas can’t be loaded right now')).toBeVisible();
  await expect(page.getByText('Not found')).toHaveCount(0);
});

test('the search box leaves the focus where it went while its code came', async ({ page }) => {
  const held = await holdUp(page, '**/live-name-search*');
  await page.goto('/user/sign-in');
  const box = page.getByRole('combobox', { name: 'Search people and organizations' });
  await box.focus();
  await page.getByLabel('Email').focus();
  held.release();
  // The suggestions that it can open by now belong to it.
  await expect(box).toHaveAttribute('aria-controls');
  await page.keyboard.type('maria');
  await expect(page.getByLabel('Email')).toHaveValue('maria');

  await page.reload();
  await expect(page.locator('#page-data')).toHaveCount(0);
  await box.focus();
  await expect(box).toHaveAttribute('aria-controls');
  await page.keyboard.type('lark');
  await expect(box).toHaveValue('lark');
});

test('names are found with a mistake, by kind', async ({ page, signInAs }) => {
  await signInAs(page, 'maria', '/search/user/lanternwya');
  await expect(page.getByRole('heading', { name: 'ORGANIZATIONS' })).toBeVisible();
  await expect(page.getByText('YET TO DISCUSS')).toBeVisible();
  await expect(page.getByText('No Individuals Found')).toBeVisible();
  await page.goto('/search/user/qqqqqqqq');
  await expect(page.getByText('Not found', { exact: true })).toBeVisible();
});

test('the filters of a search have nothing in the way', async ({ page, signInAs }) => {
  await signInAs(page, 'larkfield', '/search/individual');
  await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByRole('search', { name: 'Filters' }).getByLabel('Name')).toBeVisible();
  await expectAccessible(page);
});
