import type { Page } from '@playwright/test';
import { plain, png, sidewaysJpeg, svg, text, webp } from '#server/testing/pictures.ts';
import { expect, inMocked, respondedWith, test } from './fixtures.ts';

/** The response of a call over REST. */
interface RestResponse {
  status: number;
  message: string;
  /** Where the picture is kept. */
  path: string;
}

test.beforeEach(({ page, signInAs }) => signInAs(page, 'larkfield', '/about-us'));

for (const [kind, make] of [
  ['PNG', () => png(1000, 500)],
  ['WebP', () => webp(1000, 500)],
  ['GIF', async () => new Uint8Array(await plain(1000, 500).gif().toBuffer())],
] as const) {
  test(`a ${kind} can be had in every width, and is enlarged in none`, { tag: inMocked }, async ({
    page,
  }) => {
    const { path } = await postPicture(page, await make());
    for (const [width, expected] of [
      [96, { width: 96, height: 48 }],
      [400, { width: 400, height: 200 }],
      [800, { width: 800, height: 400 }],
      [1600, { width: 1000, height: 500 }],
    ] as const)
      expect(await showPicture(page, `/media/${path}/${width}`)).toEqual(expected);
  });
}

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

for (const [what, make] of [
  ['a drawing', async () => svg()],
  ['text', async () => text()],
  ['a PNG header alone', async () => (await png(500, 500)).slice(0, 40)],
] as const) {
  test(`${what} is no picture`, { tag: inMocked }, async ({ page, consoleErrors }) => {
    consoleErrors.allow(respondedWith(400));
    expect(await postPicture(page, await make())).toMatchObject({
      status: 400,
      message: 'This is not a picture that can be shown. Choose a JPEG, PNG, WebP, GIF or AVIF file.',
    });
  });
}

test('25 megapixels are taken, and not one row more', { tag: inMocked }, async ({ page, consoleErrors }) => {
  consoleErrors.allow(respondedWith(400));
  expect(await postPicture(page, await png(5000, 5000))).toMatchObject({ status: 200 });
  expect(await postPicture(page, await png(5000, 5001))).toMatchObject({
    status: 400,
    message: 'This picture has more than 25 megapixels. Choose a smaller one.',
  });
});

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
