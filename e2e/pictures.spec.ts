import type { Page } from '@playwright/test';
import { plain, png, sidewaysJpeg, svg, text, webp } from '#server/testing/pictures.ts';
import { expect, expectAccessible, inMocked, phone, respondedWith, test } from './fixtures.ts';
import { beginPost, unique } from './post-forms.ts';

/** The response of a call over REST. */
interface RestResponse {
  status: number;
  message: string;
  /** Where the picture is kept. */
  path: string;
}

test.beforeEach(({ page, signInAs }) => signInAs(page, 'larkfield', '/about-us'));

test('a picture of each kind can be had in every width, and is enlarged in none', { tag: inMocked }, async ({
  page,
}) => {
  for (const picture of [
    await png(1000, 500),
    await webp(1000, 500),
    new Uint8Array(await plain(1000, 500).gif().toBuffer()),
  ]) {
    const { path } = await postPicture(page, picture);
    for (const [width, expected] of [
      [96, { width: 96, height: 48 }],
      [400, { width: 400, height: 200 }],
      [800, { width: 800, height: 400 }],
      [1600, { width: 1000, height: 500 }],
    ] as const)
      expect(await showPicture(page, `/media/${path}/${width}`)).toEqual(expected);
  }
});

test('a picture is turned upright and forgets who took it', { tag: inMocked }, async ({ page }) => {
  const { path } = await postPicture(page, await sidewaysJpeg(600, 300));
  const address = `/media/${path}/1600`;
  expect(await showPicture(page, address)).toEqual({ width: 300, height: 600 });
  const content = await page.evaluate(
    async (at) => new TextDecoder('latin1').decode(await (await fetch(at)).arrayBuffer()),
    address,
  );
  expect(content).not.toContain('Alice');
});

test('what is no picture is rejected, and more than 25 megapixels by one row', { tag: inMocked }, async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(respondedWith(400));
  const headerAlone = (await png(500, 500)).slice(0, 40);
  for (const bytes of [svg(), text(), headerAlone])
    expect(await postPicture(page, bytes)).toMatchObject({
      status: 400,
      message: 'This is not a picture that can be shown. Choose a JPEG, PNG, WebP, GIF or AVIF file.',
    });
  expect(await postPicture(page, await png(5000, 5000))).toMatchObject({ status: 200 });
  expect(await postPicture(page, await png(5000, 5001))).toMatchObject({
    status: 400,
    message: 'This picture has more than 25 megapixels. Choose a smaller one.',
  });
});

