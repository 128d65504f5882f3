import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMailer } from './mailer.ts';
import { createMedia } from './media.ts';
import { createPictureStorage } from './picture-storage.ts';
import { writeWholeFile } from './whole-file.ts';

vi.mock('node:fs/promises', { spy: true });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatherwell-full-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const files = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

/** The disk takes four bytes of the next file, and then is full. */
function fillDisk() {
  vi.mocked(writeFile).mockImplementationOnce(async (path, content) => {
    const { writeFile: write } = await vi.importActual<typeof import('node:fs/promises')>('node:fs/promises');
    await write(path, String(content).slice(0, 4));
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  });
}

describe('a file that is written whole', () => {
  it('leaves nothing when the disk is full', async () => {
    fillDisk();
    await expect(writeWholeFile(join(folder, 'a/letter'), 'Dear Alice')).rejects.toMatchObject({
      code: 'ENOSPC',
    });
    expect(await files()).toEqual([]);
    await writeWholeFile(join(folder, 'a/letter'), 'Dear Alice');
    expect((await files()).map(({ name }) => name)).toEqual(['letter']);
  });

  it('leaves what was there before', async () => {
    const path = join(folder, 'letter');
    await writeWholeFile(path, 'Dear Alice');
    fillDisk();
    await expect(writeWholeFile(path, 'Dear Bob')).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await readFile(path, 'utf8')).toBe('Dear Alice');
    expect(await files()).toHaveLength(1);
  });
});

it('leaves no part of a document in the media folder when the disk is full', async () => {
  const media = createMedia(createPictureStorage({ kind: 'folder', folder }));
  const document = new TextEncoder().encode('<kml></kml>');
  fillDisk();
  await expect(media.storeDocument(document)).rejects.toMatchObject({ cause: { code: 'ENOSPC' } });
  expect(await files()).toEqual([]);
  expect(await media.readDocument(await media.storeDocument(document))).toEqual(document);
});

it('leaves no part of a mail in the mailbox folder when the disk is full', async () => {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const mailer = createMailer({ kind: 'mailbox', folder, from: 'no-reply@gatherwell.test' }, log);
  const mail = { to: 'alice@example.org', subject: 'Hello', text: 'Dear Alice' };
  fillDisk();
  await expect(mailer.send(mail)).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(await files()).toEqual([]);
  await mailer.send(mail);
  expect(await files()).toHaveLength(1);
});
