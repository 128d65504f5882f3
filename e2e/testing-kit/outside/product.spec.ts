import type { Page } from '@playwright/test';
import type { Seed } from 'gatherwell-testing';
import { expect, test } from 'gatherwell-testing/playwright';

const titles = (page: Page) => page.getByRole('main').getByRole('article').getByRole('heading');
const bell = (page: Page, news: number) =>
  page.getByRole('banner').getByRole('button', { name: `Notifications, ${news} new` });

/** A kitchen that Ana follows, with one post. */
const kitchen = (title: string) =>
  ({
    organizations: { kitchen: { name: 'Elm Street Kitchen' } },
    people: { ana: { firstName: 'Ana', lastName: 'Moreau' }, ben: { firstName: 'Ben', lastName: 'Orr' } },
    posts: { first: { by: 'kitchen', postType: 'general', title } },
    follows: [{ from: 'ana', to: 'kitchen' }],
  }) satisfies Seed;

for (const title of ['Soup for everyone', 'Bread for everyone'])
  test(`a follower sees “${title}” and no other test's post`, async ({ seed, asUser }) => {
    await seed(kitchen(title));
    await expect(titles(await asUser('ana'))).toHaveText([title]);
  });

test('an organization is notified of a like, in a tab beside', async ({ seed, asUser }) => {
  await seed(kitchen('Soup for everyone'));
  const organization = await asUser('kitchen', '/dashboard');
  await expect(bell(organization, 1)).toBeVisible();
  const ana = await asUser('ana');
  await ana.getByRole('button', { name: 'Like', exact: true }).click();
  await expect(bell(organization, 2)).toBeVisible();
});

test('following an organization brings its posts', async ({ seed, asUser }) => {
  const { organizations } = await seed(kitchen('Soup for everyone'));
  const ben = await asUser('ben', `/organization/details/${organizations['kitchen']?._id}`);
  await ben.getByRole('button', { name: 'Follow Elm Street Kitchen', exact: true }).click();
  await expect(ben.getByRole('button', { name: 'Following Elm Street Kitchen' })).toBeVisible();
  await ben.goto('/');
  await expect(titles(ben)).toHaveText(['Soup for everyone']);
});

test('a snapshot brings back what was', async ({ seed, asUser, snapshot, restore }) => {
  await seed(kitchen('Soup for everyone'));
  const ana = await asUser('ana');
  const like = ana.getByRole('button', { name: 'Like', exact: true });
  const before = await snapshot();
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await seed({ posts: { second: { by: 'kitchen', postType: 'general', title: 'And bread' } } });
  await restore(before);
  await expect(titles(ana)).toHaveText(['Soup for everyone']);
  await expect(like).toHaveAttribute('aria-pressed', 'false');
});

test('friends write to each other', async ({ seed, asUser }) => {
  await seed({
    ...kitchen('Soup for everyone'),
    friendships: [{ from: 'ana', to: 'ben' }],
    messages: [{ from: 'ana', to: 'ben', text: 'See you at the kitchen?' }],
  });
  const ben = await asUser('ben');
  await ben
    .getByRole('banner')
    .getByRole('link', { name: /^Messages/ })
    .click();
  await ben
    .getByRole('region', { name: 'All Messages' })
    .getByRole('link', { name: /^Ana Moreau/ })
    .click();
  await expect(ben.getByRole('region', { name: 'Messages with Ana Moreau' })).toContainText(
    'See you at the kitchen?',
  );
});

test('a draft is its organization’s alone', async ({ seed, asUser }) => {
  await seed({
    ...kitchen('Soup for everyone'),
    posts: { later: { by: 'kitchen', postType: 'general', title: 'Not yet', isActive: false } },
  });
  const organization = await asUser('kitchen', '/post/manage');
  await expect(organization.getByRole('link', { name: 'Not yet', exact: true })).toBeVisible();
  await expect((await asUser('ana')).getByRole('main')).not.toContainText('Not yet');
});

test('people who were seeded are found', async ({ seed, asUser }) => {
  await seed(kitchen('Soup for everyone'));
  const ana = await asUser('ana', '/search/user/orr');
  await expect(ana.getByRole('link', { name: /Ben Orr/ })).toBeVisible();
});

test('the demo community is there as well', async ({ asUser }) => {
  const maria = await asUser('maria', '/edit/individual/basic-info');
  await expect(maria.getByLabel(/^First name/)).toHaveValue('Maria');
});

test('an error of a seed names the factory and the field', async ({ seed }) => {
  const wrong = kitchen('');
  await expect(seed(wrong)).rejects.toThrow('posts.first.title: This field is required');
});
