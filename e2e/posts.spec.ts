import { readFile } from 'node:fs/promises';
import {
  expect,
  expectAccessible,
  expectToast,
  field,
  holdUp,
  inMocked,
  keptDrafts,
  phone,
  respondedWith,
  test,
} from './fixtures.ts';
import { beginPost, fillDateTime, unique } from './post-forms.ts';

test('a scheduled post waits for its time, can be put back, and shows as it is', { tag: inMocked }, async ({
  page,
  signInAs,
  consoleErrors,
}) => {
  consoleErrors.allow(respondedWith(400));
  await signInAs(page, 'larkfield', '/post/manage');
  const title = unique('Sowing calendar');
  await beginPost(page, /^General Post/, title);
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule' });
  await dialog.getByRole('button', { name: 'Publish(On Schedule Time)' }).click();
  await expect(dialog.getByText('This field is required')).toBeVisible();
  await expectAccessible(page);
  await fillDateTime(page, 'Publish on', new Date(2020, 4, 30, 9, 0));
  await dialog.getByRole('button', { name: 'Publish(On Schedule Time)' }).click();
  await expect(dialog.getByText('Choose a time in the future')).toBeVisible();
  await fillDateTime(page, 'Publish on', new Date(2040, 4, 30, 9, 0));
  await dialog.getByRole('button', { name: 'Publish(On Schedule Time)' }).click();
  await expectToast(page, 'Your post is scheduled');

  await expect(page).toHaveURL('/post/manage');
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: title });
  await expect(row.getByRole('img', { name: 'Scheduled' })).toBeVisible();
  await expect(row).toContainText('Goes out 05/30/2040 09:00:AM');
  await row.getByRole('link', { name: `Edit ${title}` }).click();
  await field(page, 'Keywords').fill('spring');
  const buttons = page.locator('form').getByRole('button', { name: /Save|Publish|Schedule/ });
  await expect(buttons.first()).toHaveText('Save and keep the schedule');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL('/post/manage');
  await expect(row).toContainText('Goes out 05/30/2040 09:00:AM');
  await row.getByRole('link', { name: `Edit ${title}` }).click();
  await expect(field(page, 'Keywords')).toHaveValue('spring');
  await page.getByRole('button', { name: 'Save As Draft' }).click();
  await expect(row.getByRole('img', { name: 'Unpublished' })).toBeVisible();
});

