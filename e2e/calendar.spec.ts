import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectCopyMade,
  inMocked,
  phone,
  respondedWith,
  rowsOf,
  test,
} from './fixtures.ts';
import { openScreen } from './open-screen.ts';
import { beginPost, fillDateTime, undoButton, unique } from './post-forms.ts';

// Here the program has to be there without a network.
test.use({ serviceWorkers: 'allow' });

const views = ['Month', 'Week', 'Day', 'Agenda'];

async function lookBy(page: Page, view: string): Promise<void> {
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: view, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`view=${view.toLowerCase()}`));
  await expect(page.getByRole('status', { name: 'Loading the calendar' })).toBeHidden();
}

const dateOf = (day: Date) =>
  [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

/** What stands in the list of a calendar by this name. */
const entry = (page: Page, title: string) => page.getByRole('main').getByRole('button', { name: title });

test('a calendar is looked at by month, week, day and as a list, and filtered', async ({
  page,
  signInAs,
}) => {
  await signInAs(page, 'maria', '/calendar');
  await expect(page).toHaveURL('/calender');
  for (const view of views) {
    await lookBy(page, view);
    await expectAccessible(page);
  }
  // However wide a week is: it opens where the day begins, and shows which hours these are.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/calender?view=week');
  const hours = page.getByRole('main').locator('.sx__week-grid__hour-text');
  await expect(hours.filter({ hasText: /^7 AM$/ })).toBeInViewport();
  await expect(hours.filter({ hasText: /^1 AM$/ })).not.toBeInViewport();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/calender?view=agenda');
  const place = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Calender' });
  await expect(place.first()).toHaveAttribute('aria-current', 'page');

  await page.getByRole('button', { name: 'What the colors mean' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(6);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('switch', { name: 'Show only top need' }).click();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page).toHaveURL(/topNeed=true/);
  await page.getByRole('combobox', { name: 'Distance' }).click();
  await page.getByRole('option', { name: 'Within 200 km' }).click();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page).toHaveURL(/near=200km/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page).not.toHaveURL(/topNeed|near/);

  // Where she is going is marked, and looked at with the buttons of a post. The last one is days away.
  await page.getByRole('main').locator('ol button').filter({ hasText: 'Going' }).last().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('link', { name: 'View Post' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Going/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(dialog.getByRole('button', { name: 'Share' })).toBeVisible();
  const reminder = page.getByRole('combobox', { name: 'Reminder' });
  await reminder.click();
  await page.getByRole('option', { name: 'Remind me 3 hours before' }).click();
  await expect(reminder).toHaveText('Remind me 3 hours before');
  await expectAccessible(page);
  await dialog.getByRole('link', { name: 'View Post' }).click();
  await expect(page.getByText('It is in your calendar')).toBeVisible();
  await expect(reminder).toHaveText('Remind me 3 hours before');
  await page.getByRole('button', { name: 'Going', exact: true }).click();
  await expect(reminder).toHaveText('No reminder');
  await page.getByRole('button', { name: 'Going', exact: true }).click();
  await expect(reminder).toHaveText('Remind me 1 day before');
  await expectAccessible(page);
});

test('a calendar is read without a network, after a reload too', async ({
  page,
  context,
  signInAs,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_INTERNET_DISCONNECTED/);
  await page.setViewportSize(phone);
  await signInAs(page, 'maria', '/calender');
  const first = page.getByRole('main').locator('ol button').first();
  const title = (await first.textContent()) ?? '';
  await lookBy(page, 'Month');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expectCopyMade(page);
  await expect.poll(() => rowsOf(page, 'calendars')).toHaveLength(1);
  await context.setOffline(true);
  await page.reload();
  await expect(page.locator('.calendar-grid').getByRole('button').first()).toBeVisible();
  await lookBy(page, 'Agenda');
  await expect(first).toHaveText(title);
  await expect(page.getByText(/saved/i).first()).toBeVisible();
  await context.setOffline(false);
});

test('on a phone an organization sees what it plans and when posts go out', async ({ page, signInAs }) => {
  await page.setViewportSize(phone);
  await signInAs(page, 'larkfield', '/post/manage');
  await page.getByRole('link', { name: 'Scheduler View' }).click();
  await expect(page.getByText(/^Goes out/).first()).toBeVisible();
  for (const view of views) {
    await lookBy(page, view);
    await expectAccessible(page);
  }
});

test('what goes on past midnight stands at its hours on both days', async ({ page, signInAs }) => {
  await signInAs(page, 'larkfield', '/post/manage');
  const title = unique('Night walk');
  await beginPost(page, /^Event/, title);
  const day = 24 * 60 * 60 * 1000;
  const first = new Date(Date.now() + 40 * day);
  // Both days in one week: what goes on into the next row of the month is drawn in both.
  if (first.getDay() === 6) first.setTime(first.getTime() + day);
  first.setHours(23, 30, 0, 0);
  const days = [first, new Date(first.getTime() + day)];
  await fillDateTime(page, 'Starts', first);
  await page.getByRole('button', { name: 'Save and Publish' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  for (const day of days) {
    await page.goto(`/post/manage/scheduler?view=day&date=${dateOf(day)}`);
    await page.locator('.sx__time-grid-event').filter({ hasText: title }).click();
    await expect(page.getByRole('dialog').getByRole('heading', { name: title })).toBeVisible();
  }
  await page.goto(`/post/manage/scheduler?view=month&date=${dateOf(first)}`);
  await expect(page.locator('.calendar-grid').getByRole('button', { name: title })).toHaveCount(1);
});

test('a calendar has an address for other programs, until it is revoked', { tag: inMocked }, async ({
  page,
  signInAs,
  consoleErrors,
}) => {
  consoleErrors.allow(respondedWith(404));
  await signInAs(page, 'noor', '/calender');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByRole('button', { name: /^Create an/ }).click();
  const address = new URL(await page.getByLabel('Address').inputValue()).pathname;
  const read = () => page.evaluate(async (path) => (await fetch(path)).text(), address);
  expect(await read()).toContain('BEGIN:VCALENDAR');
  await page.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('The address no longer works.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create an address' })).toBeVisible();
  expect(await read()).not.toContain('BEGIN:VCALENDAR');
});

test('on a phone: an event is made, scheduled, found, put on a calendar and deleted', async ({
  page,
  newPerson,
  signInAs,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_INTERNET_DISCONNECTED/);
  await page.setViewportSize(phone);
  await signInAs(page, 'larkfield', '/post/manage');
  const title = unique('Event');
  await beginPost(page, /^Event/, title);
  const day = new Date(Date.now() + 20 * 24 * 60 * 60 * 1000);
  day.setHours(18, 30, 0, 0);
  await fillDateTime(page, 'Starts', day);
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await fillDateTime(page, 'Publish on', new Date(2040, 4, 30, 9, 0));
  await page.getByRole('button', { name: 'Publish(On Schedule Time)' }).click();
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: title });
  await expect(row.getByRole('img', { name: 'Scheduled' })).toBeVisible();

  await page.goto('/post/manage/scheduler?view=agenda&date=2040-05-30');
  await entry(page, title).click();
  await expect(page.getByRole('dialog').getByText('Goes out')).toBeVisible();
  await page.getByRole('dialog').getByRole('link', { name: 'View Post' }).click();
  const address = new URL(page.url()).pathname;
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Update and Publish' }).click();
  await page
    .getByRole('alertdialog', { name: 'Publish now instead of on 05/30/2040 09:00:AM?' })
    .getByRole('button', { name: 'Publish now' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(undoButton(page)).toBeVisible();

  const noor = await newPerson();
  await noor.setViewportSize(phone);
  const search = `/search/community-activity?title=${encodeURIComponent(title)}`;
  await signInAs(noor, 'noor', search);
  await noor.getByRole('article', { name: title }).getByRole('link', { name: title }).click();
  await expect(noor).toHaveURL(address);
  // The list has the same buttons, and stays until the page of the post is there.
  await expect(noor.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const add = noor.getByRole('button', { name: 'Add to Calendar' });
  await add.click();
  await expect(noor.getByRole('button', { name: 'Remove from Calendar' })).toBeVisible();
  const calendar = `/calender?view=agenda&date=${dateOf(day)}`;
  await noor.goto(calendar);
  await expect(entry(noor, title)).toBeVisible();
  // One that never showed the post itself.
  const device = await newPerson();
  await signInAs(device, 'noor', calendar);
  await expectCopyMade(device);
  // It is shown before the server has it; without a network it stays because the device has it from there.
  await expect.poll(async () => JSON.stringify(await rowsOf(device, 'calendarEntries'))).toContain(title);
  await device.context().setOffline(true);
  await entry(device, title).click();
  await device.getByRole('dialog').getByRole('button', { name: 'Remove from Calendar' }).click();
  await expect(device.getByRole('dialog').getByRole('button', { name: 'Add to Calendar' })).toBeVisible();
  await device.keyboard.press('Escape');
  await expect(entry(device, title)).toBeHidden();
  await device.context().setOffline(false);
  await expect(entry(noor, title)).toBeHidden();
  await noor.reload();
  await expect(noor.getByRole('heading', { level: 1, name: 'Calender' })).toBeVisible();
  await expect(noor.getByRole('status', { name: 'Loading the calendar' })).toBeHidden();
  await expect(entry(noor, title)).toBeHidden();

  await page.goto('/post/manage');
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  // Behind the open dialog no row can be found by its role.
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(row).toBeHidden();
  await noor.goto(search);
  await expect(noor.getByText('No Posts Found')).toBeVisible();
});

test('on a phone: each of the other types is made, and found by others', async ({
  page,
  newPerson,
  signInAs,
}) => {
  await page.setViewportSize(phone);
  await signInAs(page, 'larkfield', '/post/manage');
  const noor = await newPerson();
  await noor.setViewportSize(phone);
  await signInAs(noor, 'noor');
  for (const { kind, dated } of [
    { kind: 'Project', dated: true },
    { kind: 'Volunteering', dated: true },
    { kind: 'Advocacy', dated: true },
    { kind: 'General Post', dated: false },
    { kind: 'In-Kind', dated: false },
  ]) {
    const title = unique(kind);
    await beginPost(page, new RegExp(`^${kind}`), title);
    const day = new Date(Date.now() + 20 * 24 * 60 * 60 * 1000);
    if (dated) await fillDateTime(page, 'Starts', day);
    await page.getByRole('button', { name: 'Save and Publish' }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

    await openScreen(noor, `/search/community-activity?title=${encodeURIComponent(title)}`);
    const isViewed = noor.waitForResponse(/posts\.view/);
    await noor.getByRole('article', { name: title }).getByRole('link', { name: title }).click();
    await expect(noor.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(noor.getByRole('button', { name: 'Add to Calendar' })).toHaveCount(dated ? 1 : 0);
    // What is gone cannot be counted as viewed.
    await isViewed;
    // Nobody who follows is notified of it in another test.
    const id = new URL(noor.url()).pathname.split('/').at(-1);
    expect(
      await page.evaluate(async (path) => (await fetch(path, { method: 'DELETE' })).ok, `/api/posts/${id}`),
    ).toBe(true);
  }
});

test.describe('a device whose clock is a day behind', () => {
  test.use({ isAlone: true });

  test('shows times and today by the server’s clock', async ({ page, signInAs }) => {
    const isFuture = (text: string) => text.startsWith('in ');
    const day = 24 * 60 * 60 * 1000;
    await page.clock.install({ time: Date.now() - day });
    await signInAs(page, 'larkfield', '/notification/all');
    const times = page.getByRole('main').locator('time > [aria-hidden]');
    await expect(times.first()).toHaveText(/ago$/);

    await expect.poll(async () => (await times.allTextContents()).filter(isFuture)).toEqual([]);
    await page.reload();
    await expect(times.first()).toHaveText(/ago$/);
    expect((await times.allTextContents()).filter(isFuture)).toEqual([]);

    await page.goto('/calender?view=day');
    const name = (instant: number) =>
      new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'America/Toronto' }).format(instant);
    const before = name(Date.now());
    await expect(
      page.getByRole('heading', { level: 2, name: new RegExp(`^(${before}|${name(Date.now())})$`) }),
    ).toBeVisible();
  });
});
