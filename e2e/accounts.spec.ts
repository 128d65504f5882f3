import type { Page } from '@playwright/test';
import {
  expect,
  expectServerToldOfSignOut,
  expectToast,
  field,
  inMocked,
  newEmail,
  password,
  respondedWith,
  signIn,
  signUp,
  test,
} from './fixtures.ts';
import { linkMailedTo } from './mailbox.ts';

test.describe('signing up', () => {
  for (const [userType, name, tags] of [
    ['individual', 'alice', []],
    ['organization', 'clinic', [inMocked]],
  ] as const) {
    test(`as an ${userType} leads on to basic information`, { tag: [...tags] }, async ({ page }) => {
      await page.goto('/user/sign-up');
      await expect(page.getByText('Step 1 of 7')).toBeVisible();
      await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '14');
      await signUp(page, userType, newEmail(name));
      await expectToast(page, 'Welcome to Gatherwell');
      await expect(page.getByRole('heading', { level: 1, name: 'Basic information' })).toBeVisible();
    });
  }

  test('shows at each field what is wrong with it, and that an address is taken', async ({ page }) => {
    await page.goto('/user/sign-up');
    const submit = page.getByRole('button', { name: 'Sign up' });
    await submit.click();
    await expect(field(page, 'Email')).toBeFocused();
    await expectError(page, 'Email', 'This field is required');
    await expectError(page, 'Password', 'This field is required');
    await expectError(page, 'Confirm password', 'This field is required');
    await expect(page.getByRole('checkbox', { name: /I agree/ })).toHaveAccessibleDescription(
      'This field is required',
    );

    await field(page, 'Email').fill('a@b.c');
    await expectError(page, 'Email', 'Enter minimum (6) characters');
    await field(page, 'Email').fill('alice.example.org');
    await expectError(page, 'Email', "'alice.example.org' is not a valid email");
    await field(page, 'Email').fill(`${'a'.repeat(250)}@example.org`);
    await expectError(page, 'Email', 'Limit of characters (max 256) exceeded');
    await field(page, 'Password').fill('short');
    await expectError(page, 'Password', 'Enter minimum (6) characters');
    await field(page, 'Password').fill('x'.repeat(101));
    await expectError(page, 'Password', 'Limit of characters (max 100) exceeded');
    await field(page, 'Password').fill(password);
    await field(page, 'Confirm password').fill('correct house');
    await expectError(page, 'Confirm password', 'Password and confirm password mismatched');
    await field(page, 'Confirm password').fill(password);
    await expect(field(page, 'Confirm password')).not.toHaveAttribute('aria-invalid', 'true');

    await field(page, 'Email').fill('maria@demo.gatherwell.example');
    await expectError(page, 'Email', 'This Email is already used');
    await field(page, 'Email').fill(newEmail('alice'));
    await expect(field(page, 'Email')).not.toHaveAttribute('aria-invalid', 'true');
  });
});

test.describe('signing in', () => {
  test('leads individuals to the feed and organizations to their dashboard', async ({ page, newPerson }) => {
    await signIn(page, 'noor@demo.gatherwell.example', 'gatherwell');
    await expect(page).toHaveURL('/');
    await expectToast(page, 'Welcome to Gatherwell');
    const other = await newPerson();
    await signIn(other, 'larkfield@demo.gatherwell.example', 'gatherwell');
    await expect(other).toHaveURL('/dashboard');
  });

  test('shows the same for a wrong password and an unknown address', async ({ page, consoleErrors }) => {
    consoleErrors.allow(respondedWith(401));
    for (const email of ['maria@demo.gatherwell.example', newEmail('nobody')]) {
      await signIn(page, email, 'wrong password');
      await expect(page.getByRole('alert').filter({ hasText: 'Email or password is wrong.' })).toBeVisible();
      await expect(field(page, 'Email')).toHaveValue(email);
    }
  });
});

