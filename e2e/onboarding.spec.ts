import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { plain, svg, text } from '#server/testing/pictures.ts';
import {
  createAccount,
  expect,
  expectAccessible,
  expectAccessibleInEachLook,
  expectToast,
  field,
  holdUp,
  inMocked,
  keptDrafts,
  newEmail,
  phone,
  respondedWith,
  signUp,
  test,
} from './fixtures.ts';
import { openScreen } from './open-screen.ts';
import { beginPost } from './post-forms.ts';

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();

/** The step is open: its address, its heading, how far one is; and nothing is in the way. */
async function expectStep(page: Page, path: string, title: string, step: string, percent: number) {
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText(step, { exact: true })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: step })).toHaveAttribute('aria-valuenow', `${percent}`);
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  await expectAccessible(page);
}

/** Picks one of a list in which several can be chosen. */
async function choose(page: Page, label: string, typed: string) {
  const input = page.getByRole('combobox', { name: label });
  await input.fill(typed);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
}

/** Opens what is folded under a heading. */
const unfold = (page: Page, title: string) => page.locator('summary').filter({ hasText: title }).click();

/** Changes the signed-in user's basic information, as another device of theirs would. */
async function changeElsewhere(page: Page, changes: Record<string, unknown>): Promise<void> {
  const status = await page.evaluate(async (body) => {
    const { data } = await (await fetch('/api/auth')).json();
    const response = await fetch(`/api/users/${data._id}/basic-info`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.status;
  }, changes);
  expect(status).toBe(200);
}

/** Looks an address up and takes the first that is found. */
async function findPlace(page: Page, typed: string) {
  await page.getByRole('combobox', { name: 'Find your city or ZIP code' }).fill(typed);
  await page.getByRole('option').first().click();
}

test('an individual completes the profile on a phone, step by step', { tag: inMocked }, async ({ page }) => {
  test.slow();
  await page.setViewportSize(phone);
  // What made her sign up is done at the end, where she was.
  await page.goto('/search/community-activity');
  const title = await page.getByRole('article').nth(4).getByRole('heading').innerText();
  // By its title: another one may be in its place a moment later.
  const said = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .getByRole('button', { name: /^(Like|Interested)/ });
  await said.click();
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByText(`“${title}” when you’re done.`)).toBeVisible();
  await createAccount(page, 'individual', newEmail('alice'));
  await expectStep(page, '/complete/individual/basic-info', 'Basic information', 'Step 2 of 7', 32);
  await press(page, 'Next');
  await expect(field(page, 'First name')).toBeFocused();
  for (const label of ['First name', 'Last name', 'ZIP code'])
    await expect(field(page, label)).toHaveAccessibleDescription(/This field is required/);
  await field(page, 'First name').fill('Alice');
  await field(page, 'Last name').fill('Nilsen');
  // A city has many ZIP codes: which one is asked for.
  await findPlace(page, 'Philadelphia');
  await expect(field(page, 'ZIP code')).toBeFocused();
  await expect(field(page, 'ZIP code')).toHaveAccessibleDescription(/Which ZIP code in Philadelphia/);
  await unfold(page, 'Street, state and country');
  // Those of the city are listed until these come.
  await page
    .getByRole('combobox', { name: 'Find your city or ZIP code' })
    .fill('12 Elm Street, Philadelphia 19104');
  await page
    .getByRole('option', { name: /^12 Elm Street/ })
    .first()
    .click();
  await expect(field(page, 'Street')).toHaveValue('12 Elm Street');
  await expect(field(page, 'City')).toHaveValue('Philadelphia');
  await expect(field(page, 'ZIP code')).toHaveValue('19104');
  await expect(page.getByRole('combobox', { name: 'State or region' })).toHaveText('Pennsylvania');
  await expect(page.getByRole('link', { name: /GeoNames/ })).toBeVisible();
  await unfold(page, 'Languages and skills');
  await choose(page, 'Skills', 'first aid');
  await choose(page, 'Languages', 'spanish');
  await press(page, 'Next');
  await expectToast(page, 'Basic information saved.');

  await expectStep(page, '/complete/individual/involvement', 'Involvement', 'Step 3 of 7', 48);
  for (const label of ['Volunteering opportunities', 'Projects', 'A membership', 'A committee'])
    await expect(page.getByRole('checkbox', { name: label })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Projects' }).click();
  await choose(page, 'Impact areas', 'food');
  await unfold(page, 'How much time you have');
  await field(page, 'Hours per week').fill('41');
  await press(page, 'Next');
  await expect(field(page, 'Hours per week')).toHaveAccessibleDescription(/Enter 0 to 40 hours/);
  await field(page, 'Hours per week').fill('6');
  await page.getByRole('radio', { name: /^Full day/ }).click();
  await press(page, 'Next');
  await expectToast(page, 'Involvement saved.');

  await expectStep(page, '/complete/individual/privacy', 'Privacy', 'Step 4 of 7', 64);
  await expect(page.getByRole('switch', { name: 'My calendar is public' })).not.toBeChecked();
  await expect(page.getByRole('switch', { name: 'People can find me', exact: true })).toBeChecked();
  const friendsOnly = page.getByRole('radio', { name: 'My friends', exact: true });
  await unfold(page, 'Who sees your activity');
  await friendsOnly.click();
  // Back saves, too.
  await press(page, 'Back');
  await expect(page).toHaveURL('/complete/individual/involvement');
  await expectToast(page, 'Privacy saved.');
  await expect(field(page, 'Hours per week')).toHaveValue('6');
  await expect(page.getByRole('checkbox', { name: 'Projects' })).not.toBeChecked();
  // Skip goes on and saves nothing.
  await field(page, 'Hours per week').fill('7');
  await press(page, 'Skip');
  await expect(page).toHaveURL('/complete/individual/privacy');
  await expect(friendsOnly).toBeChecked();
  await press(page, 'Skip');

  await expectStep(page, '/complete/individual/membership', 'Membership', 'Step 5 of 7', 80);
  await press(page, 'Back');
  await expect(page).toHaveURL('/complete/individual/privacy');
  await press(page, 'Skip');
  await press(page, 'Continue');

  await expectStep(page, '/complete/individual/suggestions', 'Follow some organizations', 'Step 7 of 7', 100);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Follow / })
    .first()
    .click();
  await expect(page.getByRole('button', { name: /^Following / })).toBeVisible();
  await press(page, 'Finish');
  await expect(page).toHaveURL('/search/community-activity');
  const reacted = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  await expect(reacted).toBeInViewport();
  await expect(reacted.getByRole('button', { name: /^(Like|Interested)/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('an organization completes the profile on a phone, step by step', async ({ page, consoleErrors }) => {
  test.slow();
  await page.setViewportSize(phone);
  await signUp(page, 'organization', newEmail('carol'));
  await expectToast(page, 'Welcome to Gatherwell');
  await expect(page.getByText('Your are already logged in')).toHaveCount(0);
  await expectStep(page, '/complete/organization/basic-info', 'Basic information', 'Step 2 of 4', 50);
  await field(page, 'Name').fill('Carol’s Kitchen');
  await unfold(page, 'Logo, types and description');
  await choose(page, 'Organization types', 'food');
  await unfold(page, 'Address');
  await findPlace(page, 'Toronto');
  await expect(page.getByRole('combobox', { name: 'State or region' })).toHaveText('Ontario');
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveText('Canada');
  // A region of the country that was found with it, not of the one that stood there.
  await expect(page.getByText('Choose a region of the country')).toHaveCount(0);
  await choose(page, 'Organization types', 'arts');
  // A finger may miss a chip's edge a little.
  const chip = page.getByRole('button', { name: /^Remove Arts/ });
  // The page may still move while the list of suggestions closes, and bars may lie over its edges.
  await expect(async () => {
    await chip.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const { x, y, height } = (await chip.boundingBox()) ?? { x: 0, y: 0, height: 0 };
    expect(height).toBeLessThan(44);
    await page.mouse.click(x + 10, y - 3);
    await expect(chip).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  await press(page, 'Next');
  await expectToast(page, 'Basic information saved.');

  await expectStep(page, '/complete/organization/service-info', 'Service information', 'Step 3 of 4', 75);
  const areas = page.getByRole('combobox', { name: 'Service areas' });
  await areas.fill('The Elm Street block');
  await areas.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove The Elm Street block' })).toBeVisible();
  // What begins with what was typed comes first; a type that was chosen leaves the others to be found.
  for (const [typed, area] of [
    ['philadelphia', 'Philadelphia, PA'],
    ['pennsylv', 'Pennsylvania, United States'],
  ] as const) {
    await areas.fill(typed);
    await expect(page.getByRole('option').first()).toHaveText(area);
    await page.getByRole('option').first().click();
    await expect(page.getByRole('button', { name: `Remove ${area}` })).toBeVisible();
  }
  for (const type of ['Cities', 'States and regions'])
    await expect(page.getByRole('button', { name: `Remove ${type}` })).toBeVisible();
  await unfold(page, 'Keywords');
  await field(page, 'Keywords').fill('soup, evening');
  await unfold(page, 'Donations and newsletter');
  await field(page, 'Donation link').fill('carol at example');
  await press(page, 'Next');
  await expect(field(page, 'Donation link')).toHaveAccessibleDescription(/Enter a web address/);
  await field(page, 'Donation link').fill('carol.example/give');
  await press(page, 'Next');
  await expectToast(page, 'Service information saved.');

  await expectStep(page, '/complete/organization/internal-link', 'Internal links', 'Step 3 of 4', 75);
  await field(page, 'Events link').fill('carol.example/events');
  await press(page, 'Back');
  await expect(page).toHaveURL('/complete/organization/service-info');
  await expect(field(page, 'Keywords')).toHaveValue('soup, evening');
  await press(page, 'Skip');
  await expect(field(page, 'Events link')).toHaveValue('https://carol.example/events');
  await press(page, 'Next');
  await expectToast(page, 'Internal links saved.');

  await expectStep(page, '/complete/organization/membership', 'Membership', 'Step 4 of 4', 100);
  consoleErrors.allow(respondedWith(404));
  await press(page, 'Skip');
  await expect(page).toHaveURL('/dashboard');
});

test('each part is changed later: saved where it stands, and there after a reload', async ({
  page,
  signInAs,
}) => {
  await signInAs(page, 'noor', '/edit/individual/privacy');
  for (const name of ['Next', 'Back', 'Skip'])
    await expect(page.getByRole('main').getByRole('button', { name })).toHaveCount(0);
  const searchable = page.getByRole('switch', { name: 'People can find me by my email' });
  const before = await searchable.isChecked();
  await searchable.click();
  await press(page, 'Save');
  await expectToast(page, 'Privacy saved.');
  await expect(page).toHaveURL('/edit/individual/privacy');
  await page.reload();
  await expect(searchable).toBeChecked({ checked: !before });

  await openScreen(page, '/edit/individual/involvement');
  await field(page, 'Community involvement').fill('I run the book swap.');
  await press(page, 'Save');
  await expectToast(page, 'Involvement saved.');
  await page.reload();
  await expect(field(page, 'Community involvement')).toHaveValue('I run the book swap.');
  await openScreen(page, '/edit/individual/membership');
  await expect(page.getByRole('heading', { level: 1, name: 'Membership' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'Continue' })).toHaveCount(0);
});

test('an organization’s links are reached from its service information', async ({ page, signInAs }) => {
  await signInAs(page, 'larkfield', '/edit/organization/service-info');
  await page.getByRole('link', { name: 'Events, RSS and blogs links' }).click();
  await field(page, 'RSS link').fill('https://larkfield.example/feed.xml');
  await press(page, 'Save');
  await expectToast(page, 'Internal links saved.');
  await expect(page).toHaveURL('/edit/organization/internal-link');
});

test('an organization connects its accounts at social networks', async ({ page, consoleErrors }) => {
  await signUp(page, 'organization', newEmail('carol'));
  await openScreen(page, '/edit/organization/social-media');
  await expect(page.getByRole('heading', { level: 1, name: 'Connect Social Media' })).toBeVisible();
  for (const [network, toast] of [
    ['Facebook', 'Facebook connected successfully.'],
    ['Twitter', 'Twitter connected successfully.'],
    ['LinkedIn', 'Linked In connected successfully.'],
  ] as const) {
    await page.getByRole('button', { name: `Connect ${network}` }).click();
    // The response to the screen's first request is from before the account is connected, and arrives late.
    const connected = Promise.withResolvers<void>();
    await page.route(
      /socialMedia\.overview/,
      async (route) => {
        const response = await route.fetch();
        await connected.promise;
        await route.fulfill({ response }).catch(() => undefined);
      },
      { times: 1 },
    );
    await page.getByRole('link', { name: 'Continue as Larkfield Community' }).click();
    await expectToast(page, toast);
    connected.resolve();
    // What the login brought back is no longer in the address.
    await expect(page).toHaveURL('/edit/organization/social-media');
    await expect(
      page.getByRole('region', { name: network }).getByText('Connected', { exact: true }),
    ).toBeVisible();
  }
  await page.getByRole('combobox', { name: 'Facebook page' }).click();
  await page.getByRole('option', { name: 'Larkfield Food Bank' }).click();
  await expectToast(page, 'Facebook Info Saved.');

  await page.getByRole('tab', { name: 'Twitter' }).click();
  const preview = page.getByRole('figure', { name: 'Preview for Twitter' });
  await expect(preview).toContainText(
    /^Larkfield Community.*Helpers for the community garden\n.* of 280 characters/s,
  );
  const up = page.getByRole('button', { name: 'Move Address up' });
  await up.focus();
  for (const place of [2, 1]) {
    await page.keyboard.press('Enter');
    await expect(page.getByText(`Address is now ${place} of 16.`)).toBeAttached();
  }
  await expect(preview).toContainText(/12 Elm Street, Toronto\nHelpers/);
  await press(page, 'Save template');
  await expectToast(page, 'Template saved successfully.');
  await expectAccessibleInEachLook(page);

  await beginPost(page, /^General Post/, 'Soup night');
  await page.getByRole('checkbox', { name: 'Twitter' }).check();
  await expect(preview).toContainText('Soup night');
  await field(page, 'Your own text for Twitter').fill('Come! '.repeat(50));
  await press(page, 'Save As Draft');
  await expect(page.getByText(/^Too long for Twitter by \d+ characters/)).toBeVisible();
  await field(page, 'Your own text for Twitter').fill('Come and eat');
  await expect(preview).toContainText('Come and eat');
  await press(page, 'Save As Draft');
  await expectToast(page, 'Your draft is saved');
  await page.getByRole('link', { name: 'Edit Soup night' }).click();
  await expect(field(page, 'Your own text for Twitter')).toHaveValue('Come and eat');
  await page.goto('/edit/organization/social-media');

  consoleErrors.allow(respondedWith(409));
  await press(page, 'Disconnect Twitter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await expectToast(page, 'Twitter disconnected successfully.');
  await page.getByRole('button', { name: 'Connect Twitter' }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expectToast(page, 'Twitter not connected');
  // A login that another browser began.
  await page.goto('/edit/organization/social-media?code=1&state=stolen');
  await expectToast(
    page,
    'Linked In not connected: this login was not begun here, or its time is over. Please try again.',
  );
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Facebook page' })).toHaveText(/Larkfield Food Bank/);
});

test('what is typed survives a reload, and can be discarded', async ({ page }) => {
  await signUp(page, 'individual', newEmail('bob'));
  await field(page, 'First name').fill('Bob');
  await expect.poll(() => keptDrafts(page)).toContain('Bob');
  await page.reload();
  await expect(field(page, 'First name')).toHaveValue('Bob');
  await expect(page.getByText('You have unsaved changes from earlier.')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Discard');
  await expect(field(page, 'First name')).toHaveValue('');
  await page.reload();
  await expect(field(page, 'Last name')).toBeVisible();
  await expect(field(page, 'First name')).toHaveValue('');

  // Later is soon enough: what is open is listed at home and on the own profile.
  await press(page, 'Finish later');
  await expect(page).toHaveURL('/');
  const open = page.getByRole('region', { name: 'Finish setting up' }).filter({ visible: true });
  await expect(open).toContainText('0 of 3 done');
  await open.getByRole('link', { name: 'Follow some organizations' }).click();
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Follow / })
    .first()
    .click();
  await press(page, 'Finish');
  await expect(open).toContainText('1 of 3 done');
  await expect(open.getByRole('link', { name: 'Follow some organizations' })).toHaveCount(0);
  await open.getByRole('link', { name: 'Add your name and where you are' }).click();
  await expect(page).toHaveURL('/complete/individual/basic-info');
});

test('what is typed while a form is saved stays, and is kept until it is saved, too', async ({ page }) => {
  await signUp(page, 'individual', newEmail('alice'));
  await field(page, 'First name').fill('Alice');
  await field(page, 'Last name').fill('Nilsen');
  await field(page, 'ZIP code').fill(' 19104 ');
  await unfold(page, 'About you');
  const held = await holdUp(page, '**/profiles.saveBasicInfo*');
  await press(page, 'Next');
  await held.reached;
  await field(page, 'Phone').fill('555 0100');
  held.release();
  await expectToast(page, 'Basic information saved.');
  await expect(field(page, 'Phone')).toHaveValue('555 0100');
  await expect(field(page, 'ZIP code')).toHaveValue('19104');
  await expect(page).toHaveURL('/complete/individual/basic-info');
  await expect
    .poll(() => keptDrafts(page))
    .toBe(JSON.stringify([{ key: 'profile:basic-info', values: { phone: '555 0100' } }]));
  await page.reload();
  await expect(page.getByText('You have unsaved changes from earlier.')).toBeVisible();
  await expect(field(page, 'First name')).toHaveValue('Alice');
  await expect(field(page, 'Phone')).toHaveValue('555 0100');
  await press(page, 'Next');
  await expect(page).toHaveURL('/complete/individual/involvement');
  await expect.poll(() => keptDrafts(page)).toBe('[]');
});

test('a form that is saved leads on nobody who has left it meanwhile', async ({ page }) => {
  await signUp(page, 'individual', newEmail('alice'));
  await field(page, 'First name').fill('Alice');
  await field(page, 'Last name').fill('Nilsen');
  await field(page, 'ZIP code').fill('19104');
  const held = await holdUp(page, '**/profiles.saveBasicInfo*');
  await press(page, 'Next');
  await held.reached;
  await press(page, 'Finish later');
  await expect(page).toHaveURL('/');
  held.release();
  await expectToast(page, 'Basic information saved.');
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))));
  await expect(page).toHaveURL('/');
});

test('what was typed before leaves alone what was changed elsewhere since', async ({ page }) => {
  await signUp(page, 'organization', newEmail('carol'));
  await field(page, 'Name').fill('Carol’s Kitchen');
  await unfold(page, 'Contact');
  await field(page, 'Phone').fill('555 0100');
  await press(page, 'Next');
  await expectToast(page, 'Basic information saved.');
  await page.goto('/edit/organization/basic-info');
  await field(page, 'Mission').fill('Soup for all.');
  await expect.poll(() => keptDrafts(page)).toContain('Soup');
  await page.goto('/about-us');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await changeElsewhere(page, { phone: '555 0199' });
  await page.goto('/edit/organization/basic-info');
  await expect(field(page, 'Mission')).toHaveValue('Soup for all.');
  await expect(field(page, 'Phone')).toHaveValue('555 0199');
});

test('a save that fails keeps the screen and what is typed', async ({ page, consoleErrors }) => {
  await signUp(page, 'individual', newEmail('dan'));
  consoleErrors.allow(/ERR_FAILED/);
  await page.route('**/profiles.saveInvolvement*', (route) => route.abort());
  await page.goto('/complete/individual/involvement');
  await unfold(page, 'How much time you have');
  await field(page, 'Hours per week').fill('12');
  await press(page, 'Next');
  await expectToast(page, 'Failed');
  await expect(page).toHaveURL('/complete/individual/involvement');
  await expect(field(page, 'Hours per week')).toHaveValue('12');
  await press(page, 'Back');
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await expect(page).toHaveURL('/complete/individual/involvement');
});

test('basic information is checked at each field as it was typed', async ({ page }) => {
  await signUp(page, 'individual', newEmail('eve'));
  await unfold(page, 'About you');
  const birth = page.getByRole('group', { name: 'Date of birth' });

  await test.step('what is typed and not chosen counts, or is reported as no choice', async () => {
    await unfold(page, 'Languages and skills');
    const languages = page.getByRole('combobox', { name: 'Languages' });
    await languages.fill('spanish');
    await field(page, 'Phone').click();
    await expect(page.getByRole('button', { name: 'Remove Spanish' })).toBeVisible();
    await languages.fill('Klingon');
    await field(page, 'Phone').click();
    await expect(languages).toHaveAccessibleDescription(/“Klingon” is not one of the choices/);
    await expect(languages).toHaveValue('');
    await languages.fill('fre');
    await expect(page.getByText('is not one of the choices')).toHaveCount(0);
    await languages.fill('');
  });

  await test.step('an age under 18 is reported before anything is sent', async () => {
    await birth.getByRole('spinbutton', { name: /^month/ }).click();
    await page.keyboard.type(`0101${new Date().getFullYear() - 10}`);
    await field(page, 'Phone').click();
    await expect(page.getByText('Invalid date')).toBeVisible();
    await expect(page.getByText('You must be 18 or older.')).toBeVisible();
    await birth.getByRole('spinbutton', { name: /^year/ }).click();
    await page.keyboard.type('1990');
    await field(page, 'Phone').click();
    await expect(page.getByText('Invalid date')).toHaveCount(0);
  });

  await test.step('regions are those of the country', async () => {
    await unfold(page, 'Street, state and country');
    const country = page.getByRole('combobox', { name: 'Country' });
    const region = page.getByRole('combobox', { name: 'State or region' });
    await expect(country).toHaveText('United States');
    await country.click();
    for (const name of ['Australia', 'Canada', 'Japan', 'United States', 'United Kingdom'])
      await expect(page.getByRole('option', { name, exact: true })).toBeVisible();
    await page.getByRole('option', { name: 'Japan' }).click();
    await region.click();
    await page.getByRole('option', { name: 'Tokyo' }).click();
    await expect(region).toHaveText('Tokyo');
    await country.click();
    await page.getByRole('option', { name: 'United Kingdom' }).click();
    await expect(region).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: 'State or region' })).toHaveValue('');
    await country.click();
    await page.getByRole('option', { name: 'United States', exact: true }).click();
  });

  await test.step('a day that does not exist is rejected', async () => {
    await birth.getByRole('spinbutton', { name: /^month/ }).click();
    await page.keyboard.type('02301990');
    await field(page, 'Phone').click();
    await expect(page.getByText('Invalid date')).toBeVisible();
    await expect(birth.getByRole('spinbutton')).toHaveText(['02', '30', '1990']);
    await field(page, 'First name').fill('Eve');
    await field(page, 'Last name').fill('Moreau');
    await field(page, 'ZIP code').fill('19104');
    await press(page, 'Next');
    await expect(birth.getByRole('spinbutton', { name: /^month/ })).toBeFocused();
    await expect(page).toHaveURL('/complete/individual/basic-info');
    await birth.getByRole('spinbutton', { name: /^day/ }).click();
    await page.keyboard.type('28');
    await field(page, 'Phone').click();
    await expect(page.getByText('Invalid date')).toHaveCount(0);
    await press(page, 'Next');
    await expectToast(page, 'Basic information saved.');
  });
});

