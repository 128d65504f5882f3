import type { Locator, Page } from '@playwright/test';
import { field } from './fixtures.ts';
import { openScreen } from './open-screen.ts';

/** Types parts of a day or a time, each at its place in the field. */
export async function fillParts(group: Locator, parts: Record<string, string | number>): Promise<void> {
  for (const [part, value] of Object.entries(parts))
    await group.getByRole('spinbutton', { name: new RegExp(`^${part}`) }).fill(String(value));
}

/** Types a day and a time, each at its part of the field, as digits in the order of the parts. */
export async function fillDateTime(page: Page, label: string, at: Date): Promise<void> {
  const group = page.getByRole('group', { name: label });
  const hour = at.getHours();
  await fillParts(group, {
    month: at.getMonth() + 1,
    day: at.getDate(),
    year: at.getFullYear(),
    hour: hour % 12 === 0 ? 12 : hour % 12,
    minute: at.getMinutes(),
    'AM/PM': hour < 12 ? 'AM' : 'PM',
  });
}

/** Opens the form of a new post of a kind, and gives it a title. */
export async function beginPost(page: Page, kind: RegExp, title: string): Promise<void> {
  if (new URL(page.url()).pathname !== '/post/manage') await openScreen(page, '/post/manage');
  await page.getByRole('link', { name: 'Create Post' }).first().click();
  await page.getByRole('button', { name: kind }).click();
  await field(page, 'Title').fill(title);
}

/** The button of a message that takes back what was just published. */
export const undoButton = (page: Page) =>
  page.getByRole('region', { name: /^Messages/ }).getByRole('button', { name: 'Undo' });

/** A title that no other post has. */
export const unique = (title: string) => `${title} zz${Date.now().toString(36)}`;

/**
 * Cards of posts that no other test takes away meanwhile: those of the demo community. In the text of a card, what
 * follows the title follows it without a space.
 */
export const lastingPosts = (page: Page) =>
  page.getByRole('article').filter({ hasNotText: /\bzz[0-9a-z]{8}/ });

/** The first of them, by its address. Cards are drawn one by one, so the first that is there may become the second. */
export async function firstLastingPost(page: Page): Promise<Locator> {
  const path = await lastingPosts(page).first().getByRole('heading').getByRole('link').getAttribute('href');
  return page.getByRole('article').filter({ has: page.getByRole('heading').locator(`a[href="${path}"]`) });
}
