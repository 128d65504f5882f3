import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessibleInEachLook, expectToast, inMocked, test } from './fixtures.ts';

const picture = join(import.meta.dirname, 'pictures/feed.webp');

const composer = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });
const messages = (page: Page) => page.getByRole('region', { name: /^Messages with/ }).getByRole('article');

async function write(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

test('two people hold a conversation, also without a network, until one blocks and deletes', {
  tag: inMocked,
}, async ({ page: noor, newPerson, signInAs, consoleErrors }) => {
  consoleErrors.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const maria = await newPerson();
  await signInAs(maria, 'maria', '/conversation/all');
  const badge = maria.getByRole('banner').getByRole('link', { name: /^Messages/ });
  // The demo community has written to Maria: once that is counted, this device is up to date.
  await expect(badge).toHaveAttribute('aria-label', /, \d+ new$/);
  const before = (await badge.getAttribute('aria-label')) ?? '';
  await signInAs(noor, 'noor', '/search/user/Maria%20Fernandes');

  // The first message to a user who is not connected is paid for.
  await noor.getByRole('button', { name: 'Message Maria Fernandes' }).click();
  const dialog = noor.getByRole('dialog', { name: 'Message to Maria Fernandes' });
  await expect(dialog.getByText(/^You are not connected with the user\./)).toBeVisible();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('Message can not be blank')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Hello Maria!');
  await dialog.getByRole('button', { name: 'Send' }).click();
  const question = noor.getByRole('alertdialog');
  await expect(question).toContainText(
    'You are not currently connected to receiver. This will cost you a coin.',
  );
  await question.getByRole('button', { name: 'Yes' }).click();
  await expectToast(noor, 'Message sent');

  // It arrives live, and counts as read once it is looked at.
  const inList = maria
    .getByRole('region', { name: 'All Messages' })
    .getByRole('link', { name: /^Noor Haidari/ });
  await expect(inList).toContainText(/Hello Maria!.*1 new message$/);
  await expect(badge).not.toHaveAttribute('aria-label', before);
  await inList.click();
  await expect(messages(maria)).toHaveText([/Hello Maria!/]);
  await expect(badge).toHaveAttribute('aria-label', before);
  await noor.getByRole('link', { name: /^Messages/ }).click();
  const list = noor.getByRole('region', { name: 'All Messages' });
  await list.getByRole('link', { name: /^Maria Fernandes/ }).click();
  await expect(messages(noor)).toHaveText([/Hello Maria!.*Read/]);

  // Once both have written, they see of each other who is there and typing.
  await write(maria, 'Hello Noor!');
  await expect(messages(noor).last()).toContainText('Hello Noor!');
  await expect(noor.getByRole('region', { name: 'Conversation' })).toContainText(/Connected/);
  await composer(maria).pressSequentially('Soup');
  await expect(noor.getByText('Typing…').last()).toBeVisible();
  await composer(maria).press('Enter');
  await expect(messages(noor).last()).toContainText('Soup');
  await expect(noor.getByText('Typing…')).toHaveCount(0);

  // Pictures and files go along.
  await maria.locator('input[type=file][accept="image/*"]').setInputFiles(picture);
  await maria
    .locator('input[type=file]')
    .last()
    .setInputFiles({
      name: 'menu.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Lentils'),
    });
  await expect(maria.getByRole('list', { name: 'Attached' }).getByRole('listitem')).toHaveCount(2);
  await maria.getByRole('button', { name: 'Send' }).click();
  await noor.getByRole('button', { name: 'Picture from Maria Fernandes' }).click();
  await expect(noor.getByRole('dialog').getByRole('img')).toBeVisible();
  await noor.keyboard.press('Escape');
  const download = noor.waitForEvent('download');
  await noor.getByRole('button', { name: /^Download menu.txt/ }).click();
  expect((await download).suggestedFilename()).toBe('menu.txt');

  // What is written without a network waits, and goes in order.
  await noor.context().setOffline(true);
  await write(noor, 'One');
  await write(noor, 'Two');
  await expect(messages(noor).last()).toContainText(/Two.*Waiting for a connection/);
  await noor.context().setOffline(false);
  await expect(messages(maria)).toHaveText([/Hello Maria!/, /Hello Noor!/, /Soup/, /menu.txt/, /One/, /Two/]);
  await expect(messages(noor).last()).toContainText(/Two.*Read/);
  await expectAccessibleInEachLook(noor);

  // A device that has nothing of it yet opens it by its address.
  const tablet = await newPerson();
  await signInAs(tablet, 'maria', new URL(maria.url()).pathname);
  await expect(messages(tablet)).toHaveCount(6);

  await maria.getByRole('button', { name: 'Block Noor Haidari' }).click();
  await expect(maria.getByRole('alertdialog')).toContainText(
    'If you block this user, they will not be able to send you messages.',
  );
  await maria.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
  const blocked = 'YOU CAN NOT SEND ANY MESSAGE TO THIS CONVERSATION';
  await expect(maria.getByText(blocked)).toBeVisible();
  await expect(noor.getByText(blocked)).toBeVisible();
  await maria.getByRole('button', { name: 'Unblock Noor Haidari' }).click();
  await maria.getByRole('alertdialog').getByRole('button', { name: 'Unblock' }).click();
  await expect(composer(noor)).toBeVisible();

  await maria.getByRole('button', { name: 'Delete conversation' }).click();
  await expect(maria.getByRole('alertdialog')).toContainText(
    'You can not retrieve the conversation once deleted.',
  );
  await maria.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(maria, 'Conversation deleted successfully.');
  await expect(inList).toHaveCount(0);
  await expect(messages(noor)).toHaveCount(6);
});
