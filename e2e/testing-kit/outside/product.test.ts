// With Vitest, and a driver that knows nothing of the product.
import { type Browser, chromium } from '@playwright/test';
import { type Product, startProduct } from 'gatherwell-testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let product: Product;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct();
  const executablePath = process.env['CHROMIUM_PATH'];
  browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    // A short run gains nothing by a second, better compilation, as playwright.config.ts says.
    args: ['--no-sandbox', '--js-flags=--liftoff-only,--no-turbofan,--no-maglev'],
  });
}, 60_000);

afterAll(async () => {
  await browser.close();
  await product.close();
});

test('a follower reads what was seeded, from Vitest', async () => {
  const page = await browser.newPage();
  await page.goto(product.url);
  await page.waitForFunction(() => window.gatherwellMocked !== undefined);
  await page.evaluate(async () => {
    await window.gatherwellMocked?.seed({
      organizations: { kitchen: { name: 'Elm Street Kitchen' } },
      people: { ana: {} },
      posts: { soup: { by: 'kitchen', postType: 'general', title: 'Soup for everyone' } },
      follows: [{ from: 'ana', to: 'kitchen' }],
    });
    await window.gatherwellMocked?.signIn('ana');
  });
  await page.goto(product.url);
  const title = page.getByRole('main').getByRole('article').getByRole('heading');
  await title.waitFor({ timeout: 20_000 });
  expect(await title.allTextContents()).toEqual(['Soup for everyone']);
}, 60_000);
