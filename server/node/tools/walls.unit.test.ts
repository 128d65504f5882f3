import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from './tools.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walls-'));
  await cp(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Returns the linter's findings, with this project's settings, for a file that imports another one. */
async function lint(file: string, specifier: string): Promise<string> {
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `export { something } from '${specifier}';\n`);
  return new Promise((resolve) => {
    execFile(join(root, 'node_modules/.bin/oxlint'), [file], { cwd: folder }, (_error, output) =>
      resolve(output),
    );
  });
}

it.each([
  ['server/feeds/feeds.queries.ts', '../shares/shares.queries.ts'],
  ['server/feeds/feeds.router.ts', '#server/shares/shares.queries.ts'],
  ['server/feeds/feeds.router.ts', '../shares/shares.router.ts'],
])('rejects that %s imports %s', async (file, specifier) => {
  expect(await lint(file, specifier)).toContain(`'${specifier}' import is restricted`);
});

it.each([
  ['server/shares/shares.router.ts', './shares.queries.ts'],
  ['server/calendar/calendar.queries.ts', '../posts/posts.queries.ts'],
  ['server/feeds/feeds.test.ts', '../shares/shares.queries.ts'],
])('lets %s import %s', async (file, specifier) => {
  expect(await lint(file, specifier)).toContain('Found 0 warnings and 0 errors');
});
