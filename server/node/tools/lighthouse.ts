/**
 * Asks Lighthouse, with its desktop preset, about the screens that strangers see first. Needs a running server:
 *
 *   npm run lighthouse -- http://localhost:3000
 *
 * Ends with 1 where a score is below the goal. Its figures are meaningful only on a machine that does nothing else.
 */
import { createServer } from 'node:net';
import { chromium } from '@playwright/test';
import lighthouse, { desktopConfig } from 'lighthouse';
import { findChromium } from './chromium.ts';

const goal = 95;
const categories = ['performance', 'accessibility', 'best-practices'];
const [address = 'http://localhost:3000'] = process.argv.slice(2);

const port = await freePort();
const browser = await chromium.launch({
  executablePath: findChromium(process.env),
  args: [
    `--remote-debugging-port=${port}`,
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
  ],
});
try {
  for (const path of ['/', '/user/sign-up', await somePost()]) {
    const result = await lighthouse(address + path, { port, onlyCategories: categories }, desktopConfig);
    const scores = Object.values(result?.lhr.categories ?? {}).map(({ title, score }) => ({
      title,
      percent: Math.round((score ?? 0) * 100),
    }));
    console.log(path, scores.map(({ title, percent }) => `${title} ${percent}`).join(', '));
    if (scores.length < categories.length || scores.some(({ percent }) => percent < goal))
      process.exitCode = 1;
  }
} finally {
  await browser.close();
}

/** The address of a published post with a picture. */
async function somePost(): Promise<string> {
  const { data } = (await (await fetch(`${address}/api/posts`)).json()) as {
    data: { items: { _id: string; postType: string; images: unknown[] }[] };
  };
  const post = data.items.find(({ images }) => images.length > 0) ?? data.items[0];
  if (!post) throw new Error('There is no post to look at.');
  return `/post/${post.postType}/details/${post._id}`;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  const { promise, resolve } = Promise.withResolvers<number>();
  probe.listen(0, () => {
    const bound = probe.address();
    probe.close(() => resolve(typeof bound === 'object' && bound ? bound.port : 0));
  });
  return promise;
}
