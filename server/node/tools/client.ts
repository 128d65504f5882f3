import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { rolldown } from 'rolldown';
import { isolatedDeclarationSync } from 'rolldown/experimental';
import { namedSchemas } from '../../rest/schema-names.ts';
import { appRouter } from '../../router.ts';
import { command } from '../problem.ts';
import { declareApi } from './client-declarations.ts';
import { clientFile, root } from './tools.ts';

const source = join(root, 'server/client');

/** Builds the package that programs call the API with, and writes it. The same sources give the same bytes. */
export async function buildClient(): Promise<void> {
  await mkdir(dirname(clientFile), { recursive: true });
  await writeFile(clientFile, await packClient());
}

/** Returns the package as npm installs it. */
export async function packClient(): Promise<Uint8Array<ArrayBuffer>> {
  const files = await clientFiles();
  const entries = Object.entries(files)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, text]) => {
      const body = new TextEncoder().encode(text);
      const header = { name: `package/${name}`, size: body.byteLength, mode: 0o644, mtime: new Date(0) };
      return { header, body };
    });
  return new Uint8Array(gzipSync(await packTar(entries), { level: 9 }));
}

/** Returns the files of the package by name. */
async function clientFiles(): Promise<Record<string, string>> {
  const { version, license } = await readManifest(root);
  const manifest = {
    name: 'gatherwell-client',
    version,
    description: 'A typed client of the Gatherwell API.',
    license,
    type: 'module',
    engines: { node: '>=20.3' },
    sideEffects: false,
    exports: { '.': { types: './index.d.ts', default: './index.js' }, './package.json': './package.json' },
    types: './index.d.ts',
  };
  const files: Record<string, string> = {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'README.md': await readFile(join(source, 'README.md'), 'utf8'),
    'licenses.txt': await licenses(),
    'index.js': await bundle(),
    'api.d.ts': `${declareApi(appRouter, namedSchemas)}\n`,
  };
  // What the declarations that everybody reads import, and nothing else.
  for (const name of ['index', 'client', 'errors', 'events', 'procedures'])
    files[`${name}.d.ts`] = declare(`${name}.ts`, await readFile(join(source, `${name}.ts`), 'utf8'));
  return files;
}

interface Manifest {
  version: string;
  license: string;
}

const readManifest = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;

/** What of others is in the package. */
const libraries = ['@trpc/client', '@trpc/server', 'eventsource-parser', 'uuid'];

async function licenses(): Promise<string> {
  const texts = libraries.map(async (name) => {
    const folder = join(root, 'node_modules', name);
    const [file = ''] = globSync('LICENSE*', { cwd: folder });
    const { version } = await readManifest(folder);
    return `${name} ${version}\n\n${(await readFile(join(folder, file), 'utf8')).trim()}\n`;
  });
  return (await Promise.all(texts)).join('\n\n');
}

/** Bundles the client with what it needs, so that an application's own tRPC is never mixed with the server's. */
async function bundle(): Promise<string> {
  const build = await rolldown({
    cwd: root,
    input: join(source, 'index.ts'),
    platform: 'browser',
    treeshake: true,
    transform: { target: 'es2022' },
  });
  const { output } = await build.generate({ format: 'es', comments: { jsdoc: false } });
  await build.close();
  const [{ code, imports }] = output;
  if (output.length > 1 || imports.length > 0) throw new Error(`The client imports ${imports.join()}.`);
  return code;
}

/** Returns the declarations of a module, which need no other module to be read. */
function declare(name: string, text: string): string {
  const { code, errors } = isolatedDeclarationSync(name, text, { stripInternal: true });
  if (errors.length > 0) throw new Error(errors.map(({ message }) => `${name}: ${message}`).join('\n'));
  return code.replaceAll(/(from ['"]\.\/[\w-]+)\.ts(['"])/g, '$1.js$2');
}

if (import.meta.main) await command(buildClient);
