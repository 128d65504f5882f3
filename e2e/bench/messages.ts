import type { Page } from '@playwright/test';
import { Problem } from '#server/node/problem.ts';
import { callApi, type Person } from '../chaos/people.ts';

/** When a page saw what, since 1970 and in milliseconds. */
export interface WatchedMessages {
  /** When Enter was pressed on a text, and when the frame came that shows it as a message. */
  entered: Record<string, number>;
  shown: Record<string, number>;
  /** From each click on a conversation of the list to the frame that shows its messages. */
  openings: number[];
}

declare global {
  interface Window {
    watchedMessages: WatchedMessages;
  }
}

/** Watches messages from outside the product. Runs in the page before anything of it does, so it uses nothing from out here. */
export function watchMessages(): void {
  const watched: WatchedMessages = { entered: {}, shown: {}, openings: [] };
  window.watchedMessages = watched;
  const now = () => performance.timeOrigin + performance.now();
  addEventListener(
    'keydown',
    ({ key, target, timeStamp }) => {
      if (key === 'Enter' && target instanceof HTMLTextAreaElement)
        watched.entered[target.value] = performance.timeOrigin + timeStamp;
    },
    { capture: true },
  );
  let clickedAt: number | undefined;
  addEventListener(
    'click',
    ({ target, timeStamp }) => {
      if (target instanceof Element && target.closest('a[href*="/conversation/"]')) clickedAt = timeStamp;
    },
    { capture: true },
  );
  new MutationObserver(() => {
    const messages = [...document.querySelectorAll('[aria-label^="Messages with"] article')];
    if (messages.length === 0) return;
    const from = clickedAt;
    clickedAt = undefined;
    if (from !== undefined) requestAnimationFrame(() => watched.openings.push(performance.now() - from));
    for (const message of messages.slice(-3)) {
      const text = /message-\d+!/.exec(message.textContent ?? '')?.[0];
      if (text === undefined || text in watched.shown) continue;
      watched.shown[text] = Number.NaN;
      requestAnimationFrame(() => {
        watched.shown[text] = now();
      });
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Gives two people a conversation with so many messages, all of them read, and resolves to its id. */
export async function correspond(
  origin: string,
  [one, other]: [Person, Person],
  count: number,
): Promise<string> {
  const [ofOne, ofOther] = [callApi(origin, one), callApi(origin, other)];
  let id: string | undefined;
  for (let n = 0; n < count; n++) {
    const [api, receiver] = n % 2 === 0 ? [ofOne, other] : [ofOther, one];
    const { conversation } = await api.conversations.send.mutate({
      receiverId: receiver.user._id,
      text: `This is what was written as number ${n}: the kitchen opens at six, and there is soup for everybody.`,
    });
    id = conversation._id;
  }
  if (id === undefined) throw new Problem('Nothing was written.');
  for (const api of [ofOne, ofOther]) await api.conversations.markRead.mutate({ id, upTo: count });
  return id;
}

/** Milliseconds between two messages: people do not write faster. */
const writingPause = 400;

/** Writes messages in one browser and returns how long each took, in milliseconds, until either browser showed it. */
export async function measureWriting(
  { writer, reader }: { writer: Page; reader: Page },
  times: number,
): Promise<{ own: number[]; others: number[] }> {
  const composer = writer.getByRole('textbox', { name: /^Message to/ });
  const texts = Array.from({ length: times }, (_, n) => `message-${n}!`);
  for (const text of texts) {
    await composer.fill(text);
    await composer.press('Enter');
    await reader.waitForFunction((sent) => Number.isFinite(window.watchedMessages.shown[sent]), text);
    await writer.waitForTimeout(writingPause);
  }
  const [written, read] = await Promise.all([
    writer.evaluate(() => window.watchedMessages),
    reader.evaluate(() => window.watchedMessages),
  ]);
  const since = (shown: Record<string, number>) =>
    texts.map((text) => (shown[text] ?? Number.NaN) - (written.entered[text] ?? Number.NaN));
  return { own: since(written.shown), others: since(read.shown) };
}

/** Opens a conversation from the list, over and over, and returns how long each took, and the longest task. */
export async function measureOpening(
  page: Page,
  times: number,
): Promise<{ openings: number[]; longestTask: number }> {
  await page.goto('/conversation/all');
  const entry = page.getByRole('region', { name: 'All Messages' }).getByRole('link').first();
  const messages = page.getByRole('region', { name: /^Messages with/ }).getByRole('article');
  await entry.click();
  await messages.last().waitFor();
  await page.evaluate(() => {
    window.watchedMessages.openings.length = 0;
    window.watched.longTasks.length = 0;
  });
  for (let time = 0; time < times; time++) {
    await page.goBack();
    await messages.last().waitFor({ state: 'detached' });
    await entry.click();
    await page.waitForFunction((opened) => window.watchedMessages.openings.length > opened, time);
  }
  return page.evaluate(() => ({
    openings: window.watchedMessages.openings,
    longestTask: Math.max(0, ...window.watched.longTasks),
  }));
}
