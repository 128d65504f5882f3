import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Seed } from 'gatherwell-testing';
import { expect, test } from 'gatherwell-testing/playwright';

const titles = (page: Page) => page.getByRole('main').getByRole('article').getByRole('heading');
const like = (page: Page) => page.getByRole('button', { name: 'Like', exact: true });
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
  await like(ana).click();
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
  const before = await snapshot();
  await like(ana).click();
  await expect(like(ana)).toHaveAttribute('aria-pressed', 'true');
  await seed({ posts: { second: { by: 'kitchen', postType: 'general', title: 'And bread' } } });
  await restore(before);
  await expect(titles(ana)).toHaveText(['Soup for everyone']);
  await expect(like(ana)).toHaveAttribute('aria-pressed', 'false');
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

test('a like whose answer is lost, as it was recorded, is sent again and counted once', async ({
  seed,
  asUser,
}) => {
  const recorded = await readFile(new URL('faults/lost-like.txt', import.meta.url), 'utf8');
  await seed(kitchen('Soup for everyone'));
  // The script delays the event that would confirm the like: only a response can.
  const ana = await asUser('ana', '/', { faults: recorded });
  const keys: (string | undefined)[] = [];
  ana.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/trpc/posts.like')
      keys.push(request.headers()['idempotency-key']);
  });
  await like(ana).click();
  await expect.poll(() => keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  await expect(bell(await asUser('kitchen', '/dashboard'), 2)).toBeVisible();
  const [, ...rules] = recorded.trim().split('\n');
  expect(await ana.evaluate(() => window.gatherwellMocked?.recordFaults())).toBe(rules.join('\n'));
});

test('the same script makes the same calls go wrong', async ({ seed, asUser }) => {
  await seed(kitchen('Soup for everyone'));
  const run = async (faults: string) => {
    const ana = await asUser('ana', '/about-us', { faults });
    return ana.evaluate(async () => {
      const search = `/api/trpc/places.search?input=${encodeURIComponent('{"text":"Elm"}')}`;
      for (let call = 0; call < 20; call++) await fetch(search);
      const injected = (await window.gatherwellMocked?.injectedFaults()) ?? [];
      return injected.map(({ procedure, call, fault }) => `${procedure} ${call}: ${fault}`);
    });
  };
  const first = await run('seed 7\nplaces.search 50%: 503 overloaded');
  expect(first.length).toBeGreaterThan(3);
  expect(first.length).toBeLessThan(17);
  expect(await run('seed 7; places.search 50%: 503 overloaded')).toEqual(first);
  expect(await run('seed 8; places.search 50%: 503 overloaded')).not.toEqual(first);
});

test('an error of a fault script names the line and the column', async ({ asUser }) => {
  await expect(asUser('maria', '/', { faults: 'posts.like: lost\nposts.like: loose' })).rejects.toThrow(
    'Line 2, column 13: "loose" is not a fault.',
  );
});

test.describe('with another seed', () => {
  test.use({ startingSeed: 'empty' });

  test('there is nobody but who was seeded', async ({ seed, asUser }) => {
    await seed(kitchen('Soup for everyone'));
    await expect(titles(await asUser('ana'))).toHaveText(['Soup for everyone']);
    await expect(asUser('maria')).rejects.toThrow('Nobody is called maria here.');
  });
});
