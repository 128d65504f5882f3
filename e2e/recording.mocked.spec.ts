import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectToast, field, respondedWith, test } from './fixtures.ts';

const openPanelTab = async (page: Page) => {
  await page.getByRole('button', { name: 'Test scenario' }).click();
  await page.getByRole('tab', { name: 'Record' }).click();
};
const bar = (page: Page) => page.getByRole('region', { name: 'Recording', exact: true });
const like = (page: Page) => page.getByRole('button', { name: 'Like', exact: true });

async function startRecording(page: Page): Promise<void> {
  await openPanelTab(page);
  await page.getByRole('button', { name: 'Start recording' }).click();
  await expect(bar(page)).toContainText('Recording: 0 acts');
}

/** Saves what was recorded. Resolves to the file. */
async function save(page: Page): Promise<string> {
  await bar(page).getByRole('button', { name: 'Stop' }).click();
  await openPanelTab(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  return (await download).path();
}

/** Drops a file on the panel's tab, as from a folder. */
async function dropOnPanel(page: Page, content: string): Promise<void> {
  const files = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'recording.json', { type: 'application/json' }));
    return transfer;
  }, content);
  const place = page.getByRole('tabpanel').getByText(/^A recording is a file/);
  await place.dispatchEvent('drop', { dataTransfer: files });
}

test.describe('from the beginning', () => {
  // Other databases are opened, which no other test expects.
  test.use({ isAlone: true });

  test('what was recorded is saved, opened where everything is forgotten, and replayed', async ({
    page,
    context,
    consoleErrors,
  }) => {
    consoleErrors.allow(respondedWith(401));
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/about-us?scenario-seed=empty');
    await page.waitForURL('/about-us');
    await page.getByRole('button', { name: 'Test scenario' }).waitFor();
    await page.evaluate(async () => {
      // What was changed in the seed before is a part of the recording.
      await window.gatherwellMocked?.seed({
        organizations: { kitchen: { name: 'Elm Street Kitchen' } },
        people: { ana: { firstName: 'Ana', lastName: 'Moreau' }, ben: { firstName: 'Ben', lastName: 'Orr' } },
        posts: { soup: { by: 'kitchen', postType: 'general', title: 'Soup for everyone' } },
        follows: [{ from: 'ana', to: 'kitchen' }],
        friendships: [{ from: 'ana', to: 'ben' }],
        messages: [{ from: 'ben', to: 'ana', text: 'Are you coming?' }],
      });
    });
    await page.goto('/?scenario-user=ana&scenario-faults=posts.like%20call%209:%20503');
    await expect(like(page)).toBeVisible();
    await startRecording(page);

    const messagesLink = page.getByRole('banner').getByRole('link', { name: /^Messages/ });
    await like(page).click();
    await messagesLink.click();
    await page
      .getByRole('region', { name: 'All Messages' })
      .getByRole('link', { name: /^Ben Orr/ })
      .click();
    await page.getByRole('textbox', { name: /^Message to/ }).fill('Yes, at “six”');
    await page.getByRole('textbox', { name: /^Message to/ }).press('Enter');
    await expect(page.getByRole('region', { name: 'Messages with Ben Orr' })).toContainText('Yes, at “six”');
    // Sooner than that, nobody has typed an address.
    await page.waitForTimeout(400);
    await page.goto('/edit/individual/basic-info');
    await field(page, 'Phone').fill('555 0100');
    await page.getByRole('main').getByRole('button', { name: 'Save' }).first().click();
    await expect(page.getByText('Basic information saved.').first()).toBeVisible();
    const path = await save(page);

    const recording = JSON.parse(await readFile(path, 'utf8')) as { acts: { kind: string }[] };
    expect(recording).toMatchObject({
      format: 'gatherwell-recording',
      version: 1,
      start: { seed: 'empty', user: 'ana@seed.gatherwell.example', path: '/' },
    });
    expect(recording.acts.map(({ kind }) => kind)).toEqual([
      'click',
      'click',
      'click',
      'fill',
      'press',
      'open',
      'fill',
      'click',
    ]);
    await page.getByRole('button', { name: 'Copy as Playwright test' }).click();
    await expectToast(page, 'Test copied');
    const written = await page.evaluate(() => navigator.clipboard.readText());
    expect(written).toContain("await page.getByRole('button', { name: 'Like', exact: true }).click();");
    expect(written).toContain(".fill('Yes, at “six”');");

    await page.goto('/about-us?scenario-reset=1&scenario-seed=demo');
    await page.waitForURL('/about-us');
    await openPanelTab(page);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Open a recording' }).click();
    await (await chooser).setFiles(path);
    await expect(bar(page)).toContainText('Recorded: 8 acts');
    await expect(like(page)).toHaveAttribute('aria-pressed', 'false');
    await bar(page).getByRole('button', { name: 'Replay' }).click();
    await expect(bar(page)).toContainText('Replayed: 8 acts');

    await expect(page.getByText('Basic information saved.').first()).toBeVisible();
    await page.goto('/');
    await expect(like(page)).toHaveAttribute('aria-pressed', 'true');
    await messagesLink.click();
    await page
      .getByRole('region', { name: 'All Messages' })
      .getByRole('link', { name: /^Ben Orr/ })
      .click();
    const conversation = page.getByRole('region', { name: 'Messages with Ben Orr' }).getByRole('article');
    await expect(conversation).toHaveText([/Are you coming\?/, /Yes, at “six”/]);
    await page.goto('/edit/individual/basic-info');
    await expect(field(page, 'Phone')).toHaveValue('555 0100');
  });
});

