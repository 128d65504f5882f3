import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { describe, expect, it, vi } from 'vitest';
import { createApi } from '../api.ts';
import { createTusUploads } from '../node/ports/tus-uploads.ts';
import { MediaUnavailable } from '../ports.ts';
import { setUpCast } from '../testing/cast.ts';
import { largePng } from '../testing/large-png.ts';
import type { Person } from '../testing/world.ts';
import { mostBytes } from './files.schema.ts';
import { sweepFiles } from './sweep-files.ts';

const { world, alice, bob, carol } = setUpCast();

const base64 = (text: string) => Buffer.from(text).toString('base64');
const dataUrl = (bytes: Uint8Array | string) => `data:;base64,${Buffer.from(bytes).toString('base64')}`;
const pdf = (length = 1000) => {
  const bytes = new Uint8Array(length).fill(0x61);
  bytes.set(new TextEncoder().encode('%PDF-1.7\n'));
  return bytes;
};
const tooMany = 'Maximum 25 MB File can be send at a time.';

interface Sending {
  as?: Person;
  headers?: Record<string, string>;
  body?: BodyInit;
  /** Another process than the first. */
  fetch?: ((path: string, init: RequestInit) => Promise<Response>) | undefined;
}

/** Sends a request of the tus protocol. */
const tus = (
  method: string,
  address: string,
  { as, headers = {}, body, fetch = world.fetch }: Sending = {},
) =>
  fetch(address, {
    method,
    headers: {
      'tus-resumable': '1.0.0',
      ...(body !== undefined && { 'content-type': 'application/offset+octet-stream' }),
      ...(as && { authorization: `Bearer ${as.token}` }),
      ...headers,
    },
    ...(body !== undefined && { body, duplex: 'half' }),
  });

const begin = (as: Person, bytes: number, { name = 'plan.pdf', kind = 'file' } = {}) =>
  tus('POST', '/api/uploads', {
    as,
    headers: {
      'upload-length': String(bytes),
      'upload-metadata': `filename ${base64(name)},filetype ${base64('any/thing')},kind ${base64(kind)}`,
    },
  });

/** Begins an upload and returns its address. */
async function address(
  as: Person,
  bytes: number,
  options?: { name?: string; kind?: string },
): Promise<string> {
  const response = await begin(as, bytes, options);
  expect(response.status).toBe(201);
  return response.headers.get('location') ?? '';
}

const patch = (as: Person, at: string, offset: number, body: BodyInit, fetch?: Sending['fetch']) =>
  tus('PATCH', at, { as, headers: { 'upload-offset': String(offset) }, body, fetch });

const offsetOf = async (as: Person, at: string) =>
  Number((await tus('HEAD', at, { as })).headers.get('upload-offset'));

const idOf = (at: string) => at.split('/').at(-1) ?? '';

/** Uploads a file, and returns its id. */
async function upload(
  as: Person,
  bytes: Uint8Array<ArrayBuffer>,
  options?: { name?: string; kind?: string },
): Promise<string> {
  const at = await address(as, bytes.length, options);
  expect((await patch(as, at, 0, bytes)).status).toBe(204);
  return idOf(at);
}

const uploadPicture = (as: Person, bytes: Uint8Array<ArrayBuffer>) =>
  upload(as, bytes, { name: 'holiday.png', kind: 'image' });

const send = (as: Person, to: Person, body: object, headers: Record<string, string> = {}) =>
  world.request('/api/conversations/message', {
    method: 'POST',
    as,
    body: { receiverId: to._id, ...body },
    headers,
  });

const read = (as: Person | undefined, path: string, headers: Record<string, string> = {}) =>
  world.fetch(path, { headers: { ...(as && { authorization: `Bearer ${as.token}` }), ...headers } });

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());
const countFiles = async () => (await world.db.selectFrom('files').select('id').execute()).length;
/** How many files there are that no sweep deletes. */
async function countLasting(): Promise<number> {
  await sweepFiles(world.deps);
  return countFiles();
}
const shownTo = async (as: Person, id: string) =>
  (await world.as(as).conversations.history({ id })).messageUserEntity;

/** A body that breaks off after some bytes, as that of a connection that is cut. */
function brokenBody(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let isSent = false;
  return new ReadableStream({
    pull(controller) {
      if (isSent) controller.error(new Error('The connection was cut.'));
      else controller.enqueue(bytes);
      isSent = true;
    },
  });
}