test('a scheduled post is published while its organization looks, and its followers are notified', async ({
  page,
  newPerson,
  signInAs,
}) => {
  await signInAs(page, 'larkfield', '/post/manage');
  const maria = await newPerson();
  await signInAs(maria, 'maria', '/notification/all');
  const title = unique('Frost tonight');
  await beginPost(page, /^General Post/, title);
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await fillDateTime(page, 'Publish on', new Date(2040, 4, 30, 9));
  await page.getByRole('button', { name: 'Publish(On Schedule Time)' }).click();
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: title });
  await expect(row.getByRole('img', { name: 'Scheduled' })).toBeVisible();
  // The form takes whole minutes, which are long to wait for; the call takes seconds.
  const address = await row.getByRole('link', { name: `Edit ${title}` }).getAttribute('href');
  const status = await page.evaluate(async (id) => {
    const { data } = await (await fetch(`/api/posts/${id}`)).json();
    const scheduledPublishDateTime = new Date(Date.now() + 3_000).toISOString();
    const response = await fetch(`/api/posts/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...data, scheduledPublishDateTime }),
    });
    return response.status;
  }, address?.split('/').at(-1));
  expect(status).toBe(200);
  await expect(row.getByRole('img', { name: 'Published' })).toBeVisible({ timeout: 30_000 });
  await expect(maria.getByRole('link', { name: title })).toBeVisible();
});

test('a description mentions people, and the mention leads to them', async ({ page, signInAs }) => {
  await signInAs(page, 'larkfield', '/post/manage');
  const title = unique('Thank you');
  await beginPost(page, /^General Post/, title);
  const description = field(page, 'Description');
  await description.click();
  await page.keyboard.type('With thanks to @ma');
  await expect(page.getByText('Type at least 3 letter')).toBeVisible();
  await page.keyboard.type('ria');
  await expect(page.getByRole('option', { name: /Maria Fernandes/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('option', { name: /Maria Fernandes/ }).click();
  await expect(description).toHaveValue('With thanks to Maria Fernandes ');
  await page.keyboard.type('and @zzzzzz');
  await expect(page.getByText('Not found')).toBeVisible();
  await page.getByRole('button', { name: 'Save and Publish' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Maria Fernandes' }).click();
  await expect(page).toHaveURL(/\/individual\/details\//);
});

test('what is typed survives a reload, and saving without a connection keeps it', async ({
  page,
  context,
  signInAs,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_INTERNET_DISCONNECTED/);
  await signInAs(page, 'larkfield', '/post/manage');
  const title = unique('Tool day');
  await beginPost(page, /^Project/, title);
  await field(page, 'Expected hours').fill('2.3');
  await page.getByRole('button', { name: 'Save As Draft' }).click();
  await expect(page.getByText('Enter hours in quarters')).toBeVisible();
  await field(page, 'Expected hours').fill('2.25');
  await fillDateTime(page, 'Starts', new Date(2030, 4, 30, 23, 30));
  await expect(
    page.getByRole('group', { name: 'Ends' }).getByRole('spinbutton', { name: /^day/ }),
  ).toHaveText('31');
  await context.setOffline(true);
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('posts.create'));
  await page.getByRole('button', { name: 'Save As Draft' }).click();
  await failed;
  await expect(page.getByText(/needs a connection/)).toBeVisible();
  await expect(field(page, 'Expected hours')).toHaveValue('2.25');
  await context.setOffline(false);
  await page.reload();
  await expect(field(page, 'Expected hours')).toHaveValue('2.25');
  await page.getByRole('button', { name: 'Save As Draft' }).click();
  await expect(page.getByRole('img', { name: 'Unpublished' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: title, exact: true })).toHaveCount(1);
});

test('what is typed while a post is saved stays to be saved, and makes no second post', async ({
  page,
  signInAs,
}) => {
  await signInAs(page, 'larkfield', '/post/manage');
  const title = unique('Tool day');
  await beginPost(page, /^Project/, title);
  const creating = await holdUp(page, '**/posts.create*');
  await page.getByRole('button', { name: 'Save As Draft' }).click();
  await creating.reached;
  await field(page, 'Contact').fill('Dan');
  creating.release();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Project' })).toBeVisible();
  await expect(field(page, 'Title')).toHaveValue(title);
  await expect(field(page, 'Contact')).toHaveValue('Dan');

  const updating = await holdUp(page, '**/posts.update*');
  await page.getByRole('button', { name: 'Save As Draft' }).click();
  await updating.reached;
  await field(page, 'Keywords').fill('tools');
  updating.release();
  // The contact is saved by then.
  await expect
    .poll(() => keptDrafts(page))
    .toMatch(/^\[\{"key":"post:[^"]+","values":\{"keywords":"tools"\}\}\]$/);
  await page.reload();
  await expect(field(page, 'Contact')).toHaveValue('Dan');
  await expect(field(page, 'Keywords')).toHaveValue('tools');
  await page.getByRole('button', { name: 'Save As Draft' }).click();
  await expect(page.getByRole('link', { name: title, exact: true })).toHaveCount(1);
  await expect.poll(() => keptDrafts(page)).toBe('[]');
});

test('a post that is saved leads nobody away from where they went meanwhile', async ({ page, signInAs }) => {
  await signInAs(page, 'larkfield', '/post/manage');
  await beginPost(page, /^Project/, unique('Seed swap'));
  const creating = await holdUp(page, '**/posts.create*');
  await page.getByRole('button', { name: 'Save As Draft' }).click();
  await creating.reached;
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(page).toHaveURL('/dashboard');
  creating.release();
  await expectToast(page, 'Your draft is saved');
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))));
  await expect(page).toHaveURL('/dashboard');
});

test('what is half typed is required, and what is no picture is rejected', async ({ page, signInAs }) => {
  await page.setViewportSize(phone);
  await signInAs(page, 'larkfield', '/post/manage');
  const dateError = page.getByText('Invalid date');
  const save = page.getByRole('button', { name: 'Save and Publish' });
  await beginPost(page, /^Volunteering/, unique('Path work'));
  const month = page.getByRole('group', { name: 'Starts' }).getByRole('spinbutton', { name: /^month/ });
  await month.fill('5');
  await save.click();
  await expect(dateError).toBeVisible();
  await expect(month).toBeFocused();
  await expect(month).toHaveText('05');
  await fillDateTime(page, 'Starts', new Date(2030, 4, 30, 18, 30));
  await expect(dateError).toBeHidden();
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await fillDateTime(page, 'Publish on', new Date(2031, 0, 1, 9, 0));
  await expect(page.getByText('It’s scheduled to be published after it ends')).toBeVisible();
  await page.keyboard.press('Escape');

  // A day that is picked comes with an hour, and a place that is chosen with its time zone.
  await beginPost(page, /^Event/, unique('Walk'));
  await expect(page.getByText('Times are in Eastern Time (Toronto).')).toBeVisible();
  const starts = page.getByRole('group', { name: 'Starts' });
  await starts.getByRole('button', { name: 'Choose from a calendar' }).click();
  await page.getByRole('button', { name: 'Next', exact: true }).first().click();
  await page
    .getByRole('gridcell')
    .getByRole('button', { name: /\b15\b/ })
    .click();
  await expect(starts.getByRole('spinbutton', { name: /^hour/ })).toHaveText('09');
  await expect(
    page.getByRole('group', { name: 'Ends' }).getByRole('spinbutton', { name: /^hour/ }),
  ).toHaveText('10');
  await page.getByRole('combobox', { name: 'Address' }).fill('Chicago');
  await page.getByRole('option', { name: 'Chicago, IL, United States', exact: true }).click();
  await expect(page.getByText('Times are in Central Time (Chicago).')).toBeVisible();
  await page.getByRole('button', { name: 'Change time zone' }).click();
  await page.getByRole('combobox', { name: 'Time zone' }).fill('denver');
  // Chooses, and publishes nothing.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Times are in Mountain Time (Denver).')).toBeVisible();
  await page.getByRole('combobox', { name: 'Address' }).fill('Chicago');
  await page.getByRole('option', { name: 'Chicago, IL, United States', exact: true }).click();
  await expect(page.getByText('Times are in Mountain Time (Denver).')).toBeVisible();

  await beginPost(page, /^In-Kind/, unique('Pots'));
  await page.getByRole('button', { name: 'Add an item' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Pots');
  await page.getByLabel('Requirement').fill('Three');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Buy pots') });
  await expect(page.getByText('notes.jpg is not a picture that can be shown.')).toBeVisible();
  await expect(page.getByText('No Image Added')).toBeVisible();
  await save.click();
  await expect(dateError).toBeVisible();
  await expect(
    page.getByRole('group', { name: 'Needed by' }).getByRole('spinbutton', { name: /^month/ }),
  ).toBeFocused();
});

test('filters find among one’s own posts, stand in the address, and all posts can be taken along', {
  tag: inMocked,
}, async ({ page, signInAs }) => {
  await page.setViewportSize(phone);
  await signInAs(page, 'larkfield', '/post/manage');
  const list = page.getByRole('main').getByRole('listitem');
  await expect(list.first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Scheduled' }).click();
  await expect(page).toHaveURL('/post/manage?state=scheduled');
  await expect(page.getByRole('img', { name: 'Published' })).toHaveCount(0);
  await expect(page.getByRole('img', { name: 'Scheduled' }).first()).toBeVisible();
  await page.reload();
  await page.getByLabel('Title').fill('there is no such post');
  await expect(page.getByText('No Post Found')).toBeVisible();
  await page.getByRole('button', { name: 'Reset filters' }).click();
  await expect(page).toHaveURL('/post/manage');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export To CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('all-posts.csv');
  const [columns, ...rows] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(columns).toBe('\uFEFFPost Type,Post Title,Created At,Published');
  expect(rows.length).toBeGreaterThan(10);
});

test('the reactions to a post can be seen, and each viewer counts once', async ({
  page,
  newPerson,
  signInAs,
}) => {
  await signInAs(page, 'larkfield', '/post/manage');
  const title = unique('Seedlings');
  await beginPost(page, /^General Post/, title);
  await page.getByRole('button', { name: 'Save and Publish' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText('0 views')).toBeVisible();
  const address = new URL(page.url()).pathname;

  const maria = await newPerson();
  await signInAs(maria, 'maria', address);
  await maria.getByRole('button', { name: 'Like', exact: true }).click();
  await maria.getByRole('button', { name: '1 like. Show who' }).click();
  await expect(maria.getByRole('dialog', { name: 'Who likes this' }).getByRole('link')).toHaveText(
    'Maria Fernandes',
  );
  await expectAccessible(maria);
  await maria.reload();
  await expect(maria.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: '1 view' }).click();
  const reach = page.getByRole('dialog', { name: 'Views and reactions' });
  for (const title of ['Views by month', 'Reactions by month']) {
    const chart = reach.getByRole('figure', { name: title });
    await chart.getByText('Show as table').click();
    await expect(chart.getByRole('row').last().getByRole('cell')).toHaveText(['1']);
  }
  await expect(reach.getByRole('link')).toHaveText('Maria Fernandes');
  await expectAccessible(page);
});

test('nobody can go to what has ended, and its organization is asked how it went', async ({
  page,
  newPerson,
  signInAs,
}) => {
  await signInAs(page, 'larkfield', '/about-us');
  const { data } = await (await page.request.get('/api/posts/recently-ended')).json();
  const [{ _id, postType, title }] = data.items;
  const path = `/post/${postType}/details/${_id}`;
  const visitor = await newPerson();
  await visitor.goto(path);
  await expect(visitor.getByText('Ended', { exact: true })).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Share' })).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Going' })).toHaveCount(0);

  await page.goto(path);
  await page.getByRole('link', { name: 'How it went' }).click();
  await expect(field(page, 'Title')).toHaveValue(`How it went: ${title}`);
});
