import { once } from 'node:events';
import { chromium, type Page } from '@playwright/test';
import { WebSocket } from 'ws';
import { findChromium } from '../tools/chromium.ts';
import { median } from './load.ts';
import type { Site } from './stage.ts';
import { digits, type Figure } from './table.ts';

const times = 30;

/** Milliseconds since 1970, as exactly as browsers return them too. */
const now = () => performance.timeOrigin + performance.now();

/**
 * From the answer to a like until the organization's badge shows it in Chromium, beside a bare round trip over a
 * socket to a process on this machine.
 */
export async function measureLive(site: Site): Promise<Figure[]> {
  const browser = await chromium.launch({
    executablePath: findChromium(process.env),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await openAsOrganization(await browser.newPage(), site);
    const posts = await site.db
      .selectFrom('posts')
      .select('id')
      .where('creator_id', '=', site.organization.id)
      .where('post_type', 'in', ['event', 'general'])
      .where('is_active', '=', true)
      .orderBy('published_at')
      .limit(times)
      .execute();
    const [reader] = site.readers.quiet;
    const delays: number[] = [];
    for (const { id } of posts) {
      const shown = page.evaluate<number>(nextBadge);
      await fetch(`${site.server}/api/posts/${id}/like`, {
        method: 'POST',
        headers: { authorization: `Bearer ${reader?.token}` },
      });
      const answered = now();
      delays.push((await shown) - answered);
    }
    const trips = await roundTrips(site.yardstick);
    return [
      {
        what: 'from a like to the badge, by a round trip over a socket',
        ratio: median(delays) / median(trips),
        measured: `${digits(median(delays))} ms after the answer, ${digits(median(trips))} ms`,
        memory: await site.memory(),
      },
    ];
  } finally {
    await browser.close();
  }
}

/** For the page, which knows types that Node does not: when the badge shows something else than now. */
const nextBadge = `new Promise((resolve) => {
  const bell = document.querySelector('header [aria-label^="Notifications"]');
  const observer = new MutationObserver(() => {
    observer.disconnect();
    resolve(performance.timeOrigin + performance.now());
  });
  observer.observe(bell, { attributes: true, attributeFilter: ['aria-label'] });
})`;

async function openAsOrganization(page: Page, { server, organization }: Site): Promise<Page> {
  await page.context().addCookies([{ name: 'gatherwell', value: organization.cookieToken, url: server }]);
  const { data } = (await (
    await fetch(`${server}/api/auth`, { headers: { authorization: `Bearer ${organization.token}` } })
  ).json()) as { data: unknown };
  await page.goto(`${server}/about-us`);
  await page.evaluate(`localStorage.setItem('gatherwell.user', ${JSON.stringify(JSON.stringify(data))})`);
  await page.goto(`${server}/notification/all`);
  await page.getByRole('heading', { level: 1, name: /Notification/ }).waitFor();
  return page;
}

async function roundTrips(url: string): Promise<number[]> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'));
  await once(socket, 'open');
  const trips: number[] = [];
  for (let n = 0; n < times; n++) {
    const sent = now();
    socket.send('{}');
    await once(socket, 'message');
    trips.push(now() - sent);
  }
  socket.close();
  return trips;
}
