import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stampSources } from './source-stamps.ts';

let root: string;
const source = () => join(root, 'main.ts');
const indexFile = () => join(root, 'index.json');
const stamp = (now = Date.now()) => stampSources({ root, sources: ['main.ts'], indexFile: indexFile(), now });
const inAMinute = () => Date.now() + 60_000;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'gatherwell-stamps-'));
  await writeFile(source(), 'one');
});

afterEach(() => rm(root, { recursive: true }));

test('sources that have not changed are not read again', async () => {
  const first = await stamp(inAMinute());
  const kept = JSON.parse(await readFile(indexFile(), 'utf8'));
  await writeFile(indexFile(), JSON.stringify({ ...kept, stamps: { ...first, app: 'kept' } }));
  expect(await stamp()).toEqual({ ...first, app: 'kept' });
});

test('a source that changed is noticed, also with the size and the time of modification that it had', async () => {
  const first = await stamp(inAMinute());
  const { atime, mtime } = await stat(source());
  await writeFile(source(), 'two');
  await utimes(source(), atime, mtime);
  const second = await stamp(inAMinute());
  expect(second.app).not.toBe(first.app);
  await writeFile(source(), 'one');
  expect(await stamp(inAMinute())).toEqual(first);
});

test('what changed a moment ago is read the next time, too', async () => {
  const first = await stamp();
  await expect(stat(indexFile())).rejects.toThrow('ENOENT');
  expect(await stamp()).toEqual(first);
});

test('an index that cannot be read or written changes nothing but the time it takes', async () => {
  const first = await stamp(inAMinute());
  await writeFile(indexFile(), '{');
  expect(await stamp()).toEqual(first);
  const nowhere = join(root, 'nowhere', 'index.json');
  expect(await stampSources({ root, sources: ['main.ts'], indexFile: nowhere, now: inAMinute() })).toEqual(
    first,
  );
});
