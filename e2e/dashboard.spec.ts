import type { Request } from '@playwright/test';
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
  await expect(page.getByRole('figure', { name: 'Reactions' })).toBeVisible();
  const sections = ['SUMMARY', 'STATISTICS', 'TOP NOTIFICATIONS', 'TOP CONVERSATIONS', 'UPCOMING'];
  const expectRead = async () => {
    for (const section of sections)
      await expect(page.getByRole('region', { name: section }).getByRole('status')).toHaveCount(0);
  };
  await expectRead();
  const asked: string[] = [];
  const note = (request: Request) => {
    const { pathname } = new URL(request.url());
    // What the device reads ahead comes by itself, now or later.
    if (pathname.startsWith('/api/') && !/conversations\.history$|^\/api\/files\//.test(pathname))
      asked.push(pathname);
  };
  page.on('request', note);
  // Of a response that the reload cuts off, Chromium never says that it ended.
  const overview = page.waitForEvent('requestfinished', (request) =>
    /dashboard\.overview/.test(request.url()),
  );
  await page.reload();
  await overview;
  page.off('request', note);
  expect(asked.length, asked.join(', ')).toBeLessThanOrEqual(3);
  await expectRead();
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
  await dialog.getByRole('checkbox', { name: 'Choose Noor Haidari' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Message to 1 person' }).click();
  const toOne = page.getByRole('dialog', { name: 'Message to 1 person' });
  await expect(toOne.getByText(/^1 person, 1 of them connected\./)).toBeVisible();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Clear selection' }).click();
  await expect(dialog.getByRole('button', { name: 'Message to all followers' })).toBeVisible();
  await page.keyboard.press('Escape');

  const reactions = page.getByRole('figure', { name: 'Reactions' });
  await reactions.getByText('Show as table').click();
  await expect(reactions.getByRole('row')).toHaveCount(7);
  const thisMonth = async () => {
    const cells = await reactions.getByRole('row').last().getByRole('cell').allInnerTexts();
    return cells.reduce((sum, cell) => sum + (Number(cell) || 0), 0);
  };
  const before = await thisMonth();
  const post = page.getByRole('region', { name: 'UPCOMING' }).getByRole('link').first();
  await noor.goto((await post.getAttribute('href')) ?? '');
  await noor
    .getByRole('main')
    .getByRole('button', { name: /^(Like|Interested|Going)/ })
    .first()
    .click();
  await expect.poll(thisMonth).toBe(before + 1);
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
  await expect(page.getByText('Showing what was saved at').first()).toBeVisible();
  await expect(more).toBeVisible();
});