describe('an upload', () => {
  it('is created, continued and sent with a message, byte for byte', async () => {
    const bytes = pdf(1_300_000);
    const at = await address(alice, bytes.length);
    expect(at).toMatch(/^\/api\/uploads\/[0-9a-f-]{36}$/);
    expect((await patch(alice, at, 0, bytes.slice(0, 600_000))).headers.get('upload-offset')).toBe('600000');
    const head = await tus('HEAD', at, { as: alice });
    expect([head.status, head.headers.get('upload-length'), head.headers.get('upload-offset')]).toEqual([
      200,
      '1300000',
      '600000',
    ]);
    expect((await patch(alice, at, 600_000, bytes.slice(600_000))).status).toBe(204);

    const sent = await send(alice, bob, { attachments: [{ uploadId: idOf(at) }] });
    expect(sent.status).toBe(200);
    const [attachment] = sent.data.message.attachments;
    expect(attachment).toEqual({
      fileName: 'plan.pdf',
      extension: 'pdf',
      bytes: 1_300_000,
      path: expect.stringMatching(/^\/api\/files\//),
    });
    const response = await read(bob, attachment.path);
    expect(await bytesOf(response)).toEqual(bytes);
  });

  it('keeps what arrived before the connection was cut', async () => {
    const bytes = pdf(900_000);
    const at = await address(alice, bytes.length);
    await patch(alice, at, 0, brokenBody(bytes.slice(0, 700_001)));
    expect(await offsetOf(alice, at)).toBe(700_001);
    expect((await patch(alice, at, 0, bytes)).status).toBe(409);
    expect((await patch(alice, at, 700_001, bytes.slice(700_001))).status).toBe(204);
    const { data } = await send(alice, bob, { attachments: [{ uploadId: idOf(at) }] });
    expect(await bytesOf(await read(alice, data.message.attachments[0].path))).toEqual(bytes);
  });

  it('goes on while an older request for it hangs', async () => {
    const bytes = pdf(10_000);
    const at = await address(alice, bytes.length);
    const hanging = new TransformStream<Uint8Array, Uint8Array>();
    const writer = hanging.writable.getWriter();
    const older = patch(alice, at, 0, hanging.readable);
    await writer.write(bytes.slice(0, 4_000));
    await vi.waitFor(async () => expect(await offsetOf(alice, at)).toBe(4_000), { timeout: 10_000 });
    expect((await patch(alice, at, 4_000, bytes.slice(4_000))).status).toBe(204);
    await older;
    expect(await offsetOf(alice, at)).toBe(bytes.length);
  });

  it('takes each byte once where two processes write at the same time', async () => {
    const bytes = pdf(10_000);
    const at = await address(alice, bytes.length);
    const processes = [world.ports, { ...world.ports, uploads: createTusUploads() }].map((ports) =>
      createApi({ ...world.deps, ports }),
    );
    const write = (api: ReturnType<typeof createApi>) =>
      patch(alice, at, 0, bytes.slice(0, 6_000), (path, init) =>
        api(new Request(new URL(path, world.deps.settings.publicUrl), init), {
          requestId: uuid(),
          clientAddress: '192.0.2.1',
        }),
      );
    const statuses = (await Promise.all([...processes, ...processes].map(write))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([204, 409, 409, 409]);
    expect(await offsetOf(alice, at)).toBe(6_000);
  });

  it('begins anew after 1,000 pieces', async () => {
    const bytes = pdf(2000);
    const at = await address(alice, bytes.length);
    await world.db.updateTable('files').set({ received: 999 }).where('id', '=', idOf(at)).execute();
    await world.db
      .insertInto('file_parts')
      .values(
        Array.from({ length: 999 }, (_, start) => ({ file_id: idOf(at), start, bytes: 1, name: uuid() })),
      )
      .execute();
    expect((await patch(alice, at, 999, bytes.slice(999, 1000))).status).toBe(204);
    expect((await patch(alice, at, 999, bytes.slice(999, 1000))).status).toBe(409);
    const refused = await patch(alice, at, 1000, bytes.slice(1000, 1001));
    expect([refused.status, (await refused.json()).message]).toEqual([
      429,
      'This file came in more than 1,000 pieces. Upload it again, in larger ones.',
    ]);
    // This is where tus clients begin anew by themselves.
    expect((await tus('HEAD', at, { as: alice })).status).toBe(404);
  });

  it("returns 404 for another user's, and leaves it as it is", async () => {
    const bytes = pdf();
    const at = await address(alice, bytes.length);
    expect((await tus('HEAD', at, { as: bob })).status).toBe(404);
    expect((await patch(bob, at, 0, bytes)).status).toBe(404);
    expect((await tus('DELETE', at, { as: bob })).status).toBe(404);
    expect((await patch(alice, at, 0, bytes)).status).toBe(204);
    expect(await send(bob, carol, { attachments: [{ uploadId: idOf(at) }] })).toMatchObject({ status: 404 });
    expect(await send(alice, carol, { attachments: [{ uploadId: idOf(at) }] })).toMatchObject({
      status: 200,
    });
    for (const nothing of ['/api/uploads/x', `/api/uploads/${uuid()}`])
      expect((await tus('HEAD', nothing, { as: alice })).status).toBe(404);
  });

  it('needs a session, and an origin of our own where a cookie carries it', async () => {
    const bytes = pdf();
    const at = await address(alice, bytes.length);
    expect((await patch({ ...alice, token: 'x'.repeat(43) }, at, 0, bytes)).status).toBe(401);
    expect((await tus('POST', '/api/uploads', { headers: { 'upload-length': '5' } })).status).toBe(401);
    const byCookie = (origin: string) =>
      tus('PATCH', at, { headers: { cookie: alice.cookie, origin, 'upload-offset': '0' }, body: bytes });
    for (const origin of ['https://elsewhere.example', 'https://gatherwell.test.elsewhere.example', 'null'])
      expect((await byCookie(origin)).status).toBe(403);
    expect((await byCookie('https://gatherwell.test')).status).toBe(204);
  });

  it('has at most 26,214,400 bytes, and no more than it announced', async () => {
    expect((await begin(alice, mostBytes)).status).toBe(201);
    const tooLarge = await begin(alice, mostBytes + 1);
    expect([tooLarge.status, (await tooLarge.json()).message]).toEqual([413, tooMany]);
    const at = await address(alice, 1000);
    expect((await patch(alice, at, 0, pdf(1001))).status).toBe(413);
    expect(await offsetOf(alice, at)).toBe(0);
    expect((await begin(alice, 0)).status).toBe(400);
  });

  it.each([
    ['a name that no file may have', { name: 'game.exe' }, 400],
    ['no name', { name: '' }, 400],
    ['an unknown kind', { kind: 'sound' }, 400],
    ['a picture of any name', { name: 'holiday.heic', kind: 'image' }, 201],
    ['capitals', { name: 'PLAN.PDF' }, 201],
  ])('with %s', async (_, options, status) => {
    expect((await begin(alice, 1000, options)).status).toBe(status);
  });

  it('is limited in what a user leaves unused', async () => {
    const addresses: string[] = [];
    for (let count = 0; count < 8; count++) addresses.push(await address(alice, mostBytes));
    const tooManyUnused = await begin(alice, 1000);
    expect([tooManyUnused.status, tooManyUnused.headers.has('retry-after')]).toEqual([429, true]);
    expect((await begin(bob, 1000)).status).toBe(201);
    expect((await tus('DELETE', addresses[0] ?? '', { as: alice })).status).toBe(204);
    expect((await tus('HEAD', addresses[0] ?? '', { as: alice })).status).toBe(404);
    expect((await begin(alice, 1000)).status).toBe(201);
  });
});

describe('sending files', () => {
  it('takes the documented payload, and shows what was sent to both', async () => {
    const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#0d5c49' } })
      .withExif({ IFD0: { Copyright: 'alice at home' } })
      .jpeg()
      .toBuffer();
    const body = {
      senderId: alice._id,
      text: 'See',
      images: [dataUrl(picture)],
      attachments: [
        { fileName: 'notes', extension: '.txt', data: dataUrl('Soup on Friday') },
        { fileName: 'C:\\docs\\plan.pdf', extension: 'pdf', data: dataUrl(pdf()) },
      ],
    };
    const sent = await send(alice, bob, body);
    expect(sent).toMatchObject({ status: 200, message: 'Message sent' });
    const { message, conversation } = sent.data;
    expect(message.images).toEqual([
      { path: expect.stringMatching(/^\/api\/files\//), width: 900, height: 600 },
    ]);
    expect(message.attachments).toMatchObject([
      { fileName: 'notes.txt', extension: 'txt', bytes: 14 },
      { fileName: 'plan.pdf', extension: 'pdf', bytes: 1000 },
    ]);
    expect((await shownTo(bob, conversation._id)).map((entity) => entity.message)).toMatchObject([message]);
    expect(conversation.lastMessageEntity.message).toEqual(message);

    const small = await read(bob, `${message.images[0].path}?width=300`);
    const shown = await bytesOf(small);
    expect(await sharp(shown).metadata()).toMatchObject({ format: 'webp', width: 400 });
    expect(
      Buffer.from(await bytesOf(await read(bob, message.images[0].path))).toString('latin1'),
    ).not.toContain('alice at home');
    expect(new TextDecoder().decode(await bytesOf(await read(bob, message.attachments[0].path)))).toBe(
      'Soup on Friday',
    );
  });

  it('takes files without a text', async () => {
    const uploadId = await uploadPicture(alice, largePng('no text', 40, 30));
    const sent = await send(alice, bob, { images: [{ uploadId }] });
    expect(sent.data.message).toMatchObject({ text: '', images: [{ width: 40, height: 30 }] });
    expect(await send(alice, bob, { images: [], attachments: [] })).toMatchObject({ status: 400 });
  });

  it('deletes the original of a picture, which may contain where it was taken', async () => {
    const uploadId = await uploadPicture(alice, largePng('original', 40, 30));
    const deleted = vi.spyOn(world.ports.media, 'deletePart');
    await send(alice, bob, { images: [{ uploadId }] });
    expect(deleted).toHaveBeenCalledTimes(1);
    expect(
      await world.db.selectFrom('file_parts').select('name').where('file_id', '=', uploadId).execute(),
    ).toEqual([]);
    deleted.mockRestore();
  });

  it('takes 26,214,400 bytes together, and not one more', async () => {
    const large = dataUrl(new Uint8Array(mostBytes - 2000).fill(0x61));
    const attachments = (bytes: number) => [
      { fileName: 'a.txt', extension: 'txt', data: large },
      { fileName: 'b.pdf', extension: 'pdf', data: dataUrl(pdf(bytes)) },
    ];
    expect(await send(alice, bob, { attachments: attachments(2001) })).toMatchObject({
      status: 413,
      message: tooMany,
    });
    const { status, data } = await send(alice, bob, { attachments: attachments(2000) });
    expect(status).toBe(200);
    expect(data.message.attachments.map((file: { bytes: number }) => file.bytes)).toEqual([
      mostBytes - 2000,
      2000,
    ]);
  }, 60_000);

  it('counts uploads and data URLs together', async () => {
    const uploadId = await upload(alice, pdf(mostBytes));
    const text = { fileName: 'a.txt', extension: 'txt', data: dataUrl('a') };
    expect(await send(alice, bob, { attachments: [{ uploadId }, text] })).toMatchObject({
      status: 413,
      message: tooMany,
    });
    expect(await send(alice, bob, { attachments: [{ uploadId }] })).toMatchObject({ status: 200 });
  });

  it('rejects a larger body before it is buffered', async () => {
    let taken = 0;
    const piece = new Uint8Array(64 * 1024).fill(0x61);
    const body = () =>
      new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            controller.enqueue(taken === 0 ? new TextEncoder().encode('{"images":["') : piece);
            taken += piece.length;
          },
        },
        { highWaterMark: 0 },
      );
    const post = (declared?: number) =>
      world.fetch('/api/conversations/message', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${alice.token}`,
          'content-type': 'application/json',
          ...(declared !== undefined && { 'content-length': String(declared) }),
        },
        body: body(),
        duplex: 'half',
      } as RequestInit);
    const announced = await post(40_000_000);
    expect([announced.status, (await announced.json()).message, taken]).toEqual([413, tooMany, 0]);
    expect((await post()).status).toBe(413);
    expect(taken).toBeLessThan(37_000_000);
  });

  it.each([
    ['a program', 'plan.pdf', new TextEncoder().encode('MZ not a document')],
    ['another document', 'plan.doc', pdf()],
    ['a picture', 'notes.txt', largePng('text', 20, 20)],
    ['a picture', 'film.mp4', largePng('film', 20, 20)],
    ['plain text', 'data.json', new TextEncoder().encode('hello')],
    ['bytes', 'data.json', new Uint8Array([0x7b, 0, 1, 2])],
  ])('rejects %s that is called %s', async (_, fileName, bytes) => {
    const error = expect.stringContaining('not what its name says');
    const data = dataUrl(bytes);
    expect(await send(alice, bob, { attachments: [{ fileName, extension: '', data }] })).toMatchObject({
      status: 400,
      fields: { 'attachments.0': error },
    });
    const uploadId = await upload(alice, new Uint8Array(bytes), { name: fileName });
    expect(await send(alice, bob, { attachments: [{ uploadId }] })).toMatchObject({ status: 400 });
    expect(await world.as(bob).conversations.list({})).toMatchObject({ items: [] });
  });

  it('recognises an upload whose first pieces are a byte or three', async () => {
    const inPieces = async (bytes: Uint8Array<ArrayBuffer>, name: string, first: number) => {
      const at = await address(alice, bytes.length, { name });
      expect((await patch(alice, at, 0, bytes.slice(0, first))).status).toBe(204);
      expect((await patch(alice, at, first, bytes.slice(first))).status).toBe(204);
      return { attachments: [{ uploadId: idOf(at) }] };
    };
    const archive = new Uint8Array([0x50, 0x4b, 3, 4, ...Buffer.from('a'.repeat(100))]);
    expect(await send(alice, bob, await inPieces(archive, 'notes.txt', 1))).toMatchObject({
      status: 400,
      fields: { 'attachments.0': expect.stringContaining('not what its name says') },
    });
    expect(await send(alice, bob, await inPieces(pdf(), 'plan.pdf', 3))).toMatchObject({ status: 200 });
  });

  it.each([
    ['plan.doc', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Array(500).fill(0)])],
    [
      'film.mp4',
      new Uint8Array([0, 0, 0, 24, ...Buffer.from('ftypmp42'), 0, 0, 0, 0, ...Buffer.from('mp42isom')]),
    ],
    ['data.json', new TextEncoder().encode('{ "a": [1, 2] }')],
    ['notes.txt', new TextEncoder().encode('Grüße 🌱')],
    ['NOTES.TXT', new Uint8Array(Buffer.from('\ufeffGrüße', 'utf16le'))],
  ])('takes %s', async (fileName, bytes) => {
    const body = { attachments: [{ fileName, data: dataUrl(bytes) }] };
    expect(await send(alice, bob, body)).toMatchObject({
      status: 200,
      data: { message: { attachments: [{ fileName }] } },
    });
  });

  it.each([
    [
      'a drawing',
      new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'This is not a picture',
    ],
    ['more than 25 megapixels', largePng('large', 5001, 5000), 'more than 25 megapixels'],
    ['a broken picture', largePng('broken', 100, 100).slice(0, 60), 'This is not a picture'],
  ])('rejects %s', async (_, bytes, error) => {
    const good = dataUrl(largePng('good', 10, 10));
    expect(await send(alice, bob, { images: [good, dataUrl(bytes)] })).toMatchObject({
      status: 400,
      fields: { 'images.1': expect.stringContaining(error) },
    });
    expect(await world.as(bob).conversations.list({})).toMatchObject({ items: [] });
  });

  it.each([
    ['no data URL', { images: ['https://elsewhere.example/picture.png'] }],
    ['no base64', { attachments: [{ fileName: 'a.txt', data: 'data:;base64,%%%%' }] }],
    [
      'an extension that no file may have',
      { attachments: [{ fileName: 'a', extension: 'exe', data: dataUrl('a') }] },
    ],
    ['too many files', { images: Array.from({ length: 21 }, (_, index) => dataUrl(`${index}`)) }],
    ['nothing in a file', { attachments: [{ fileName: 'a.txt', data: dataUrl('') }] }],
  ])('rejects %s with a 400', async (_, body) => {
    const { status, message } = await send(alice, bob, { text: 'Hello', ...body });
    expect([status, message.length < 500]).toEqual([400, true]);
    expect(await world.as(bob).conversations.list({})).toMatchObject({ items: [] });
  });

  it('returns the stored message to a retry with the same id, and keeps its files once', async () => {
    const images = [{ uploadId: await uploadPicture(alice, largePng('retry', 30, 30)) }];
    const attachments = [{ uploadId: await upload(alice, pdf()) }];
    const body = { _id: uuid(), images, attachments };
    const [first, second] = await Promise.all([send(alice, bob, body), send(alice, bob, body)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.data.message).toEqual(first.data.message);
    expect((await send(alice, bob, body)).data.message).toEqual(first.data.message);
    expect(await shownTo(bob, first.data.conversation._id)).toHaveLength(1);
    expect(await send(alice, bob, { ...body, images: [] })).toMatchObject({ status: 409 });

    const withData = { _id: uuid(), images: [dataUrl(largePng('data', 30, 30))] };
    const before = await countFiles();
    const stored = await send(alice, bob, withData);
    expect((await send(alice, bob, withData)).data.message).toEqual(stored.data.message);
    expect(await countFiles()).toBe(before + 1);
  });

  it('sends a picture that another process decodes at the same time', async () => {
    const uploadId = await uploadPicture(alice, largePng('twice', 30, 30));
    const body = { _id: uuid(), images: [{ uploadId }] };
    const { media } = world.ports;
    const read = media.readPart;
    const other = createApi({ ...world.deps, ports: { ...world.ports, media: { ...media } } });
    const sendElsewhere = async () => {
      const response = await other(
        new Request(new URL('/api/conversations/message', world.deps.settings.publicUrl), {
          method: 'POST',
          headers: { authorization: `Bearer ${alice.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ receiverId: bob._id, ...body }),
        }),
        { requestId: uuid(), clientAddress: '192.0.2.1' },
      );
      expect(response.status).toBe(200);
    };
    const reading = vi.spyOn(media, 'readPart').mockImplementationOnce(async (...part) => {
      await sendElsewhere();
      return read(...part);
    });
    expect(await send(alice, bob, body)).toMatchObject({ status: 200 });
    reading.mockRestore();
  });

  it('returns the same to the same idempotency key', async () => {
    const uploadId = await uploadPicture(alice, largePng('key', 30, 30));
    const body = { text: 'See', images: [{ uploadId }, dataUrl(largePng('other', 20, 20))] };
    const key = { 'idempotency-key': uuid() };
    const [first, second] = await Promise.all([send(alice, bob, body, key), send(alice, bob, body, key)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.data).toEqual(first.data);
    expect((await send(alice, bob, body, key)).data).toEqual(first.data);
    expect(first.data.message.images).toMatchObject([{ width: 30 }, { width: 20 }]);
    expect(await shownTo(bob, first.data.conversation._id)).toHaveLength(1);
    expect((await world.as(alice).wallet.balance({ id: alice._id })).walletCoin).toBe(99);
  });

  it('names an upload in one message only, and only when all of it is there', async () => {
    const uploadId = await upload(alice, pdf());
    const attachments = [{ uploadId }];
    expect(await send(alice, bob, { attachments: [...attachments, ...attachments] })).toMatchObject({
      status: 400,
    });
    expect(await send(alice, bob, { images: attachments })).toMatchObject({ status: 400 });
    const both = await Promise.all([send(alice, bob, { attachments }), send(alice, carol, { attachments })]);
    expect(both.map(({ status }) => status).toSorted()[0]).toBe(200);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await send(alice, bob, { attachments })).toMatchObject({ status: 409 });
    const incomplete = idOf(await address(alice, 1000));
    expect(await send(alice, bob, { attachments: [{ uploadId: incomplete }] })).toMatchObject({
      status: 409,
    });
  });

  it('keeps an upload for the next try where the message is not sent, and nothing else', async () => {
    const body = {
      images: [{ uploadId: await uploadPicture(alice, largePng('poor', 30, 30)) }],
      attachments: [{ fileName: 'a.txt', data: dataUrl('a') }],
    };
    const coins = (balance: number) =>
      world.db.updateTable('wallets').set({ balance }).where('user_id', '=', alice._id).execute();
    const before = await countLasting();
    await coins(0);
    expect(await send(alice, bob, body)).toMatchObject({ status: 409 });
    expect(await world.as(bob).conversations.list({})).toMatchObject({ items: [] });
    expect(await countLasting()).toBe(before);
    await coins(5);
    expect(await send(alice, bob, body)).toMatchObject({ status: 200 });
  });

  it('keeps no data URLs of a message with a key that is not sent, or was sent before', async () => {
    const body = { _id: uuid(), attachments: [{ fileName: 'a.txt', data: dataUrl('a') }] };
    const coins = (balance: number) =>
      world.db.updateTable('wallets').set({ balance }).where('user_id', '=', alice._id).execute();
    const before = await countLasting();
    await coins(0);
    expect(await send(alice, bob, body, { 'idempotency-key': uuid() })).toMatchObject({ status: 409 });
    expect(await countLasting()).toBe(before);
    await coins(5);
    const calls = [{}, {}, { 'idempotency-key': uuid() }, { 'idempotency-key': uuid() }].map((key) =>
      send(alice, bob, body, key),
    );
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await countLasting()).toBe(before + 1);
  });

  it.each(['storePart', 'storePrivatePicture'] as const)(
    'sends nothing where the store fails at %s',
    async (name) => {
      const body = {
        images: [dataUrl(largePng(`failing ${name}`, 30, 30))],
        attachments: [{ fileName: 'a.txt', data: dataUrl('a') }],
      };
      const before = await countFiles();
      const failing = vi.spyOn(world.ports.media, name).mockRejectedValue(new MediaUnavailable('away'));
      const failed = await send(alice, bob, body);
      expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '2']);
      expect(await world.as(bob).conversations.list({})).toMatchObject({ items: [] });
      expect((await world.as(alice).wallet.balance({ id: alice._id })).walletCoin).toBe(100);
      failing.mockRestore();
      await sweepFiles(world.deps);
      expect(await countFiles()).toBe(before);
      expect(await send(alice, bob, body)).toMatchObject({ status: 200 });
    },
  );

  it('returns 503 to an upload where the store fails, and goes on afterwards', async () => {
    const bytes = pdf();
    const at = await address(alice, bytes.length);
    const failing = vi.spyOn(world.ports.media, 'storePart').mockRejectedValue(new MediaUnavailable('away'));
    expect((await patch(alice, at, 0, bytes)).status).toBe(503);
    failing.mockRestore();
    expect(await offsetOf(alice, at)).toBe(0);
    expect((await patch(alice, at, 0, bytes)).status).toBe(204);
  });

  it('counts the megapixels of pictures, also of those that others have stored', async () => {
    world.ports.enforceLimits();
    const picture = dataUrl(largePng('again'));
    vi.spyOn(world.ports.media, 'storePrivatePicture').mockResolvedValue({ width: 1600, height: 1600 });
    const images = Array.from({ length: 12 }, () => picture);
    expect(await send(alice, bob, { images })).toMatchObject({ status: 200 });
    expect(await send(alice, bob, { images: [picture] })).toMatchObject({ status: 429 });
    vi.restoreAllMocks();
  });

  it('decodes as many uploaded pictures as the limit allows, and the others with the next try', async () => {
    world.ports.enforceLimits();
    const stored = vi
      .spyOn(world.ports.media, 'storePrivatePicture')
      .mockResolvedValue({ width: 1600, height: 1600 });
    const images: { uploadId: string }[] = [];
    for (let count = 0; count < 14; count++)
      images.push({ uploadId: await uploadPicture(alice, largePng('many')) });
    const body = { _id: uuid(), images };
    expect(await send(alice, bob, body)).toMatchObject({ status: 429 });
    await world.ports.limits.forget('megapixels', alice._id);
    expect(await send(alice, bob, body)).toMatchObject({ status: 200 });
    expect(stored).toHaveBeenCalledTimes(14);
    vi.restoreAllMocks();
  });

  it('rejects data URLs of more megapixels than a minute allows, which no later try could store', async () => {
    world.ports.enforceLimits();
    const images = Array.from({ length: 13 }, () => dataUrl(largePng('much')));
    expect(await send(alice, bob, { images })).toMatchObject({
      status: 400,
      fields: { images: expect.stringContaining('300 megapixels') },
    });
  });
});

