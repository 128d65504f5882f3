import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Problem } from '../problem.ts';
import { releaseApi } from './release-api.ts';
import { root } from './tools.ts';

interface Released {
  paths: Record<string, Record<string, object>>;
}

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatherwell-release-'));
  file = join(folder, 'released.json');
  vi.spyOn(console, 'log').mockReturnValue();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

/** Writes what was released last, and then changed. Returns it as it stands there. */
async function releasedWith(change: (document: Released) => void): Promise<string> {
  const document = JSON.parse(
    await readFile(join(root, 'server/rest/released-api.json'), 'utf8'),
  ) as Released;
  change(document);
  const text = JSON.stringify(document);
  await writeFile(file, text);
  return text;
}

const withGoneOperation = ({ paths }: Released) => {
  paths['/posts/gone'] = { get: { operationId: 'getGone', responses: {} } };
};

test('what breaks programs is not released, unless that is wanted', async () => {
  const released = await releasedWith(withGoneOperation);
  const refused = releaseApi({ file, isBreakingAllowed: false });
  await expect(refused).rejects.toThrow(Problem);
  await expect(refused).rejects.toThrow('  GET /posts/gone was removed');
  expect(await readFile(file, 'utf8')).toBe(released);

  await releaseApi({ file, isBreakingAllowed: true });
  expect(await readFile(file, 'utf8')).not.toContain('/posts/gone');
  expect(console.log).toHaveBeenLastCalledWith('  breaking: GET /posts/gone was removed');
});

test('additions are released', async () => {
  await releasedWith(({ paths }) => delete paths['/posts/feed']);
  await releaseApi({ file, isBreakingAllowed: false });
  expect(await readFile(file, 'utf8')).toContain('/posts/feed');
});
