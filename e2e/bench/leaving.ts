import type { BrowserContext, Page } from '@playwright/test';

/** Milliseconds between the frame that shows a tap and the end of the page. */
const delays = [0, 5, 20, 50, 100, 250];

/** How many times slower than this machine the page runs. */
const slowdowns = [1, 4];

/** How a page ends: by a navigation, by closing the tab, or because its process is killed. */
const ways = ['navigate', 'close', 'crash'] as const;

/** One way to leave a page after a tap was painted. */
export interface Leave {
  way: (typeof ways)[number];
  delay: number;
  slowdown: number;
}

/** Returns the first `count` leaves of an endless round through every combination. */
export function leavesOf(count: number): Leave[] {
  const round = delays.flatMap((delay) =>
    slowdowns.flatMap((slowdown) => ways.map((way): Leave => ({ way, delay, slowdown }))),
  );
  return Array.from({ length: count }, (_, index) => round[index % round.length] as Leave);
}

/** How many posts are tapped in turn. */
const tapped = 4;

/**
 * Taps Like, leaves the page, opens the feed again and looks whether the tap is still shown, for each leave.
 * Returns those whose tap was lost.
 */
export async function findLostTaps(context: BrowserContext, leaves: readonly Leave[]): Promise<Leave[]> {
  const lost: Leave[] = [];
  let page = await openFeed(context);
  for (const [index, leave] of leaves.entries()) {
    const post = index % tapped;
    const expected = await tapAndLeave(page, post, leave);
    if (leave.way === 'crash') await page.close();
    page = await openFeed(context, leave.way === 'navigate' ? page : undefined);
    if (!(await isShown(page, post, expected))) lost.push(leave);
  }
  await page.close();
  return lost;
}

const likes = (page: Page) => page.getByRole('article').locator('button[aria-pressed]', { hasText: /^Like/ });

async function openFeed(context: BrowserContext, again?: Page): Promise<Page> {
  const page = again ?? (await context.newPage());
  await page.goto('/', { waitUntil: 'commit' });
  await likes(page)
    .nth(tapped - 1)
    .waitFor();
  return page;
}

/** Returns what the button shows at the end. Resolves when the page is about to be gone. */
async function tapAndLeave(page: Page, post: number, { way, delay, slowdown }: Leave): Promise<string> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const button = likes(page).nth(post);
  const expected = (await button.getAttribute('aria-pressed')) === 'true' ? 'false' : 'true';
  const gone = new Promise<unknown>((resolve) => {
    page.once('framenavigated', resolve).once('crash', resolve).once('close', resolve);
  });
  const isOver = button.evaluate(
    async (element, { wait, navigates }) => {
      const painted = new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          observer.disconnect();
          // The task after the frame's own comes when the frame is drawn.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve();
            port2.postMessage('');
          });
        });
        observer.observe(element, { attributeFilter: ['aria-pressed'] });
      });
      (element as HTMLElement).click();
      await painted;
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      if (navigates) location.href = 'about:blank';
    },
    { wait: delay, navigates: way === 'navigate' },
  );
  // The page may be gone before it can respond.
  await isOver.catch(() => undefined);
  if (way === 'crash') void session.send('Page.crash').catch(() => undefined);
  if (way === 'close') await page.close();
  await gone;
  if (way === 'navigate') await session.detach();
  return expected;
}

/** Whether a button comes to show a value; it may show another one until the local cache has been read. */
async function isShown(page: Page, post: number, pressed: string): Promise<boolean> {
  const button = likes(page).nth(post);
  for (const deadline = Date.now() + 1_500; Date.now() < deadline; await page.waitForTimeout(50))
    if ((await button.getAttribute('aria-pressed')) === pressed) return true;
  return false;
}
