import { isBuiltin } from 'node:module';
import { resolve } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';

/** Bundles a module for browsers. Returns which of Node's own modules are imported, and by which files. */
async function nodeModulesIn(entry: string): Promise<string[]> {
  const found: string[] = [];
  await build({
    configFile: false,
    logLevel: 'silent',
    root: resolve(import.meta.dirname, '../..'),
    build: { write: false, minify: false, target: 'esnext', lib: { entry, formats: ['es'] } },
    plugins: [
      {
        name: 'find-node-modules',
        enforce: 'pre',
        async resolveId(source, importer) {
          if (!isBuiltin(source)) return null;
          // A package may bear the name of such a module, as punycode does: bundlers take the package.
          const installed = await this.resolve(source, importer, { skipSelf: true });
          if (installed && /\/node_modules\//.test(installed.id)) return installed;
          found.push(`${source} for ${importer}`);
          return { id: source, external: true };
        },
      },
    ],
  });
  return found;
}

test('the API runs without Node', async () => {
  expect(await nodeModulesIn('server/api.ts')).toEqual([]);
});

test('what needs Node is noticed', async () => {
  expect(await nodeModulesIn('server/node/app-files.ts')).toContainEqual(
    expect.stringMatching(/^node:fs\/promises for .*app-files\.ts$/),
  );
});
