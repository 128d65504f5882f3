import type { Page } from '@playwright/test';
import type { GatherwellMocked } from '#src/mocks/gatherwell-mocked.ts';
import { expect, keptDrafts, respondedWith, test } from './fixtures.ts';

const open = async (page: Page, path = '/about-us') => {
  await page.goto(path);
  await page.getByRole('button', { name: 'Test scenario' }).waitFor();
};

/** Calls what the window offers to tests. Resolves to its error's message where it rejects. */
const call = <Name extends keyof GatherwellMocked>(
  page: Page,
  name: Name,
  ...args: Parameters<GatherwellMocked[Name]>
) =>
  page.evaluate(
    async ([name, args]) => {
      const { gatherwellMocked } = window;
      if (!gatherwellMocked) throw new Error('This is not the mocked mode.');
      return (gatherwellMocked[name] as (...args: unknown[]) => Promise<unknown>)(...args);
    },
    [name, args] as const,
  ) as ReturnType<GatherwellMocked[Name]>;

const titles = (page: Page) => page.getByRole('main').getByRole('article').getByRole('heading');

test.describe('from the beginning', () => {
  // Everything is brought back to it here, which no other test expects.
  test.use({ isAlone: true });

  test('seeds, snapshots and a reset, in one browser', async ({ page, context, consoleErrors }) => {
    await open(page);
    await test.step('a seed is on the screens of who signs in', async () => {
      await call(page, 'seed', {
        organizations: { kitchen: { name: 'Elm Street Kitchen' } },
        people: { ana: { firstName: 'Ana', lastName: 'Moreau' } },
        posts: { soup: { by: 'kitchen', postType: 'general', title: 'Soup for everyone' } },
        follows: [{ from: 'ana', to: 'kitchen' }],
      });
      await call(page, 'signIn', 'ana');
      await page.goto('/');
      await expect(titles(page)).toHaveText(['Soup for everyone']);
    });

    const taken = await call(page, 'snapshot');
    const other = await context.newPage();
    await open(other, '/');
    await expect(titles(other)).toHaveText(['Soup for everyone']);

    await test.step('what came after a snapshot is gone with it, in all tabs and on the device', async () => {
      await call(page, 'seed', {
        people: { ben: {} },
        posts: { more: { by: 'kitchen', postType: 'general', title: 'And bread' } },
      });
      // A feed that is read offers what is new with a button.
      await open(other, '/');
      await expect(titles(other)).toHaveText(['And bread', 'Soup for everyone']);
      await call(page, 'restore', taken);
      await page.reload();
      await expect(titles(page)).toHaveText(['Soup for everyone']);
      await expect(titles(other)).toHaveText(['Soup for everyone']);
      await expect(call(page, 'signIn', 'ben')).rejects.toThrow('Nobody is called ben here.');
    });

    await test.step('a reset leaves the demo community, and nobody signed in', async () => {
      // The other tab may find that its session is over before it is to reload.
      consoleErrors.allow(respondedWith(401));
      await call(page, 'reset');
      await page.reload();
      await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
      await expect(other.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
      await expect(call(page, 'signIn', 'ana')).rejects.toThrow('Nobody is called ana here.');
      consoleErrors.allow(/status of 404/);
      await expect(call(page, 'restore', taken)).rejects.toThrow('404');
      await call(page, 'signIn', 'maria');
      await page.goto('/edit/individual/basic-info');
      await expect(page.getByLabel(/^First name/)).toHaveValue('Maria');
      expect(await keptDrafts(page)).toBe('[]');
    });
  });
});

test('a seed that is not valid says which factory and which field', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/status of 400/);
  await open(page);
  const wrong = { posts: { soup: { by: 'larkfield', postType: 'general' as const, title: '' } } };
  await expect(call(page, 'seed', wrong)).rejects.toThrow('posts.soup.title: This field is required');
});
