import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectToast,
  field,
  inMocked,
  keptDrafts,
  newEmail,
  phone,
  respondedWith,
  signUp,
  test,
} from './fixtures.ts';
import { lastingPosts, undoButton, unique } from './post-forms.ts';

// Here the program has to be there without a network.
test.use({ serviceWorkers: 'allow' });

const bell = (page: Page, news: number) =>
  page
    .getByRole('banner')
    .getByRole('button', { name: news > 0 ? `Notifications, ${news} new` : 'Notifications' });

/** Signs up as an organization; ends on the dashboard. */
async function becomeOrganization(page: Page, name: string): Promise<void> {
  await signUp(page, 'organization', newEmail('carol'));
  await field(page, 'Name').fill(name);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL('/complete/organization/service-info');
  await page.goto('/dashboard');
}

/** Signs up as an individual; ends in the feed. */
async function becomeIndividual(page: Page): Promise<void> {
  await signUp(page, 'individual', newEmail('alice'));
  await field(page, 'First name').fill('Alice');
  await field(page, 'Last name').fill('Nilsen');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(field(page, 'ZIP code')).toBeFocused();
  await field(page, 'ZIP code').fill('19103');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL('/complete/individual/involvement');
  await page.goto('/');
}

async function publish(page: Page, kind: RegExp, title: string): Promise<void> {
  await page.goto('/post/manage');
  await page.getByRole('link', { name: 'Create Post' }).first().click();
  await page.getByRole('button', { name: kind }).click();
  await field(page, 'Title').fill(title);
  // Publishes nothing: the form is still there.
  await page.keyboard.press('Enter');
  await field(page, 'Keywords').fill('tools');
  await page.keyboard.press('Enter');
  await field(page, 'Description').fill('Bring what is blunt.\nMore at https://example.org');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

test('an organization publishes, a follower sees it and reacts, and the organization is notified at once', {
  tag: inMocked,
}, async ({ page, newPerson }) => {
  const name = unique('Tool Library');
  await becomeOrganization(page, name);
  const alice = await newPerson();
  await alice.setViewportSize(phone);
  await becomeIndividual(alice);

  await alice.getByRole('combobox', { name: 'Search people and organizations' }).fill(name);
  await alice.getByRole('option', { name }).click();
  await alice.getByRole('button', { name: `Follow ${name}`, exact: true }).click();
  await expect(alice.getByRole('button', { name: `Following ${name}` })).toBeVisible();
  await expect(bell(page, 1)).toBeVisible();

  await publish(page, /^Event/, 'Sharpening afternoon');
  await undoButton(page).click();
  await expectToast(page, 'Your post is a draft again. Nobody was notified.');
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Event' })).toBeVisible();
  await expect(field(page, 'Keywords')).toHaveValue('tools');
  await expect(page.getByText('It has no date, so it won’t appear in calendars.')).toBeVisible();
  await expect(page.getByText('It has no address, so it won’t appear on the map.')).toBeVisible();
  // The zone is that of the place, until another is chosen.
  const choosePlace = async (typed: string, place: RegExp) => {
    await page.getByRole('combobox', { name: 'Address' }).fill(typed);
    await page.getByRole('option', { name: place }).first().click();
  };
  await choosePlace('vancouver, bc', /^Vancouver, BC/);
  await expect(page.getByText(/^Times are in .*\(Vancouver\)/)).toBeVisible();
  await page.getByRole('button', { name: 'Change time zone' }).click();
  await page.getByRole('combobox', { name: 'Time zone' }).fill('halifax');
  await page.getByRole('option', { name: 'America/Halifax' }).click();
  await choosePlace('toronto, on', /^Toronto, ON/);
  await expect(page.getByRole('combobox', { name: 'Address' })).toHaveValue(/^Toronto/);
  await expect(page.getByText(/^Times are in .*\(Halifax\)/)).toBeVisible();
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: 'Sharpening afternoon' })).toBeVisible();
  await expect(preview.getByRole('link', { name: name })).toBeVisible();
  await expect(preview.getByRole('link', { name: 'https://example.org' })).toBeVisible();
  await expect(preview.getByRole('button', { name: 'Like' })).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Update and Publish' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sharpening afternoon' })).toBeVisible();
  await expect(undoButton(page)).toBeVisible();
  await page.getByRole('button', { name: 'View as visitor' }).click();
  await expect(
    page.getByRole('dialog', { name: 'What visitors see' }).getByText('Bring what is blunt.'),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  // Who follows is notified of it once, after the time for an undo: not of what was undone.
  await expect(bell(alice, 1)).toBeVisible();
  await alice.goto('/');
  const card = alice.getByRole('article', { name: 'Sharpening afternoon' });
  const like = card.getByRole('button', { name: 'Like', exact: true });
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  // Also where it is the first one, and a count comes beside it.
  await expect(like).toBeFocused();
  await expect(bell(page, 2)).toBeVisible();
  await bell(page, 2).click();
  await expect(page.getByText(/Alice Nilsen.*liked your post/)).toBeVisible();

  // Taken back and repeated: the organization is notified of it once.
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await like.click();
  await card.getByRole('button', { name: 'Going', exact: true }).click();
  await expect(bell(page, 3)).toBeVisible();
  await card.getByRole('button', { name: '1 going. Show who' }).click();
  await expect(alice.getByRole('dialog', { name: 'Who is going' }).getByRole('link')).toHaveText(
    'Alice Nilsen',
  );
  await alice.keyboard.press('Escape');

  await publish(page, /^General Post/, 'Thank you all');
  await alice.getByRole('button', { name: 'Newer posts' }).click();
  await expect(alice.getByRole('article', { name: 'Thank you all' })).toBeVisible();
  await expect(bell(alice, 2)).toBeVisible();
});