test('a service area that is typed is saved without Enter', async ({ page }) => {
  await signUp(page, 'organization', newEmail('bob'));
  await openScreen(page, '/edit/organization/service-info');
  await page.getByRole('combobox', { name: 'Service areas' }).fill('Between the bridges');
  await press(page, 'Save');
  await expectToast(page, 'Service information saved.');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Remove Between the bridges' })).toBeVisible();
});

test('nothing that has the focus is behind the bars of a phone', async ({ page, signInAs }) => {
  await page.setViewportSize(phone);
  await signInAs(page, 'maria', '/edit/individual/basic-info');
  await field(page, 'First name').click();
  const save = page.getByRole('main').getByRole('button', { name: 'Save' });
  const focused = page.locator(':focus');
  do {
    await page.keyboard.press('Tab');
    await expect
      .poll(async () => {
        const [at, header, bar] = await Promise.all(
          [focused, page.getByRole('banner'), page.locator('[data-bottom-bar]')].map((one) =>
            one.boundingBox(),
          ),
        );
        return at && header && bar && at.y >= header.y + header.height && at.y + at.height <= bar.y;
      })
      .toBe(true);
  } while (!(await save.evaluate((button) => button === document.activeElement)));
});

test.describe('a profile picture', () => {
  test.beforeEach(async ({ page }) => {
    await page.setViewportSize(phone);
    await signUp(page, 'organization', newEmail('carol'));
    await unfold(page, 'Logo, types and description');
  });

  const pick = async (page: Page, name: string, buffer: Uint8Array) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: /^(Choose|Change) picture$/ }).click();
    await (await chooser).setFiles({ name, mimeType: 'image/jpeg', buffer: Buffer.from(buffer) });
  };

  test('is cut by keys alone, stands upright, and is kept as 400 by 400 pixels', { tag: inMocked }, async ({
    page,
  }) => {
    await test.step('what is none is rejected at its field', async () => {
      for (const bytes of [text(), svg()]) {
        await pick(page, 'me.jpg', bytes);
        await expect(page.getByText('This is not a picture')).toBeVisible();
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
      await pick(page, 'me.png', new Uint8Array(await plain(50, 50).png().toBuffer()));
      await expect(page.getByRole('dialog', { name: 'Choose the part to show' })).toBeVisible();
      await expect(page.getByText('This is not a picture')).toHaveCount(0);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByRole('button', { name: 'Choose picture' })).toBeVisible();
    });

    // Lying on its side: shown upright, the top is red and the bottom is blue.
    const blue = await plain(300, 300, '#0000ff').png().toBuffer();
    const sideways = await plain(600, 300, '#ff0000')
      .composite([{ input: blue, left: 300, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    await pick(page, 'me.jpg', sideways);
    const editor = page.getByRole('dialog', { name: 'Choose the part to show' });
    await expect(editor.getByRole('button', { name: 'Use picture' })).toBeEnabled();
    await expectAccessible(page);
    const zoom = editor.getByRole('slider', { name: 'Zoom' });
    await expect(zoom).toHaveAttribute('aria-valuemin', '0');
    await expect(zoom).toHaveAttribute('aria-valuemax', '300');
    await zoom.focus();
    await page.keyboard.press('End');
    await expect(zoom).toHaveAttribute('aria-valuenow', '300');
    await page.keyboard.press('Home');
    // Down to the part that was hidden above.
    await editor.getByRole('group', { name: 'Part of the picture' }).focus();
    for (let index = 0; index < 40; index += 1) await page.keyboard.press('ArrowDown');
    await editor.getByRole('button', { name: 'Use picture' }).press('Enter');
    await expect(editor).toBeHidden();
    await press(page, 'Next');
    await expectToast(page, 'Basic information saved.');
    await openScreen(page, '/edit/organization/basic-info');
    const kept = page.getByRole('img', { name: 'As it will appear' });
    const address = await kept.getAttribute('src');
    expect(address).toMatch(/^\/media\/[0-9a-f]{64}\/400$/);
    const bytes = await page.evaluate(
      async (path) => [...new Uint8Array(await (await fetch(path)).arrayBuffer())],
      address ?? '',
    );
    const picture = sharp(Buffer.from(bytes));
    expect(await picture.metadata()).toMatchObject({ width: 400, height: 400 });
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
    const colourAt = (row: number) => [...data.subarray((row * 400 + 200) * info.channels).subarray(0, 3)];
    const isRed = ([red = 0, , other = 0]: number[]) => red > 200 && other < 60;
    expect(isRed(colourAt(20)), String(colourAt(20))).toBe(true);
    expect(isRed(colourAt(350)), String(colourAt(350))).toBe(true);
  });

  test('that was changed elsewhere stays, and the rest is saved', async ({ page }) => {
    await field(page, 'Name').fill('Carol’s Kitchen');
    const bytes = await plain(50, 50, '#00ff00').png().toBuffer();
    await changeElsewhere(page, { profilePicture: `data:image/png;base64,${bytes.toString('base64')}` });
    await press(page, 'Next');
    await expectToast(page, 'Basic information saved.');
    await page.goto('/edit/organization/basic-info');
    const picture = page.getByRole('img', { name: 'As it will appear' });
    await expect(picture).toBeVisible();
    await expect(field(page, 'Name')).toHaveValue('Carol’s Kitchen');
    await changeElsewhere(page, { profilePicture: null });
    await field(page, 'Name').fill('Carol’s');
    await press(page, 'Save');
    await expectToast(page, 'Basic information saved.');
    await expect(picture).toHaveCount(0);
  });
});
