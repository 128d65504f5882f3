import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectAccessibleInEachLook,
  expectToast,
  field,
  inMocked,
  phone,
  test,
} from './fixtures.ts';

/** Opens a user's page by the search in the header. */
async function visit(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Search people and organizations' }).fill(name);
  // Suggestions are cut to 25 characters.
  await page
    .getByRole('option', { name: name.slice(0, 20) })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

test('two people become friends, each sees at once what the other does, and part again', {
  tag: inMocked,
}, async ({ page: noor, newPerson, signInAs }) => {
  const maria = await newPerson();
  await signInAs(noor, 'noor', '/community/friends');
  await expect(noor.getByText('No Friends Found')).toBeVisible();
  await noor.getByRole('link', { name: 'Requests', exact: true }).click();
  await expect(noor.getByText('No Request Found')).toBeVisible();
  await signInAs(maria, 'maria', '/community/requests/received');
  await expect(row(maria, 'Tomasz Wierzbicki')).toBeVisible();

  await visit(noor, 'Maria Fernandes');
  await noor.getByRole('button', { name: 'Add friend Maria Fernandes' }).click();
  await expect(noor.getByRole('button', { name: 'Cancel request to Maria Fernandes' })).toBeVisible();
  await expect(row(maria, 'Noor Haidari')).toBeVisible();

  // Taken back, and requested again.
  await noor.getByRole('button', { name: 'Cancel request to Maria Fernandes' }).click();
  await expect(row(maria, 'Noor Haidari')).toHaveCount(0);
  await noor.getByRole('button', { name: 'Add friend Maria Fernandes' }).click();
  await row(maria, 'Noor Haidari').getByRole('button', { name: 'Accept' }).click();
  await expect(noor.getByRole('button', { name: 'Friends with Maria Fernandes' })).toBeVisible();
  await noor.getByRole('button', { name: 'Follow Maria Fernandes' }).click();
  await expect(noor.getByRole('button', { name: 'Following Maria Fernandes' })).toBeVisible();

  await maria.getByRole('link', { name: 'Friends', exact: true }).click();
  await row(maria, 'Noor Haidari').getByRole('button', { name: 'Friends with Noor Haidari' }).click();
  await maria.getByRole('alertdialog').getByRole('button', { name: 'Unfriend' }).click();
  await expect(noor.getByRole('button', { name: 'Add friend Maria Fernandes' })).toBeVisible();
  await expect(noor.getByRole('button', { name: 'Follow Maria Fernandes', exact: true })).toBeVisible();
  await expect(row(maria, 'Noor Haidari')).toHaveCount(0);
});

test('a request that is rejected is gone on both sides', async ({ page: noor, newPerson, signInAs }) => {
  const maria = await newPerson();
  await signInAs(noor, 'noor', '/about-us');
  await visit(noor, 'Maria Fernandes');
  await noor.getByRole('button', { name: 'Add friend Maria Fernandes' }).click();
  await expect(noor.getByRole('button', { name: 'Cancel request to Maria Fernandes' })).toBeVisible();
  await signInAs(maria, 'maria', '/about-us');
  await maria.setViewportSize(phone);
  await visit(maria, 'Noor Haidari');
  await maria.getByRole('button', { name: 'Reject the request of Noor Haidari' }).click();
  await expect(maria.getByRole('button', { name: 'Add friend Noor Haidari' })).toBeVisible();
  await expect(noor.getByRole('button', { name: 'Add friend Maria Fernandes' })).toBeVisible();
});

test('a public calendar is on the profile, and a private one is nowhere', async ({
  page: noor,
  newPerson,
  signInAs,
}) => {
  const maria = await newPerson();
  await signInAs(maria, 'maria', '/edit/individual/privacy');
  await signInAs(noor, 'noor', '/about-us');
  await visit(noor, 'Maria Fernandes');
  const calendar = noor
    .getByRole('navigation', { name: 'Profile' })
    .getByRole('link', { name: 'Calendar', exact: true });
  await calendar.click();
  await expect(
    noor.getByRole('region', { name: 'Calendar' }).getByRole('heading', { level: 2 }),
  ).toBeVisible();
  await expectAccessibleInEachLook(noor);

  const isPublic = maria.getByRole('switch', { name: 'My calendar is public' });
  async function change() {
    await isPublic.click();
    await maria.getByRole('button', { name: 'Save' }).click();
    await expectToast(maria, 'Privacy saved.');
    await maria.reload();
  }
  await expect(isPublic).toBeChecked();
  await change();
  await noor.reload();
  await expect(noor.getByText('This calendar is private')).toBeVisible();
  await expect(calendar).toHaveCount(0);
  await change();
});

test('an organization is endorsed, counts it, and is notified', async ({
  page: noor,
  newPerson,
  signInAs,
}) => {
  const larkfield = await newPerson();
  await signInAs(larkfield, 'larkfield', '/community/endorsers');
  await expect(larkfield.getByRole('link', { name: 'Endorsers' })).toHaveAttribute('aria-current', 'page');
  await expect(larkfield.getByRole('link', { name: 'Friends', exact: true })).toHaveCount(0);
  await expect(row(larkfield, 'Noor Haidari')).toHaveCount(0);

  await signInAs(noor, 'noor', '/about-us');
  await visit(noor, 'Larkfield Community Gardens');
  const endorsers = noor.getByRole('listitem').filter({ hasText: /endorsers?/ });
  const before = Number.parseInt((await endorsers.textContent()) ?? '', 10);
  await noor.getByRole('button', { name: 'Endorse Larkfield Community Gardens', exact: true }).click();
  await expect(endorsers).toContainText(String(before + 1));
  await expect(
    noor.getByRole('button', { name: 'Cancel endorsement of Larkfield Community Gardens' }),
  ).toBeVisible();
  // The list is the server's: it has the endorsement once the server does.
  const list = noor.getByRole('dialog', { name: 'Endorsers' });
  await endorsers.getByRole('button').click();
  await expect(list.getByRole('listitem').filter({ hasText: 'Noor Haidari' })).toBeVisible();
  await expectAccessible(noor);
  await noor.reload();
  await expect(endorsers).toContainText(String(before + 1));
  await noor.goto('/post/project/all');
  await expect(
    noor
      .getByRole('article')
      .getByRole('button', { name: 'Cancel endorsement of Larkfield Community Gardens' })
      .first(),
  ).toBeVisible();
  await noor.goBack();

  // The list that is looked at keeps up by itself.
  await expect(row(larkfield, 'Noor Haidari')).toBeVisible();
  await row(larkfield, 'Noor Haidari').getByRole('link').click();
  await expect(larkfield.getByRole('heading', { level: 1, name: 'Noor Haidari' })).toBeVisible();
  await larkfield.getByRole('link', { name: 'Endorsees' }).click();
  await expect(larkfield.getByRole('link', { name: 'Larkfield Community Gardens' })).toBeVisible();

  await noor.getByRole('button', { name: 'Cancel endorsement of Larkfield Community Gardens' }).click();
  await expect(endorsers).toContainText(String(before));

  // Nobody follows or endorses themselves.
  await visit(larkfield, 'Larkfield Community Gardens');
  const profile = larkfield.getByRole('region', { name: 'Profile' });
  await expect(profile.getByRole('link', { name: 'Edit' })).toBeVisible();
  await expect(profile.getByRole('button', { name: /^(Follow|Endorse|Cancel)/ })).toHaveCount(0);
});

test('a membership is requested, accepted, shown to everybody, ended and deleted', async ({
  page: noor,
  newPerson,
  signInAs,
}) => {
  const larkfield = await newPerson();
  await signInAs(larkfield, 'larkfield', '/edit/organization/membership');
  await expect(row(larkfield, 'Kwame')).toBeVisible();
  await signInAs(noor, 'noor', '/edit/individual/membership');
  await expect(noor.getByText('No Membership Found')).toBeVisible();

  await noor.getByRole('button', { name: 'Add membership' }).click();
  const form = noor.getByRole('dialog', { name: 'Add membership' });
  const chooser = (label: string) => form.getByRole('combobox', { name: new RegExp(`^${label}`) });
  await form.getByRole('button', { name: 'Send request' }).click();
  await expect(chooser('Organization')).toHaveAccessibleDescription('This field is required');
  await expect(chooser('Organization')).toBeFocused();
  await expect(chooser('Organization')).toHaveAttribute('placeholder', 'Type at least 3 letter');
  await chooser('Organization').fill('la');
  await expect(form.getByText('Type at least 3 letter')).toBeVisible();
  await chooser('Organization').fill('larkfield');
  await form.getByRole('option', { name: 'Larkfield Community Gardens' }).click();
  await chooser('Type').click();
  await form.getByRole('option', { name: 'Committee' }).click();
  await chooser('Start month').click();
  await form.getByRole('option', { name: 'March' }).click();
  await field(noor, 'Start year').fill('2024');
  await form.getByRole('button', { name: 'Send request' }).click();
  await expect(form).toBeHidden();
  await expect(row(noor, 'Larkfield')).toContainText('Committee, March-2024 – Present');
  await expect(row(noor, 'Larkfield')).toContainText('Pending');
  await expect(row(noor, 'Larkfield').getByRole('button', { name: /^Accept/ })).toHaveCount(0);

  await larkfield.goto('/notification/all');
  await row(larkfield, 'Noor Haidari asked for a membership')
    .getByRole('link', { name: 'Your memberships' })
    .click();
  await row(larkfield, 'Noor Haidari')
    .getByRole('button', { name: /^Accept/ })
    .click();
  await expect(row(larkfield, 'Noor Haidari')).toContainText('Accepted');
  await expect(row(noor, 'Larkfield')).toContainText('Accepted');

  const choose = async (name: string, option: string) => {
    await larkfield.getByRole('combobox', { name, exact: true }).click();
    await larkfield.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('Status', 'Pending');
  await expect(row(larkfield, 'Noor Haidari')).toHaveCount(0);
  await expect(row(larkfield, 'Kwame')).toBeVisible();
  await choose('Status', 'Accepted');
  await choose('Type', 'Committee');
  await expect(row(larkfield, 'Noor Haidari')).toBeVisible();
  const download = larkfield.waitForEvent('download');
  await larkfield.getByRole('button', { name: 'Export To CSV' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines.filter((line) => !/^[^,]+,committee,accepted,/.test(line))).toHaveLength(1);
  expect(lines[1]).toMatch(/^Noor Haidari,committee,accepted,March-2024,Present,/);
  await larkfield.getByRole('button', { name: 'Message members' }).click();
  await choose('Send to', 'Committees');
  await expect(larkfield.getByRole('dialog').getByText(/This costs 0 coins\./)).toBeVisible();
  await larkfield.getByRole('textbox', { name: /^Message/ }).fill('We meet on Monday.');
  await larkfield.getByRole('button', { name: 'Send', exact: true }).click();
  await expectToast(larkfield, 'Message sent');

  await row(noor, 'Larkfield').getByRole('button', { name: /^Edit/ }).click();
  await noor.getByRole('checkbox', { name: 'This membership is current' }).click();
  await field(noor, 'End year').fill('2023');
  await noor.getByRole('button', { name: 'Save' }).click();
  await expect(noor.getByText('The end must be after the start')).toBeVisible();
  await field(noor, 'End year').fill('2025');
  await noor.getByRole('button', { name: 'Save' }).click();
  await expect(row(noor, 'Larkfield')).toContainText('-2025');
  await expect(row(larkfield, 'Noor Haidari')).toContainText('-2025');

  await visit(larkfield, 'Larkfield Community Gardens');
  const member = { name: /Noor Haidari Committee March-2024/ };
  await expect(larkfield.getByRole('row', member)).toBeVisible();
  const visitor = await newPerson();
  await visitor.goto(new URL(larkfield.url()).pathname);
  await expect(visitor.getByRole('row', member)).toBeVisible();

  await row(noor, 'Larkfield')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await noor.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(noor.getByText('No Membership Found')).toBeVisible();
});

test('lists for another kind of account show that and lead home', async ({ page, newPerson, signInAs }) => {
  await signInAs(page, 'larkfield', '/community/friends');
  await expect(page.getByText('This page is for individuals and administrators')).toBeVisible();
  const maria = await newPerson();
  await signInAs(maria, 'maria', '/community/endorsers');
  await expect(maria.getByText('This page is for organizations and administrators')).toBeVisible();
  await maria.goto('/community/requests/nonsense');
  await expect(maria).toHaveURL('/community/requests/received');
});
