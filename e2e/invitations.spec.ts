import { expect, expectAccessible, test } from './fixtures.ts';
import { firstLastingPost } from './post-forms.ts';

test('a user is invited to view a post for a coin, and is notified at once', async ({
  page,
  newPerson,
  signInAs,
}) => {
  const maria = await newPerson();
  await signInAs(maria, 'maria', '/about-us');
  await signInAs(page, 'noor', '/post/volunteering/all');
  const card = await firstLastingPost(page);
  const title = await card.getByRole('heading').innerText();
  await card.getByRole('button', { name: 'Invite' }).click();

  const dialog = page.getByRole('dialog', { name: 'Invite to view post' });
  await expect(dialog.getByLabel(/^Message/)).toHaveValue('Hey, You are invited to view this post!');
  await expect(dialog.getByText('This costs 0 coins. You have 100.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('No user was selected to send invitation')).toBeVisible();

  const search = dialog.getByPlaceholder('Type at least 3 letter');
  await search.fill('Ma');
  await expect(page.getByRole('option')).toHaveText(['Type at least 3 letter']);
  await search.fill('Maria');
  await page.getByRole('option', { name: /^Maria .*Not Connected$/ }).click();
  await expect(dialog.getByText('This costs 1 coin. You have 100.')).toBeVisible();
  await search.fill('Nobody Atall');
  await expect(page.getByRole('option')).toHaveText(['Not found']);
  await search.fill('Maria');
  await page.getByRole('option', { name: /^Maria .*Chosen$/ }).click();
  await expect(dialog.getByRole('list', { name: 'To be invited' }).getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);

  await dialog.getByRole('button', { name: 'Send' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(
    'You are inviting total 1 users. This will cost you 1 Coins. Are you sure?',
  );
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Invitation sent.')).toBeVisible();
  await expect(dialog).toBeHidden();

  await card.getByRole('button', { name: 'Invite' }).click();
  await expect(dialog.getByText('You have 99.')).toBeVisible();

  await maria.goto('/notification/all');
  const invitation = maria.getByRole('main').getByRole('link', { name: /invited you to view a post/ });
  await expect(invitation).toContainText(title);
});

test('a post is shared with friends, and with networks by its address', async ({ page, signInAs }) => {
  await signInAs(page, 'maria', '/post/project/all');
  const card = await firstLastingPost(page);
  const path = await card.getByRole('heading').getByRole('link').getAttribute('href');
  await card.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share post' });
  const address = encodeURIComponent(new URL(path ?? '', page.url()).href);
  for (const network of ['facebook.com', 'twitter.com', 'linkedin.com'])
    await expect(dialog.locator(`a[href*="${network}"][href*="${address}"]`)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Share with your friends' }).click();
  await expect(page.getByText('Post is shared successfully')).toBeVisible();
  await expect(dialog).toBeHidden();
});
