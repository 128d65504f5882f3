import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { setUpCast } from '../testing/cast.ts';
import { plain, png, sidewaysJpeg, svg, text, webp } from '../testing/pictures.ts';
import type { Person } from '../testing/world.ts';
import { postLimits } from './posts.schema.ts';

const { world, carol, dan } = setUpCast({ people: { carol: 'organization', dan: 'organization' } });

type Bytes = Uint8Array<ArrayBuffer>;
/** The type in the URL is not believed, so tests send another one as well. */
const dataUrl = (bytes: Uint8Array, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
const pathOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const general = { postType: 'general', title: 'We have moved', isActive: true } as const;
const save = (images: unknown, as: Person = carol) =>
  world.request('/api/posts/', { method: 'POST', body: { ...general, images }, as });
const saveAgain = (id: string, images: unknown, as: Person = carol) =>
  world.request(`/api/posts/${id}`, { method: 'PUT', body: { ...general, images }, as });
const image = (bytes: Uint8Array, description = '') => ({ path: dataUrl(bytes), description });

const fieldError = (field: string, message: string) => ({
  status: 400,
  success: false,
  message,
  fields: { [field]: message },
});
const unknown = 'This is not a picture that can be shown. Choose a JPEG, PNG, WebP, GIF or AVIF file.';

describe('pictures of a post', () => {
  test('of the usual kinds are stored with their size, in their order, with what they show', async () => {
    const now = new Date('2026-11-21T10:00:00.000Z');
    world.ports.clock.set(now);
    const files = [await png(120, 80), await sidewaysJpeg(60, 40), await webp(2000, 10)];
    const captions = ['Pots', '', '<b>@[Alice](x)</b>'];
    const { status, data } = await save(files.map((bytes, index) => image(bytes, captions[index])));
    expect(status).toBe(200);
    const sizes = [
      { width: 120, height: 80 },
      { width: 40, height: 60 },
      { width: 1600, height: 8 },
    ];
    expect(data.images).toEqual(
      files.map((bytes, index) => ({
        path: pathOf(bytes),
        ...sizes[index],
        description: captions[index],
        createdAt: now.toISOString(),
      })),
    );
    expect((await world.visitor.posts.byId({ id: data._id })).images).toEqual(data.images);
    expect((await world.visitor.posts.list({ filters: { creatorId: carol._id } })).items).toEqual([data]);
    for (const { path } of data.images) {
      const shown = await world.request(`/media/${path}/400`);
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
    }
  });

  test('are what their bytes are, whatever their address claims', async () => {
    const bytes = await png(10, 10);
    const taken = await save([{ path: dataUrl(bytes, 'text/html;charset=utf-8') }]);
    expect(taken).toMatchObject({
      status: 200,
      data: { images: [{ path: pathOf(bytes), description: '' }] },
    });
    expect(await save([{ path: dataUrl(svg(), 'image/png') }])).toMatchObject(
      fieldError('images.0.path', unknown),
    );
  });

  test('stay by their path, take other places and captions, and keep their age', async () => {
    world.ports.clock.set(new Date('2026-11-21T10:00:00.000Z'));
    const [one, two, three] = [await png(10, 10), await png(20, 10), await png(30, 10)];
    const { data: before } = await save([image(one, 'one'), image(two, 'two')]);
    const [first, second] = before.images;
    world.ports.clock.set(new Date('2026-11-22T10:00:00.000Z'));
    const { data: after } = await saveAgain(before._id, [
      { path: second.path, description: 'two, again' },
      image(three, 'three'),
      { path: first.path },
    ]);
    expect(after.images).toEqual([
      { ...second, description: 'two, again' },
      {
        path: pathOf(three),
        width: 30,
        height: 10,
        description: 'three',
        createdAt: '2026-11-22T10:00:00.000Z',
      },
      { ...first, description: '' },
    ]);
    expect((await saveAgain(before._id, [])).data.images).toEqual([]);
    expect(await saveAgain(before._id, [{ path: first.path }])).toMatchObject({ status: 400 });
  });

  test('of another post are rejected, by their path, also where they are public', async () => {
    const bytes = await png(11, 11);
    const { data: theirs } = await save([image(bytes)], dan);
    const [{ path }] = theirs.images;
    const mine = await save([]);
    const rejected = fieldError('images.0.path', 'This picture is not one of the post.');
    expect(await save([{ path }])).toMatchObject(rejected);
    expect(await saveAgain(mine.data._id, [{ path }])).toMatchObject(rejected);
    expect(await saveAgain(mine.data._id, [image(bytes)])).toMatchObject({ status: 200 });
    expect(await saveAgain(mine.data._id, [{ path }])).toMatchObject({ status: 200 });
  });

  describe('that cannot be shown are rejected where they stand, and nothing is saved', () => {
    const cut = async () => (await sidewaysJpeg(400, 400)).slice(0, 900);
    const refusals: [what: string, path: () => Promise<string> | string, message: string][] = [
      ['a drawing', () => dataUrl(svg(), 'image/svg+xml'), unknown],
      ['a text', () => dataUrl(text(), 'image/jpeg'), unknown],
      ['nothing', () => 'data:image/png;base64,', unknown],
      ['a file cut short', async () => dataUrl(await cut()), unknown],
      ['broken base64', () => 'data:image/png;base64,%%%', unknown],
      ['an address', () => 'https://example.org/picture.png', 'This is not a picture'],
      ['a data URL that is not base64', () => 'data:image/png,abc', 'This is not a picture'],
      ['a path out of the store', () => '../../etc/passwd', 'This is not a picture'],
      ['an unknown path', () => 'a'.repeat(64), 'This picture is not one of the post.'],
      [
        'too many pixels',
        async () => dataUrl(new Uint8Array(await plain(5001, 5000).png().toBuffer())),
        'This picture has more than 25 megapixels. Choose a smaller one.',
      ],
    ];
    test.each(refusals)('%s', async (_what, path, message) => {
      const good = image(await png(10, 10));
      const answer = await save([good, { path: await path(), description: 'x' }]);
      expect(answer).toMatchObject(fieldError('images.1.path', message));
      expect(await save([good])).toMatchObject({ status: 200 });
      const { items } = await world.as(carol).posts.list({ filters: { isActive: null } });
      expect(items).toHaveLength(1);
    });
  });

  /** A picture that is that long: a small one with something behind its end. */
  const padded = (picture: Bytes, length: number) => {
    const bytes = new Uint8Array(length);
    bytes.set(picture);
    return bytes;
  };

  test('have at most 10 MB each', async () => {
    const picture = await png(10, 10);
    const most = padded(picture, postLimits.imageBytes);
    expect(await save([image(most)])).toMatchObject({ status: 200, data: { images: [{ width: 10 }] } });
    expect(await save([image(padded(picture, postLimits.imageBytes + 1))])).toMatchObject(
      fieldError('images.0.path', 'A picture may have at most 10 MB.'),
    );
  });

  test('have at most 25 MB together, those left out that are there already', async () => {
    const picture = await png(10, 10);
    const [large, half] = [padded(picture, 10 * 1024 * 1024), padded(picture, 5 * 1024 * 1024)];
    const { status, data } = await save([image(large), image(large), image(half)]);
    expect(status).toBe(200);
    const more = await saveAgain(data._id, [
      ...data.images.map(({ path }: { path: string }) => ({ path })),
      image(half),
    ]);
    expect(more.data.images).toHaveLength(4);
    expect(
      await save([image(large), image(large), image(padded(picture, half.length + 3000))]),
    ).toMatchObject(fieldError('images', 'All new pictures together may have at most 25 MB.'));
  });

  test('are at most ten, each with at most 500 characters beside it', async () => {
    const one = image(await png(10, 10), 'x'.repeat(500));
    expect((await save(Array(10).fill(one))).data.images).toHaveLength(10);
    expect(await save(Array(11).fill(one))).toMatchObject(
      fieldError('images', 'A post may have at most 10 pictures'),
    );
    expect(await save([one, { ...one, description: 'x'.repeat(501) }])).toMatchObject(
      fieldError('images.1.description', 'Limit of characters (max 500) exceeded'),
    );
    expect(await save([one, { ...one, description: '\0' }])).toMatchObject({ status: 400 });
  });

  test('have a size and an age that the server finds: in a body they are ignored', async () => {
    const one = image(await png(10, 10));
    const { data } = await save([one]);
    for (const more of [{ width: 1 }, { height: 1 }, { createdAt: '2020-01-01T00:00:00Z' }])
      expect((await save([{ ...one, ...more }])).data.images).toMatchObject([{ width: 10, height: 10 }]);
    const forged = { ...data.images[0], width: 1, height: 1, createdAt: '2020-01-01T00:00:00Z' };
    expect((await saveAgain(data._id, [forged])).data.images).toEqual(data.images);
    expect(await save([{ ...one, bytes: 1 }])).toMatchObject({ status: 400 });
  });
});
