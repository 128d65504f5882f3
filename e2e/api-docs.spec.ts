import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { migrations } from '#db/migrations/index.ts';
import { root } from '#server/node/tools/tools.ts';
import { expect, expectAccessible, expectAccessibleInEachLook, respondedWith, test } from './fixtures.ts';
import { serverFolder } from './server-folder.ts';

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search operations' });

/** Makes a token as a user would, by the API, with the session that the page has. */
const makeToken = (page: Page) =>
  page.evaluate(async () => {
    const response = await fetch('/api/access-tokens', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Reference', scopes: ['read'] }),
    });
    const { data } = (await response.json()) as { data: { token: string } };
    return data.token;
  });

test('a developer finds an operation, copies its samples, and tries it with a token', async ({
  page,
  context,
  signInAs,
  consoleErrors,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs(page, 'maria', '/about-us');
  const token = await makeToken(page);
  expect(token).toMatch(/^gw_/);

  const response = await page.goto('/api/docs');
  expect(response?.headers()['content-security-policy']).toContain("require-trusted-types-for 'script'");
  await expect(page).toHaveTitle('Gatherwell API');
  for (const name of ['A token', 'The first call', 'Webhooks', 'Errors', 'Limits', 'Versions'])
    await expect(page.getByRole('heading', { name, exact: true, level: 2 })).toBeVisible();
  await expectAccessibleInEachLook(page);

  // By keyboard: what is found first is one key away.
  await search(page).fill('upcoming posts');
  await expect(page.getByRole('status').filter({ hasText: /operation/ })).toHaveText('1 operation');
  await search(page).press('Enter');
  const found = page.getByRole('link', { name: /\/posts\/upcoming/ });
  await expect(found).toBeFocused();
  await search(page).fill('no such thing');
  await expect(page.getByText('No operations')).toBeVisible();
  await search(page).fill('count notifications');
  await page.getByRole('link', { name: /\/notifications\/count/ }).click();

  await expect(page).toHaveURL('/api/docs/countNotifications');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Copy curl' }).click();
  await expect(page.getByRole('button', { name: 'Copied curl' })).toBeVisible();
  const copied = await page.evaluate(async () => navigator.clipboard.readText());
  expect(copied).toContain('/api/notifications/count');
  expect(copied).toContain('$GATHERWELL_TOKEN');
  await page.getByRole('button', { name: 'Copy TypeScript' }).click();
  await expect
    .poll(async () => page.evaluate(async () => navigator.clipboard.readText()))
    .toContain('api.notifications.count.query(');
  await expectAccessibleInEachLook(page);

  await page.getByLabel('Personal access token').fill(token);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(/^200 OK, in \d+ ms$/)).toBeVisible();
  await expect(page.getByRole('group', { name: 'Response', exact: true })).toContainText('"count":');
  await expectAccessible(page);
  // The token is nowhere but in the field.
  const stored = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), location.href]),
  );
  expect(stored).not.toContain(token);
  await page.reload();
  await expect(page.getByLabel('Personal access token')).toHaveValue('');

  // Cookies are left out: a wrong token is nobody, and so is none.
  consoleErrors.allow(respondedWith(401));
  await page.getByLabel('Personal access token').fill(`${token}x`);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(/^401 Refused, in \d+ ms$/)).toBeVisible();
  await expect(page.getByRole('group', { name: 'Response', exact: true })).toContainText(
    '"reason": "not-signed-in"',
  );
  await page.getByLabel('Personal access token').fill('');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(/^401 Refused, in \d+ ms$/)).toBeVisible();
});

test('an operation with a body shows what it takes, and asks for what is missing', async ({
  page,
  consoleErrors,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/api/docs/createPost');
  await expect(page.getByText('too-large').or(page.getByText('storage-full')).first()).toBeVisible();
  const body = page.getByRole('textbox', { name: 'Body', exact: true });
  await expect(body).toHaveValue(/"postType": "general"/);
  await page.getByText('postType: event', { exact: true }).first().click();
  await expect(page.getByText('startDateTime').first()).toBeVisible();
  await expectAccessible(page);
  consoleErrors.allow(respondedWith(401));
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(/^401 Refused/)).toBeVisible();

  await page.goto('/api/docs/getPost');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Enter id first.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'id (required)' })).toBeFocused();

  // From any page, a search leads to the list.
  await search(page).fill('webhook follower');
  await search(page).press('Enter');
  await expect(page).toHaveURL('/api/docs?q=webhook+follower');
  await page.getByRole('link', { name: /follower\.added/ }).click();
  await expect(page.getByRole('heading', { name: 'What is posted' })).toBeVisible();
  await expect(page.getByText('Webhook-Signature', { exact: true })).toBeVisible();
  await expectAccessible(page);
});

const execute = promisify(execFile);

/** The commands in a guide that call the server, as a shell takes them. */
async function commandsIn(guide: string): Promise<string[]> {
  const blocks = (await readFile(join(root, guide), 'utf8')).matchAll(/^```sh\n(.*?)^```/gms);
  return [...blocks].map(([, commands = '']) => commands).filter((commands) => !commands.includes('npm'));
}

/** Runs commands as a shell does where the project is. Resolves to what they print. */
async function runInShell(commands: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { stdout } = await execute('sh', ['-ec', commands], { cwd: root, env: { ...process.env, ...env } });
  return stdout;
}

test('the guides lead a typed client and curl to the same posts', async ({ baseURL }) => {
  const [curl, ...others] = await commandsIn('README.md');
  const [typed, curlAgain, ...more] = await commandsIn('server/README.md');
  expect([...others, ...more]).toEqual([]);
  const { host } = new URL(baseURL ?? '');
  const run = (commands = '') => runInShell(commands.replaceAll('localhost:3000', host));
  interface FeedAnswer {
    success: boolean;
    data: { items: { organizationName: string; title: string }[] };
  }

  const { success, data } = JSON.parse(await run(curl)) as FeedAnswer;
  expect(success).toBe(true);
  const firstFive = data.items.slice(0, 5).map((post) => `${post.organizationName}: ${post.title}`);
  expect(firstFive).toHaveLength(5);
  expect((await run(typed)).trim().split('\n')).toEqual(firstFive);
  const again = JSON.parse(await run(curlAgain)) as FeedAnswer;
  expect(again.data.items).toEqual(data.items.slice(0, 5));
});

test('a first start makes the database and fills it once, which the audit log lists', async ({}, {
  parallelIndex,
}) => {
  const env = { DATA_DIR: serverFolder(parallelIndex) };
  await runInShell('node server/node/cli.ts seed', env);
  const output = await runInShell('node server/node/cli.ts audit --json --limit 1000', env);
  const entries = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(entries.filter(({ action }) => String(action).startsWith('database-'))).toMatchObject([
    { action: 'database-seeded', actorId: null },
    { action: 'database-migrated', details: { by: 'set-up', to: Object.keys(migrations).at(-1) } },
  ]);
});