test.describe('guards', () => {
  test('send visitors to sign in, and back to where they wanted to be', async ({ page }) => {
    await page.goto('/user/change-password');
    await expect(page).toHaveURL(/\/user\/sign-in\?/);
    await field(page, 'Email').fill('noor@demo.gatherwell.example');
    await field(page, 'Password').fill('gatherwell');
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/user/change-password');
  });

  test('send those who are signed in home from the screens for guests, and show what is for others', async ({
    page,
    signInAs,
  }) => {
    await signInAs(page, 'noor');
    for (const path of ['/user/sign-in', '/user/sign-up', '/user/forgot-password']) {
      await page.goto(path);
      await expect(page).toHaveURL('/');
      await expectToast(page, 'Your are already logged in');
    }
    await page.goto('/dashboard');
    await expect(page.getByText('This page is for organizations')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Go to the feed' }).click();
    await expect(page).toHaveURL('/');
  });
});

test('signing out ends the session and leads home', { tag: inMocked }, async ({ page }) => {
  const email = newEmail('alice');
  await signUp(page, 'individual', email);
  await page.goto('/');
  await page.getByRole('button', { name: 'Your profile' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  // A page that is left before the response comes lets the next one send the request once more.
  await expectServerToldOfSignOut(page);
  await page.goto('/user/change-password');
  await expect(page).toHaveURL(/\/user\/sign-in/);

  // What a visitor taps is done once they are back, where they tapped it; what was not promised is not.
  await page.goto('/search/organization');
  const following = page.getByRole('main').getByRole('button', { name: /^Following / });
  const follow = page.getByRole('main').getByRole('link', { name: /^Follow / });
  const name = (await follow.nth(1).getAttribute('aria-label'))?.slice('Follow '.length) ?? '';
  await follow.first().click();
  await expect(page.getByText(/^You’ll follow .* when you’re done/)).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.goBack();
  await follow.nth(1).click();
  await expect(page.getByText(`You’ll follow ${name} when you’re done.`)).toBeVisible();
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/search/organization');
  await expectToast(page, `You follow ${name}.`);
  await expect(following).toHaveAccessibleName(`Following ${name}`);
});

test('changing the password asks for the old one, and takes the new one from then on', async ({
  page,
  newPerson,
  consoleErrors,
}) => {
  consoleErrors.allow(respondedWith(400));
  consoleErrors.allow(respondedWith(401));
  const email = newEmail('bob');
  await signUp(page, 'individual', email);
  const elsewhere = await newPerson();
  await signIn(elsewhere, email);
  await expect(elsewhere).toHaveURL('/');
  await elsewhere.goto('/calender');
  await elsewhere.getByRole('button', { name: 'Subscribe' }).click();
  await elsewhere.getByRole('button', { name: 'Create an address' }).click();
  const oldAddress = await elsewhere.getByRole('textbox', { name: 'Address' }).inputValue();

  await page.goto('/user/change-password');
  const submit = page.getByRole('main').getByRole('button', { name: 'Change password' });
  await submit.click();
  await expectError(page, 'Old password', 'This field is required');
  await field(page, 'Old password').fill('not the old one');
  await field(page, 'New password').fill('battery staple');
  await field(page, 'Confirm password').fill('battery staples');
  await submit.click();
  await expectError(page, 'Confirm password', 'Password and confirm password mismatched');
  await field(page, 'Confirm password').fill('battery staple');
  await submit.click();
  await expectToast(page, 'The old password is wrong.');
  await field(page, 'Old password').fill(password);
  await submit.click();
  await expectToast(page, 'Your password changed');
  await page.getByRole('button', { name: 'Create a new calendar address' }).click();
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue(
    /\/api\/calendars\/private\/.+\.ics$/,
  );
  await expect(page.getByRole('textbox', { name: 'Address' })).not.toHaveValue(oldAddress);

  // The other session is over; here it goes on.
  await elsewhere.goto('/user/change-password');
  await expect(elsewhere.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await page.goto('/user/change-password');
  await expect(submit).toBeVisible();

  await signIn(elsewhere, email, password);
  await expect(elsewhere.getByRole('alert').filter({ hasText: 'Email or password is wrong.' })).toBeVisible();
  await signIn(elsewhere, email, 'battery staple');
  await expect(elsewhere).toHaveURL('/');
});

test('a forgotten password is set anew through the link in the mail, once', { tag: inMocked }, async ({
  page,
  newPerson,
  mode,
  consoleErrors,
}) => {
  consoleErrors.allow(respondedWith(409));
  // The session that the new password ends: its page notices.
  consoleErrors.allow(respondedWith(401));
  const email = newEmail('carol');
  const before = await newPerson();
  await signUp(before, 'individual', email);

  await page.goto('/user/forgot-password');
  await field(page, 'Email').fill('carol');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expectError(page, 'Email', 'Enter minimum (6) characters');
  await field(page, 'Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expectToast(page, 'Password reset email sent to your email');

  const link = await linkMailedTo(page, mode, email);
  expect(link).toMatch(/^\/user\/reset-password\/[\w-]{43}$/);
  await page.goto(link);
  await setNewPassword(page);
  await expectToast(page, 'Your password changed');
  await expect(page).toHaveURL('/user/sign-in');

  await page.goto(link);
  await setNewPassword(page);
  await expectToast(page, 'This link has expired or was already used. Please request a new one.');
  await signIn(page, email, 'battery staple');
  await expect(page).toHaveURL('/');
});

async function setNewPassword(page: Page): Promise<void> {
  await field(page, 'New password').fill('battery staple');
  await field(page, 'Confirm password').fill('battery staple');
  await page.getByRole('button', { name: 'Set new password' }).click();
}

/** The field is marked as invalid, and shows why. */
async function expectError(page: Page, label: string, text: string): Promise<void> {
  await field(page, label).blur();
  await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, label)).toHaveAccessibleDescription(
    new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')),
  );
}