describe('reading a file', () => {
  async function sent() {
    const { data } = await send(alice, bob, {
      images: [dataUrl(largePng('shown', 50, 40))],
      attachments: [{ fileName: "plan (1)'ü.pdf", data: dataUrl(pdf()) }],
    });
    const { images, attachments } = data.message;
    return { conversationId: data.conversation._id, picture: images[0].path, document: attachments[0].path };
  }

  it('is for members only', async () => {
    const { picture, document } = await sent();
    for (const path of [picture, document]) {
      for (const member of [alice, bob]) expect((await read(member, path)).status).toBe(200);
      expect((await read(carol, path)).status).toBe(404);
      expect((await read(undefined, path)).status).toBe(401);
    }
    expect((await read(alice, `/api/files/${uuid()}`)).status).toBe(404);
    expect((await read(alice, '/api/files/x')).status).toBe(404);
    const unused = await upload(alice, pdf());
    expect((await read(alice, `/api/files/${unused}`)).status).toBe(404);
    const id = idOf(picture);
    for (const path of [id, id.replaceAll('-', '')])
      expect((await world.fetch(`/media/${path}/400`)).status).toBe(404);
  });

  it('returns 404 to who has deleted the message, and the file to the other one', async () => {
    const { conversationId, picture, document } = await sent();
    await world.as(bob).conversations.remove({ id: conversationId });
    await send(alice, bob, { text: 'Again' });
    for (const path of [picture, document]) {
      expect((await read(bob, path)).status).toBe(404);
      expect((await read(alice, path)).status).toBe(200);
    }
  });

  it('lets nothing run in the page, and nobody else keep it', async () => {
    const { picture, document } = await sent();
    const [shown, downloaded] = [await read(bob, picture), await read(bob, document)];
    for (const { headers } of [shown, downloaded]) {
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      expect(headers.get('cache-control')).toBe('private, no-cache');
    }
    expect(shown.headers.get('content-type')).toBe('image/webp');
    expect(downloaded.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''plan%20%281%29%27%C3%BC.pdf",
    );
    expect(downloaded.headers.get('content-length')).toBe('1000');
    const again = { 'if-none-match': shown.headers.get('etag') ?? '' };
    expect((await read(bob, picture, again)).status).toBe(304);
    expect((await read(carol, picture, again)).status).toBe(404);
  });

  describe('asked for by ranges', () => {
    const bytes = pdf(1_300_000).map((byte, index) => (index < 9 ? byte : (index * 31) % 251));
    const last = bytes.length - 1;
    async function sentLarge(): Promise<string> {
      const { data } = await send(alice, bob, {
        attachments: [{ uploadId: await upload(alice, bytes) }],
      });
      return data.message.attachments[0].path;
    }

    it.each([
      // Pieces are 512 KiB: within one, over the end of two, and what is missing of a download.
      ['bytes=10-19', 10, 19],
      ['bytes=524280-1048600', 524_280, 1_048_600],
      ['bytes=524288-', 524_288, last],
      [`bytes=${last}-99999999`, last, last],
    ])('comes from where %s begins to where it ends', async (range, from, to) => {
      const path = await sentLarge();
      const part = await read(bob, path, { range });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe(`bytes ${from}-${to}/${bytes.length}`);
      expect(part.headers.get('content-length')).toBe(String(to - from + 1));
      expect(Buffer.compare(await bytesOf(part), bytes.subarray(from, to + 1))).toBe(0);
      expect((await read(carol, path, { range })).status).toBe(404);
    });

    it.each(['bytes=20-10', 'bytes=0-1,5-6', 'bytes=-5', 'lines=1-2', 'bytes=x-'])(
      'comes as a whole for %s',
      async (range) => {
        const whole = await read(bob, await sentLarge(), { range });
        expect([whole.status, whole.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
        expect((await bytesOf(whole)).length).toBe(bytes.length);
      },
    );

    it('comes as a whole where the range is one of another version', async () => {
      const path = await sentLarge();
      const etag = (await read(bob, path)).headers.get('etag') ?? '';
      const range = 'bytes=1000-';
      expect((await read(bob, path, { range, 'if-range': etag })).status).toBe(206);
      expect((await read(bob, path, { range, 'if-range': '"other"' })).status).toBe(200);
    });

    it('has nothing behind its end', async () => {
      const beyond = await read(bob, await sentLarge(), { range: `bytes=${bytes.length}-` });
      expect(beyond.status).toBe(416);
      expect(beyond.headers.get('content-range')).toBe(`bytes */${bytes.length}`);
    });
  });

  it('never shows text as a page', async () => {
    const page = dataUrl('<script>alert(1)</script>');
    const { data } = await send(alice, bob, { attachments: [{ fileName: 'page.txt', data: page }] });
    const { headers } = await read(bob, data.message.attachments[0].path);
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('content-disposition')).toMatch(/^attachment;/);
  });
});

describe('files that nobody has', () => {
  async function sentTwice() {
    const body = {
      images: [dataUrl(largePng('gone', 50, 40))],
      attachments: [{ fileName: 'plan.pdf', data: dataUrl(pdf()) }],
    };
    const { data } = await send(alice, bob, body);
    const [image, attachment] = [...data.message.images, ...data.message.attachments].map(({ path }) =>
      idOf(path),
    );
    const [part] = await world.db
      .selectFrom('file_parts')
      .select('name')
      .where('file_id', '=', attachment ?? '')
      .execute();
    const isStored = async () => {
      const { media } = world.ports;
      const found = [
        await media.readPrivatePicture(image ?? '', 400),
        await media.readPart(attachment ?? '', part?.name ?? ''),
      ];
      return found.map((bytes) => bytes !== undefined);
    };
    return { conversationId: data.conversation._id, messageId: data.message._id, isStored };
  }
  const hasMessage = async (id: string) =>
    (await world.db.selectFrom('messages').select('id').where('id', '=', id).execute()).length > 0;

  it('go with the message when both members have deleted it', async () => {
    const { conversationId, messageId, isStored } = await sentTwice();
    await world.as(alice).conversations.remove({ id: conversationId });
    await world.ports.runJobs();
    expect([await hasMessage(messageId), ...(await isStored())]).toEqual([true, true, true]);
    const later = await send(alice, bob, { text: 'Again' });
    await world.as(bob).conversations.remove({ id: conversationId });
    await world.ports.runJobs();
    expect([await hasMessage(messageId), ...(await isStored())]).toEqual([false, false, false]);
    expect(await hasMessage(later.data.message._id)).toBe(true);
    expect((await shownTo(alice, conversationId)).map(({ message }) => message.text)).toEqual(['Again']);
  });

  it('go when both delete at once', async () => {
    const { conversationId, messageId, isStored } = await sentTwice();
    await Promise.all(
      [alice, bob].map((member) => world.as(member).conversations.remove({ id: conversationId })),
    );
    await world.ports.runJobs();
    expect([await hasMessage(messageId), ...(await isStored())]).toEqual([false, false, false]);
  });

  it('go with an account', async () => {
    const { isStored } = await sentTwice();
    await world.db.deleteFrom('users').where('id', '=', alice._id).execute();
    await sweepFiles(world.deps);
    expect(await isStored()).toEqual([false, false]);
  });

  it('are tried again where the store fails, and do not keep others', async () => {
    const { conversationId, isStored } = await sentTwice();
    for (const member of [alice, bob]) await world.as(member).conversations.remove({ id: conversationId });
    const original = world.ports.media.deletePrivate;
    const failing = vi
      .spyOn(world.ports.media, 'deletePrivate')
      .mockImplementationOnce(() => Promise.reject(new MediaUnavailable('away')))
      .mockImplementation(original);
    await expect(world.ports.runJobs()).rejects.toThrow('Some files could not be deleted.');
    failing.mockRestore();
    expect((await isStored()).filter(Boolean)).toHaveLength(1);
    await sweepFiles(world.deps);
    expect(await isStored()).toEqual([false, false]);
    await world.ports.runJobs();
  });

  it('go when their time is over and no message names them', async () => {
    const bytes = pdf();
    const [at, whole] = [await address(alice, bytes.length), await upload(alice, bytes)];
    await patch(alice, at, 0, bytes.slice(0, 500));
    const expires = (await begin(alice, 1000)).headers.get('upload-expires') ?? '';
    expect(Date.parse(expires) - Date.now()).toBeGreaterThan(23 * 60 * 60 * 1000);
    const { messageId, isStored } = await sentTwice();
    world.ports.clock.advance(24 * 60 * 60 * 1000 + 1);
    expect((await tus('HEAD', at, { as: alice })).status).toBe(404);
    expect(await send(alice, bob, { attachments: [{ uploadId: whole }] })).toMatchObject({ status: 404 });
    await sweepFiles(world.deps);
    const left = await world.db
      .selectFrom('files')
      .select('message_id')
      .where('user_id', '=', alice._id)
      .execute();
    expect(new Set(left.map((file) => file.message_id))).toEqual(new Set([messageId]));
    expect(await isStored()).toEqual([true, true]);
  });

  it('go where they are swept while they are decoded', async () => {
    const { media } = world.ports;
    const store = media.storePrivatePicture;
    const ids: string[] = [];
    const decoding = vi.spyOn(media, 'storePrivatePicture').mockImplementation(async (id, ...rest) => {
      ids.push(id);
      await world.db.updateTable('files').set({ user_id: null }).where('id', '=', id).execute();
      await sweepFiles(world.deps);
      return store(id, ...rest);
    });
    const body = { images: [dataUrl(largePng('swept', 30, 30))] };
    expect((await send(alice, bob, body)).status).toBe(404);
    decoding.mockRestore();
    expect(await Promise.all(ids.map((id) => media.readPrivatePicture(id, 400)))).toEqual([undefined]);
    expect((await send(alice, bob, body)).status).toBe(200);
  });
});