test('pictures are put in order by dragging, shown as a grid, and looked at over the whole screen', async ({
  page,
}) => {
  const title = unique('Seedlings');
  await beginPost(page, /^General/, title);
  const buffer = Buffer.from(await png(300, 200));
  const pictures = Array.from({ length: 11 }, (_, index) => ({
    name: `${index}.png`,
    mimeType: 'image/png',
    buffer,
  }));
  await page.locator('input[type=file]').setInputFiles(pictures);
  await expect(page.getByText('A post may have at most 10 pictures.')).toBeVisible();
  await expect(page.getByText(/10 images, which is the most it can have/)).toBeVisible();
  const description = (number: number) => page.getByLabel(`Description of image ${number}`, { exact: true });
  await expect(description(1)).toHaveAccessibleDescription('Describe it for people who can’t see it.');
  await description(1).fill('Tomatoes');
  await expect(description(1)).toHaveAccessibleDescription('');
  await description(2).fill('Basil');

  const from = await page.getByRole('button', { name: 'Drag image 2', exact: true }).boundingBox();
  const to = await page.getByRole('button', { name: 'Drag image 1', exact: true }).boundingBox();
  if (!from || !to) throw new Error('The handles are not shown.');
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, from.y - 10, { steps: 3 });
  await page.mouse.move(to.x + 10, to.y + 5, { steps: 5 });
  await expect(page.getByText('Image 2 is at place 1 of 10.')).toBeAttached();
  await page.mouse.up();
  await expect(description(1)).toHaveValue('Basil');
  await expect(description(2)).toHaveValue('Tomatoes');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Save and Publish' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const article = page.getByRole('article');
  const second = article.getByRole('button', { name: 'Tomatoes' });
  await expect(article.getByRole('button', { name: '+6 more pictures' })).toBeVisible();
  await second.click();
  const viewer = page.getByRole('dialog', { name: 'Pictures' });
  const shown = (name: string) => viewer.getByRole('img', { name });
  await expect(shown('Tomatoes')).toBeInViewport();
  await expect(viewer.getByText('Tomatoes')).toBeInViewport();
  await expectAccessible(page);
  await page.keyboard.press('ArrowLeft');
  await expect(shown('Basil')).toBeInViewport();
  await expect(viewer.getByRole('button', { name: 'Previous picture' })).toBeDisabled();
  await viewer.getByRole('button', { name: 'Zoom in' }).click();
  await expect(viewer.getByRole('button', { name: 'Zoom out' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(second).toBeFocused();
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: phone });

  test('pictures are put in order, swiped through and enlarged', async ({ page }) => {
    const title = unique('Seedlings');
    await beginPost(page, /^General/, title);
    const buffer = Buffer.from(await png(900, 600));
    const names = ['Tomatoes', 'Basil', 'Thyme'];
    await page
      .locator('input[type=file]')
      .setInputFiles(names.map((name) => ({ name: `${name}.png`, mimeType: 'image/png', buffer })));
    const description = (number: number) =>
      page.getByLabel(`Description of image ${number}`, { exact: true });
    for (const [index, name] of names.entries()) await description(index + 1).fill(name);

    const finger = await fingers(page);
    const handle = async (number: number) => {
      const box = await page.getByRole('button', { name: `Drag image ${number}`, exact: true }).boundingBox();
      if (!box) throw new Error('The handles are not shown.');
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    await page.getByRole('button', { name: 'Drag image 2', exact: true }).scrollIntoViewIfNeeded();
    await finger.move([[await handle(2), await handle(1)]]);
    await expect(description(1)).toHaveValue('Basil');
    await expect(description(2)).toHaveValue('Tomatoes');

    await page.getByRole('button', { name: 'Save and Publish' }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.getByRole('article').getByRole('button', { name: 'Basil' }).tap();
    const viewer = page.getByRole('dialog', { name: 'Pictures' });
    const shown = (name: string) => viewer.getByRole('img', { name });
    await expect(shown('Basil')).toBeInViewport();
    const at = (x: number) => ({ x, y: phone.height / 2 });
    await finger.move([[at(320), at(60)]]);
    await expect(shown('Tomatoes')).toBeInViewport({ ratio: 0.9 });
    await finger.move([[at(60), at(320)]]);
    await expect(shown('Basil')).toBeInViewport({ ratio: 0.9 });
    const zoomOut = viewer.getByRole('button', { name: 'Zoom out' });
    await expect(zoomOut).toBeDisabled();
    await finger.move([
      [at(180), at(90)],
      [at(210), at(300)],
    ]);
    await expect(zoomOut).toBeEnabled();
    // Once enlarged, a finger moves the picture and leaves it open.
    await finger.move([[at(320), at(200)]]);
    await expect(shown('Basil')).toBeInViewport();
    await finger.move([
      [at(60), at(185)],
      [at(330), at(205)],
    ]);
    await expect(zoomOut).toBeDisabled();
    await finger.move([[at(195), { x: 195, y: phone.height - 20 }]]);
    await expect(viewer).toHaveCount(0);
  });
});

interface Point {
  x: number;
  y: number;
}

/** Fingers on the page's screen, which move as people's do: not in one step. */
async function fingers(page: Page) {
  const steps = 12;
  const browser = await page.context().newCDPSession(page);
  return {
    /** Puts fingers down, each where its path begins, moves them along straight lines, and lifts them. */
    async move(paths: readonly (readonly [from: Point, to: Point])[]): Promise<void> {
      const pointsAt = (step: number) =>
        paths.map(([from, to], id) => ({
          id,
          x: from.x + ((to.x - from.x) * step) / steps,
          y: from.y + ((to.y - from.y) * step) / steps,
        }));
      await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: pointsAt(0) });
      for (let step = 1; step <= steps; step += 1) {
        await browser.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: pointsAt(step) });
        await page.evaluate(() => new Promise(requestAnimationFrame));
      }
      await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    },
  };
}

/** Saves a draft with a picture, as a page of the product does. */
function postPicture(page: Page, bytes: Uint8Array): Promise<RestResponse> {
  const picture = `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;
  return page.evaluate(async (path) => {
    const response = await fetch('/api/posts', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ postType: 'general', title: 'A picture', images: [{ path, description: '' }] }),
    });
    const { message, data } = await response.json();
    return { status: response.status, message, path: data?.images[0].path ?? '' };
  }, picture);
}

/** The size, in pixels, of a picture that the page shows. */
function showPicture(page: Page, address: string): Promise<{ width: number; height: number }> {
  return page.evaluate(async (src) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    return { width: image.naturalWidth, height: image.naturalHeight };
  }, address);
}
