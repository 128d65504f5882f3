import { expect, expectAccessible, expectAccessibleInEachLook, respondedWith, test } from './fixtures.ts';
import { lastingPosts } from './post-forms.ts';

/** What each kind of viewer can open, and what is there once it has loaded. */
const screens = {
  visitor: [
    '/',
    '/user/sign-in',
    '/user/sign-up',
    '/user/forgot-password',
    '/about-us',
    '/contact-us',
    '/nowhere',
  ],
  maria: [
    '/',
    '/notification/all',
    '/conversation/all',
    '/community/followers',
    '/community/followings',
    '/edit/individual/basic-info',
    '/edit/individual/involvement',
    '/edit/individual/privacy',
    '/edit/individual/membership',
    '/user/change-password',
    '/wallet',
    '/search/user/maria',
  ],
  larkfield: [
    '/dashboard',
    '/search/individual',
    '/cultivation/manage',
    '/cultivation/create',
    '/post/manage',
    '/post/mine/create',
    '/post/mine/create?postType=volunteering',
    '/post/mine/create?postType=in-kind',
    '/edit/organization/basic-info',
    '/edit/organization/service-info',
    '/edit/organization/internal-link',
    '/edit/organization/membership',
    '/edit/organization/social-media',
  ],
} as const;

for (const [reader, paths] of Object.entries(screens))
  test(`${reader} finds nothing in the way`, async ({ page, signInAs, consoleErrors }) => {
    test.slow();
    consoleErrors.allow(respondedWith(404));
    if (reader !== 'visitor') await signInAs(page, reader as 'maria' | 'larkfield', '/about-us');
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expectAccessibleInEachLook(page);
    }
  });

test('a post and an organization have nothing in the way, and neither do open menus', async ({
  page,
  signInAs,
}) => {
  await signInAs(page, 'maria');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Your profile' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const title = lastingPosts(page).first().getByRole('heading').getByRole('link');
  const name = await title.innerText();
  await title.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('article').getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Posts' })).toBeVisible();
  await expectAccessible(page);
});
