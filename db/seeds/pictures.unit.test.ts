import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawScene } from './pictures.ts';
import { drawPictures } from './weave/pictures.ts';

/** What a decoder that knows nothing of the seed makes of it; throws where it is no sound picture. */
async function decode(bytes: Uint8Array) {
  const { info } = await sharp(bytes, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true });
  const { format } = await sharp(bytes).metadata();
  return { format, width: info.width, height: info.height };
}

test('every picture of the demo community is a PNG of the right size, and no two are the same', async () => {
  const seen = new Set<string>();
  const pictures = await drawPictures(async (bytes) => {
    const { format, width, height } = await decode(bytes);
    expect(format).toBe('png');
    const path = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
    expect(seen).not.toContain(path);
    seen.add(path);
    return { path, width, height };
  });
  const sizes = Map.groupBy(pictures.values(), ({ width, height }) => `${width}×${height}`);
  expect([...sizes.keys()].sort()).toEqual(['1200×675', '400×400']);
  expect(sizes.get('1200×675')?.length).toBeGreaterThan(50);
  expect(sizes.get('400×400')?.length).toBeGreaterThan(40);
}, 60_000);

test('the same picture comes out each time, and another for another seed', async () => {
  const first = await drawScene({ scene: 'river', mood: 'dawn', seed: 'alice' });
  expect(await drawScene({ scene: 'river', mood: 'dawn', seed: 'alice' })).toEqual(first);
  expect(await drawScene({ scene: 'river', mood: 'dawn', seed: 'bob' })).not.toEqual(first);
});
