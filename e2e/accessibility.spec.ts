import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectAccessibleInEachLook, respondedWith, test } from './fixtures.ts';
import { layoutFaults } from './layout.ts';
import { openScreen } from './open-screen.ts';
import { firstLastingPost, lastingPosts } from './post-forms.ts';

/** Screens of every kind, which axe looks at, by who can open them. `PERSON` and the like stand for ids; see `idsFor`. */
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
    '/edit/access-tokens',
    '/user/change-password',
    '/wallet',
    '/search/user/maria',
    '/community/friends',
    '/community/requests/received',
    '/community/requests/sent',
    '/individual/details/PERSON',
    '/individual/PERSON/friends',
    '/individual/PERSON/followings',
    '/individual/PERSON/endorsees',
    '/individual/PERSON/scheduler',
    '/organization/details/ORGANIZATION',
    '/organization/ORGANIZATION/followers',
  ],
  larkfield: [
    '/dashboard',
    '/search/individual',
    '/search/organization',
    '/search/organization?view=map',
    '/search/community-activity',
    '/search/community-activity?view=map',
    '/post/in-kind/all',
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
    '/edit/organization/webhooks',
  ],
} as const;

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
  const title = (await firstLastingPost(page)).getByRole('heading').getByRole('link');
  const name = await title.innerText();
  await title.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('article').getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Posts' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/edit/individual/membership');
  await page.getByRole('button', { name: 'Add membership' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});

test('keys lead around, and going back restores the focus and the scroll position', async ({
  page,
  signInAs,
}) => {
  await signInAs(page, 'maria');
  const titles = lastingPosts(page).getByRole('heading').getByRole('link');
  await expect(titles.nth(3)).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  await expect(page).toHaveURL('/notification/all');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Feed' })).toBeFocused();

  for (let post = 0; post < 4; post += 1) await page.keyboard.press('j');
  await page.keyboard.press('k');
  const chosen = page.locator('article a:focus');
  const path = await chosen.getAttribute('href');
  const top = await page.evaluate(() => window.scrollY);
  expect(top).toBeGreaterThan(200);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(path ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(page.locator(`article [href="${path}"]:focus`)).toBeInViewport();
  expect(await page.evaluate(() => window.scrollY)).toBe(top);
  await page.keyboard.press('/');
  await page.keyboard.type('jl?');
  await expect(page.getByRole('combobox', { name: 'Search people and organizations' })).toHaveValue('jl?');

  // Closed lists of choices, which the filters have, take no keys.
  await page.goto('/search/community-activity');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('j');
    await expect(chosen).toBeInViewport({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

/** All other screens. */
const furtherScreens = {
  visitor: ['/user/reset-password/unknown', '/privacy-policy', '/terms-and-conditions'],
  maria: [
    '/search/organization',
    '/search/community-activity',
    '/individual/details/ME',
    '/organization/ORGANIZATION/feed',
    '/organization/ORGANIZATION/scheduler',
    '/organization/ORGANIZATION/project/all',
    '/organization/ORGANIZATION/gallery',
    '/organization/message/ORGANIZATION',
    '/post/event/details/POST',
    '/post/project/all',
    '/calender',
    '/calender?view=week',
    '/conversation/CONVERSATION',
    '/complete/individual/basic-info',
    '/complete/individual/involvement',
    '/complete/individual/privacy',
    '/complete/individual/membership',
    '/complete/individual/suggestions',
  ],
  larkfield: [
    '/',
    '/community/followers',
    '/community/endorsers',
    '/post/manage/scheduler',
    '/post/ME/edit/POST',
    '/cultivation/LIST/edit',
    '/cultivation/LIST/details',
    '/notification/all',
    '/complete/organization/basic-info',
    '/complete/organization/service-info',
    '/complete/organization/internal-link',
    '/complete/organization/membership',
    '/organization/details/ME',
  ],
};

/** The narrowest screen, and text at twice its size. In the order of the text's size, which takes longest to change. */
const sizes = [
  { what: '320 px', width: 320, font: 16 },
  { what: 'text at 200%', width: 1280, font: 32 },
  { what: 'text at 200% on a phone', width: 390, font: 32 },
];

for (const reader of ['visitor', 'maria', 'larkfield'] as const)
  test(`${reader} finds nothing in the way, at 320 px and with text at 200% either`, async ({
    page,
    signInAs,
    consoleErrors,
  }) => {
    test.slow();
    consoleErrors.allow(respondedWith(404));
    consoleErrors.allow(respondedWith(400));
    if (reader !== 'visitor') await signInAs(page, reader, screens[reader][0]);
    const ids = reader === 'visitor' ? {} : await idsFor(page);
    const browser = await page.context().newCDPSession(page);
    for (const screen of [...screens[reader], ...furtherScreens[reader]]) {
      const path = screen.replace(/[A-Z]{2,}/, (name) => ids[name] ?? name);
      await page.setViewportSize({ width: 1280, height: 800 });
      await openScreen(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.getByRole('status', { name: /^(Loading|Searching)/ })).toHaveCount(0);
      if ((screens[reader] as readonly string[]).includes(screen)) await expectAccessibleInEachLook(page);
      for (const { what, width, font } of sizes) {
        if (font !== 16) await browser.send('Page.setFontSizes', { fontSizes: { standard: font } });
        await page.setViewportSize({ width, height: 800 });
        // What measures itself draws once more.
        await page.evaluate(
          () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
        );
        expect.soft(await layoutFaults(page), `${path}, ${what}`).toEqual([]);
      }
      await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
    }
    // Tests after this one begin with an organization that has no list.
    const { LIST: list } = ids;
    if (list)
      expect(
        await page.evaluate(
          async (path) => (await fetch(path, { method: 'DELETE' })).ok,
          `/api/cultivations/${list}`,
        ),
      ).toBe(true);
  });

/** Ids of the signed-in user, and of what they can open in the demo community. */
function idsFor(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const { _id: me, userType } = JSON.parse(localStorage.getItem('gatherwell.user') ?? '{}');
    const firstOf = async (path: string): Promise<string> => {
      const { data } = await (await fetch(`/api${path}`)).json();
      const lists = Array.isArray(data) ? [data] : Object.values(data ?? {}).filter(Array.isArray);
      const list = lists.find(({ length }) => length > 0);
      return list?.[0]?._id ?? '';
    };
    const isOrganization = userType === 'organization';
    const filters = isOrganization ? { creatorId: me } : { postTypes: ['event'] };
    const [organization, person, post, conversation] = await Promise.all([
      firstOf('/users/search/larkfield'),
      firstOf('/users/search/kwame'),
      firstOf(`/posts?filters=${encodeURIComponent(JSON.stringify(filters))}`),
      firstOf(`/conversations/user/${me}`),
    ]);
    const list = isOrganization ? await madeList() : '';
    return {
      ME: me,
      ORGANIZATION: organization,
      PERSON: person,
      POST: post,
      CONVERSATION: conversation,
      LIST: list,
    };

    async function madeList(): Promise<string> {
      const response = await fetch('/api/cultivations/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          title: 'Spring helpers',
          description: 'People who came last spring',
          creatorId: me,
        }),
      });
      return (await response.json()).data._id;
    }
  });
}
