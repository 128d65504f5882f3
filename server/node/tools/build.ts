import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { fileEndings } from '../app-files.ts';
import { compress, encodings, worthCompressing } from '../encoding.ts';
import { command, Problem } from '../problem.ts';
import { type Stamps, stampSources } from './source-stamps.ts';
import { root } from './tools.ts';

/** Where the built app is. */
export const appFolder = join(root, '.build/app');

/** What renders its screens on the server. */
export const renderFolder = join(root, '.build/render');

/**
 * Record which sources the app, the server and the testing kit were built of. What is built in place has none meanwhile.
 */
const stampFiles = {
  app: join(root, '.build/app.sources'),
  server: join(root, '.build/server.sources'),
  kit: join(root, '.build/testing.sources'),
};

/** What the product is made of. */
const sources = ['src', 'server', 'db', 'vite.config.ts', 'package-lock.json', 'tsconfig.json'];

const stampsNow = () => stampSources({ root, sources, indexFile: join(root, '.build/sources.json') });

/** Builds the server and the app unless what is there was built of the very same sources. Throws `Problem`. */
export async function buildIfChanged(): Promise<void> {
  await buildAppIfChanged(await buildServerIfChanged());
}

/** Bundles the server unless its bundle is of the very same sources. Resolves to what they are. Throws `Problem`. */
export async function buildServerIfChanged(): Promise<Stamps> {
  const stamps = await stampsNow();
  if (!(await isBuiltOf(stamps.server, stampFiles.server))) await buildServer(stamps);
  return stamps;
}

/** Builds the app unless what is there was built of the very same sources. Throws `Problem` with Vite's output. */
export async function buildAppIfChanged(stamps: Stamps): Promise<void> {
  if (await isBuiltOf(stamps.app, stampFiles.app)) return;
  console.log('Building the app. This takes a little while, and only after changes.');
  await buildApp(stamps, 'pipe');
}

/** Builds the mocked product for tests elsewhere, as `buildAppIfChanged` does the app. Takes a quarter of a minute. */
export async function buildKitIfChanged(given?: Stamps): Promise<void> {
  const stamps = given ?? (await stampsNow());
  if (!(await isBuiltOf(stamps.app, stampFiles.kit))) await buildKit(stamps);
}

const isBuiltOf = async (stamp: string, file: string) =>
  (await readFile(file, 'utf8').catch(() => '')) === stamp;

async function buildServer(stamps: Stamps): Promise<void> {
  // In a process of its own: bundlers hold memory.
  await runNode('pipe', [join(import.meta.dirname, 'bundle-server.ts')]);
  await writeFile(stampFiles.server, stamps.server);
}

/** Builds the app with Vite, lays compressed copies of its files beside them, and packs the API's client. */
async function buildApp(stamps: Stamps, output: 'inherit' | 'pipe'): Promise<void> {
  await rm(stampFiles.app, { force: true });
  await runVite(output, []);
  await runVite('pipe', ['--ssr', 'render.tsx']);
  await compressFiles(appFolder);
  await runNode('pipe', [join(import.meta.dirname, 'client.ts')]);
  await writeFile(stampFiles.app, stamps.app);
}

async function buildKit(stamps: Stamps): Promise<void> {
  await rm(stampFiles.kit, { force: true });
  await runNode('pipe', [join(root, 'src/mocks/kit/build.ts')]);
  await writeFile(stampFiles.kit, stamps.app);
}

async function runVite(output: 'inherit' | 'pipe', options: string[]): Promise<void> {
  const vite = join(createRequire(import.meta.url).resolve('vite/package.json'), '../bin/vite.js');
  await runNode(output, [vite, 'build', ...options]);
}

/** Throws `Problem` with what was printed where it fails. */
async function runNode(output: 'inherit' | 'pipe', args: string[]): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', output, output],
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => said.push(chunk));
  await once(child, 'close');
  if (child.exitCode !== 0)
    throw new Problem(`The product could not be built.\n${Buffer.concat(said)}`.trim());
}

async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || !isText(path)) return;
      const bytes = await readFile(path);
      if (bytes.byteLength < worthCompressing) return;
      await Promise.all(
        encodings.map(async (encoding) =>
          writeFile(path + fileEndings[encoding], await compress(bytes, encoding, 'thorough')),
        ),
      );
    }),
  );
}

/** Source maps are text, too, but only developers fetch them. */
const isText = (path: string) =>
  !path.endsWith('.map') && /text|javascript|json|xml|svg|wasm/.test(getMimeType(path) ?? '');

if (import.meta.main)
  await command(async () => {
    const stamps = await stampsNow();
    // Half of the kit's time is a database of its own.
    const results = await Promise.allSettled([
      buildApp(stamps, 'inherit'),
      buildKit(stamps),
      buildServer(stamps),
    ]);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  });