test('a draft is nobody’s but its organization’s until it is published', async ({
  page,
  newPerson,
  signInAs,
  consoleErrors,
}) => {
  consoleErrors.allow(respondedWith(404));
  await becomeOrganization(page, 'Night Kitchen');
  await page.goto('/post/manage');
  await page.getByRole('link', { name: 'Create Post' }).first().click();
  await page.getByRole('button', { name: /^In-Kind/ }).click();
  await page.getByRole('button', { name: 'Save and Publish' }).click();
  await expect(field(page, 'Title')).toBeFocused();
  await expect(field(page, 'Title')).toHaveAccessibleDescription('This field is required');

  await field(page, 'Title').fill('Winter coats');
  await page.getByRole('button', { name: 'Add an item' }).click();
  await field(page, 'Name').fill('Coats');
  await field(page, 'Requirement').fill('20, for children');
  await expect.poll(() => keptDrafts(page)).toContain('20, for children');
  await page.reload();
  await expect(field(page, 'Requirement')).toHaveValue('20, for children');
  await page.getByRole('spinbutton', { name: /^month/ }).fill('12');
  await page.getByRole('spinbutton', { name: /^day/ }).fill('24');
  await page.getByRole('spinbutton', { name: /^year/ }).fill('2030');
  await page.getByRole('button', { name: 'Save As Draft' }).click();
  await expect(page.getByRole('img', { name: 'Unpublished' })).toBeVisible();

  await page.getByRole('link', { name: 'View Winter coats' }).click();
  await expect(page.getByText('Coats', { exact: true })).toBeVisible();
  await expect(page.getByText('by 12/24/2030')).toBeVisible();
  const address = new URL(page.url()).pathname;

  const stranger = await newPerson();
  await signInAs(stranger, 'maria', address);
  await expect(stranger.getByRole('heading', { name: 'Post is not available' })).toBeAttached();

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Update and Publish' }).click();
  await expect(page.getByRole('button', { name: 'Interested' })).toBeVisible();
  await stranger.goto(address);
  await expect(stranger.getByRole('heading', { level: 1, name: 'Winter coats' })).toBeVisible();

  await page.getByRole('link', { name: 'Manage Posts' }).click();
  await page.getByRole('button', { name: 'Delete Winter coats' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No Post Found')).toBeVisible();
});

test('the feed is there without a network, after a reload too, and gone after signing out', async ({
  page,
  context,
  signInAs,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_INTERNET_DISCONNECTED/);
  await signInAs(page, 'maria');
  const first = lastingPosts(page).first();
  const title = await first.getByRole('heading').textContent();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(page.getByText('Couldn’t refresh. Showing what was saved at')).toBeVisible();
  await expect(first.getByRole('heading')).toHaveText(title ?? '');
  await context.setOffline(false);

  await page.goto('/user/sign-out');
  await expect(page.getByRole('heading', { name: 'Good things are happening close to home.' })).toBeVisible();
  const left = await page.evaluate(async () =>
    (await indexedDB.databases()).map((database) => database.name),
  );
  expect(left).toEqual([]);
});
