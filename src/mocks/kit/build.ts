// Run by Node: builds the mocked product and packs it with what starts it in tests of other repositories.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { rolldown } from 'rolldown';
import { isolatedDeclarationSync } from 'rolldown/experimental';
import type { z } from 'zod';
import { command, Problem } from '#server/node/problem.ts';
import { declareTypes } from '#server/node/tools/client-declarations.ts';
import { mockedFolder, root, runTool, testingFile } from '#server/node/tools/tools.ts';
import { seedInput, seedOutput } from '../factories.schema.ts';

const source = import.meta.dirname;

/** Builds the package and writes it. */
async function buildKit(): Promise<void> {
  await buildProduct();
  const files = new Map<string, Uint8Array>();
  const addText = (name: string, text: string) => files.set(name, new TextEncoder().encode(text));
  const { version, license } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    version: string;
    license: string;
  };
  const manifest = {
    name: 'gatherwell-testing',
    version,
    description: 'The mocked Gatherwell for Playwright and Vitest.',
    license,
    type: 'module',
    engines: { node: '>=20' },
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './playwright': { types: './playwright.d.ts', default: './playwright.js' },
      './package.json': './package.json',
    },
    types: './index.d.ts',
    peerDependencies: { '@playwright/test': '>=1.45' },
    // Vitest with another driver needs none.
    peerDependenciesMeta: { '@playwright/test': { optional: true } },
  };
  addText('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
  files.set('README.md', await readFile(join(source, 'README.md')));
  for (const [name, code] of await bundle()) addText(name, code);
  for (const file of [
    'index.ts',
    'playwright.ts',
    'product.ts',
    '../gatherwell-mocked.ts',
    '../seed-names.ts',
  ])
    addText(
      `${file.replace(/^\.\.\/|\.ts$/g, '')}.d.ts`,
      declare(file, await readFile(join(source, file), 'utf8')),
    );
  addText('seed.d.ts', declareSeed());
  for (const entry of await readdir(mockedFolder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || path.endsWith('.map')) continue;
    const name = relative(mockedFolder, path).split(sep).join('/');
    files.set(`product/${name}`, await readFile(path));
  }
  await mkdir(dirname(testingFile), { recursive: true });
  await writeFile(testingFile, await pack(files));
}

async function buildProduct(): Promise<void> {
  await rm(mockedFolder, { recursive: true, force: true });
  const args = ['build', '--mode', 'mocked', '--outDir', mockedFolder, '--logLevel', 'error'];
  if ((await runTool('vite', args)) !== 0) throw new Problem('The mocked product could not be built.');
}

async function pack(files: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> {
  const entries = [...files].map(([name, body]) => ({
    header: { name: `package/${name}`, size: body.byteLength, mode: 0o644, mtime: new Date(0) },
    body: new Uint8Array(body),
  }));
  return gzipSync(await packTar(entries));
}

/** Bundles what tests import. It needs nothing but Node, and Playwright where that is used. */
async function bundle(): Promise<[name: string, code: string][]> {
  const build = await rolldown({
    cwd: root,
    input: { index: join(source, 'index.ts'), playwright: join(source, 'playwright.ts') },
    platform: 'node',
    external: ['@playwright/test'],
    transform: { target: 'es2022' },
  });
  const { output } = await build.generate({
    format: 'es',
    chunkFileNames: '[name].js',
    comments: { jsdoc: false },
  });
  await build.close();
  return output
    .flatMap((part) => (part.type === 'chunk' ? [[part.fileName, part.code] as const] : []))
    .map(([name, code]) => [name, code]);
}

/** Returns the declarations of a module, which need nothing that is not in the package. */
function declare(name: string, text: string): string {
  const { code, errors } = isolatedDeclarationSync(name, text, { stripInternal: true });
  if (errors.length > 0) throw new Error(errors.map(({ message }) => `${name}: ${message}`).join('\n'));
  return code
    .replaceAll(/(['"])\.{1,2}\/factories\.schema\.ts\1/g, "'./seed.js'")
    .replaceAll(/(['"])\.{1,2}\/([\w-]+)\.ts\1/g, "'./$2.js'");
}

/** Declares what a seed is, of the schemas that check it. */
function declareSeed(): string {
  const { organizations, people, posts } = seedInput.shape;
  const inner = (record: z.ZodDefault<z.ZodRecord>) => record.unwrap().valueType as z.ZodType;
  const named = new Map<z.ZodType, string>([
    [inner(organizations), 'SeedOrganization'],
    [inner(people), 'SeedPerson'],
    [inner(posts), 'SeedPost'],
  ]);
  return declareTypes(
    [
      ['Seed', seedInput, 'input'],
      ['Seeded', seedOutput, 'output'],
    ],
    named,
  );
}

await command(buildKit);