test('a password that is typed is not recorded, and typed again in a replay', async ({ page, context }) => {
  await page.goto('/user/sign-in');
  await startRecording(page);
  await field(page, 'Email').fill('ana@example.org');
  await field(page, 'Password').fill('correct horse battery');
  await page.reload();
  await field(page, 'Email').fill('ben@example.org');
  await expect(bar(page)).toContainText('Recording: 4 acts');
  const text = await readFile(await save(page), 'utf8');
  expect(text).toContain('ana@example.org');
  expect(text).not.toContain('battery');

  await dropOnPanel(page, text);
  await expect(bar(page)).toContainText('Recorded: 4 acts');
  await bar(page).getByRole('button', { name: 'Replay' }).click();
  await expect(bar(page)).toContainText('The field “Password” was not recorded: type it, and go on.');
  await expect(field(page, 'Email')).toHaveValue('ana@example.org');
  await field(page, 'Password').fill('correct horse battery');
  await bar(page).getByRole('button', { name: 'Go on' }).click();
  await expect(bar(page)).toContainText('Replayed: 4 acts');
  await expect(field(page, 'Email')).toHaveValue('ben@example.org');
  await bar(page).getByRole('button', { name: 'Close' }).click();

  await context.route(
    ({ pathname }) => pathname === '/shared/recording.json',
    (route) => route.fulfill({ body: text }),
  );
  await page.goto('/about-us?scenario-recording=/shared/recording.json');
  await page.waitForURL('/user/sign-in');
  await expect(bar(page)).toContainText('Recorded: 4 acts');
});

test('what is no recording is rejected, with the reason', async ({ page, context, consoleErrors }) => {
  consoleErrors.allow(respondedWith(404));
  await context.route(
    ({ pathname }) => pathname === '/shared/none.json',
    (route) => route.fulfill({ status: 404 }),
  );
  const told = page.waitForEvent('dialog');
  const opened = page.goto('/about-us?scenario-recording=/shared/none.json');
  const dialog = await told;
  expect(dialog.message()).toBe('There is no recording at /shared/none.json.');
  await dialog.accept();
  await opened;

  await openPanelTab(page);
  for (const [content, message] of [
    ['{"format":', 'This is not a recording: the file is not JSON.'],
    ['{"format":"other"}', /^This is not a recording: format: /],
  ] as const) {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Open a recording' }).click();
    await (await chooser).setFiles({
      name: 'recording.json',
      mimeType: 'application/json',
      buffer: Buffer.from(content),
    });
    await expect(page.getByRole('alert').getByText(message)).toBeVisible();
  }
});
